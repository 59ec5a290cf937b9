import { account as contract } from '#contracts/staff/account.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import type { WriteAsStaff } from '#shop/change-log/write-as-staff.ts'
import type { PasswordHasher } from '#shop/identity/password-hasher.ts'
import { staffPasswordProblem } from '#shop/identity/password.ts'
import { endSessions, findOpenSessions } from '#shop/identity/staff-session-store.ts'
import {
  countWrongPasswords,
  findFailedLogins,
  findStaff,
  insertLoginAttempt,
  updatePassword,
} from '#shop/identity/staff-store.ts'
import { max_wrong_own_passwords, own_password_window_ms } from '#shop/identity/staff.ts'
import { findPeople } from '#shop/views/staff/people-store.ts'

interface Deps {
  db: Database
  now: Now
  log: Log
  write: WriteAsStaff
  hasher: PasswordHasher
}

const everybody = { is_everything: true, shops: [], staff_id: null }

/** The own account of a member of staff: sessions, wrong sign-ins, password. */
export function accountStaffService(deps: Deps): Service<typeof contract> {
  const { now, write } = deps
  return {
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

async function own({ db, now }: Deps, { staff_id }: StaffActor) {
  const [[person], sessions, failed] = await Promise.all([
    findPeople(db, everybody, staff_id),
    findOpenSessions(db, staff_id, now()),
    findFailedLogins(db, staff_id),
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
  }
}

interface Passwords {
  password: string
  new_password: string
}

async function changePassword(
  { db, now, log, hasher, write }: Deps,
  actor: StaffActor,
  { password, new_password }: Passwords,
) {
  const { refuse } = contract.changePassword
  const { staff_id } = actor
  const at = now()
  const since = new Date(at.getTime() - own_password_window_ms)
  if ((await countWrongPasswords(db, staff_id, since)) >= max_wrong_own_passwords) {
    throw refuse('too_many_attempts')
  }
  const known = await findStaff(db, staff_id)
  const checked = await hasher.check(password, known?.password_hash ?? null)
  if (checked === null) throw refuse('too_busy')
  if (known === null || !checked.is_right) {
    const login_name = known?.login_name ?? null
    const place = { address: '', device: '' }
    const outcome = 'wrong_password' as const
    await insertLoginAttempt(db, { attempted_at: at, staff_id, login_name, ...place, outcome })
    throw refuse('wrong_password')
  }
  const reason = staffPasswordProblem(new_password, known.login_name)
  if (reason !== null) throw refuse('password_refused', { reason })
  const password_hash = await hasher.hash(new_password)
  if (password_hash === null) throw refuse('too_busy')
  await write({ actor, operation: 'account.changePassword' }, async (tx) => {
    await updatePassword(tx, staff_id, password_hash)
    await endSessions(tx, staff_id, at)
  })
  log.info({ staff_id }, 'a member of staff changed the password')
  return {}
}
