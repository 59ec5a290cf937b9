import { account as contract } from '#contracts/staff/account.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import {
  type AccountDeps,
  checkedByPassword,
  ownSecondSteps,
  ownSecondStepService,
} from '#shop/flows/staff/own-second-step.ts'
import { findPasskeys } from '#shop/identity/passkey-store.ts'
import { staffPasswordProblem } from '#shop/identity/password.ts'
import { endSessions, findOpenSessions } from '#shop/identity/staff-session-store.ts'
import { findFailedLogins, updatePassword } from '#shop/identity/staff-store.ts'
import { findPeople } from '#shop/views/staff/people-store.ts'

const everybody = { is_everything: true, shops: [], staff_id: null }

/** The own account of a member of staff: sessions, wrong sign-ins, password, second steps. */
export function accountStaffService(deps: AccountDeps): Service<typeof contract> {
  const { now, write } = deps
  return {
    ...ownSecondStepService(deps),
    own: (actor) => own(deps, actor),
    endSession: async (actor, { staff_session_id: chosen }) => {
      const session = chosen === 'all' ? null : chosen
      const ended = await write({ actor, operation: 'account.endSession' }, (tx) =>
        endSessions(tx, actor.staff_id, now(), session),
      )
      if (ended === 0) throw contract.endSession.refuse('session_not_found')
      return {}
    },
    changePassword: (actor, input) => changePassword(deps, actor, input),
  }
}

async function own(deps: AccountDeps, actor: StaffActor) {
  const { db, now } = deps
  const { staff_id } = actor
  const [[person], sessions, failed, passkeys, second_steps] = await Promise.all([
    findPeople(db, everybody, staff_id),
    findOpenSessions(db, staff_id, now()),
    findFailedLogins(db, staff_id),
    findPasskeys(db, staff_id),
    ownSecondSteps(deps, actor),
  ])
  return {
    name: person?.name ?? '',
    login_name: person?.login_name ?? '',
    roles: person?.roles.map(({ name }) => name) ?? [],
    shops: person?.shops.map(({ name }) => name) ?? [],
    has_totp: person?.has_totp ?? false,
    has_password: person?.has_password ?? false,
    sessions: sessions.map(({ created_at, seen_at, ...session }) => ({
      ...session,
      created_at: created_at.toISOString(),
      seen_at: seen_at.toISOString(),
    })),
    failed_logins: failed.map(({ last_at, ...row }) => ({
      ...row,
      last_at: last_at.toISOString(),
    })),
    passkeys: passkeys.map(({ staff_passkey_id, name, created_at, used_at }) => ({
      ...{ staff_passkey_id, name },
      created_at: created_at.toISOString(),
      used_at: used_at?.toISOString() ?? null,
    })),
    second_steps,
  }
}

interface Passwords {
  password: string
  new_password: string
}

async function changePassword(
  deps: AccountDeps,
  actor: StaffActor,
  { password, new_password }: Passwords,
) {
  const { now, log, hasher, write } = deps
  const { refuse } = contract.changePassword
  const { staff_id } = actor
  const known = await checkedByPassword(deps, actor, password)
  const reason = staffPasswordProblem(new_password, known.login_name)
  if (reason !== null) throw refuse('password_refused', { reason })
  const password_hash = await hasher.hash(new_password)
  if (password_hash === null) throw refuse('too_busy')
  await write({ actor, operation: 'account.changePassword' }, async (tx) => {
    await updatePassword(tx, staff_id, password_hash)
    await endSessions(tx, staff_id, now())
  })
  log.info({ staff_id }, 'a member of staff changed the password')
  return {}
}
