import { type SignInOrigin, staffSignIn as contract } from '#contracts/staff/sign-in.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { tokenHash } from '#shop/identity/session.ts'
import { demoEntry } from '#shop/identity/staff-demo.ts'
import { firstAccount } from '#shop/identity/staff-first-account.ts'
import { acceptInvite, shownInvite } from '#shop/identity/staff-invite.ts'
import {
  hasFailedLogins,
  noteAttempt,
  type StaffSignInDeps,
} from '#shop/identity/staff-sign-in-deps.ts'
import { passkeySteps } from '#shop/identity/staff-passkeys.ts'
import { hasSecondStep, openedTotp, secondStep } from '#shop/identity/staff-second-step.ts'
import {
  endByToken,
  findActing,
  insertSession,
  updateSeen,
} from '#shop/identity/staff-session-store.ts'
import {
  findByLoginName,
  findGrants,
  type StaffAccount,
  updatePassword,
} from '#shop/identity/staff-store.ts'
import {
  after,
  grantsByPermission,
  type LoginOutcome,
  loginName,
  needsSecondStep,
  newStaffToken,
  second_step_s,
  seen_every_ms,
  session_life_s,
  shortDevice,
} from '#shop/identity/staff.ts'

/** Sign-in of staff: password, second step, invitations, the first account, and entry to a demo (decision 117). */
export function staffSignInService(deps: StaffSignInDeps): Service<typeof contract> {
  const { db, now } = deps
  return {
    begin: (_caller, input) => begin(deps, input),
    actor: (_caller, { token }) => actor(deps, token),
    signOut: async (_caller, { token }) => {
      await endByToken(db, tokenHash(token), now())
      return {}
    },
    ...secondStep(deps),
    ...passkeySteps(deps),
    ...firstAccount(deps),
    invite: (_caller, { invite }) => shownInvite(deps, invite),
    acceptInvite: (_caller, input) => acceptInvite(deps, input),
    ...demoEntry(deps),
  }
}

interface Begin {
  login_name: string
  password: string
  from: SignInOrigin
}

async function begin(deps: StaffSignInDeps, { login_name: typed, password, from }: Begin) {
  const { db, now, hasher } = deps
  const login_name = loginName(typed)
  const account = login_name === null ? null : await findByLoginName(db, login_name)
  const checked = await hasher.check(password, account?.password_hash ?? null)
  if (checked === null) throw contract.begin.refuse('too_busy')
  const outcome = outcomeOf(account, checked.is_right)
  if (account === null || outcome !== 'signed_in') {
    await noteAttempt(deps, account, from, outcome)
    throw contract.begin.refuse('wrong_login')
  }
  const { staff_id } = account
  if (checked.new_hash !== null) await updatePassword(db, staff_id, checked.new_hash)
  const needs_code = account.totp_secret !== null || needsSecondStep(await findGrants(db, staff_id))
  const at = now()
  const token = newStaffToken()
  const expires_in = needs_code ? second_step_s : session_life_s
  await insertSession(db, {
    token_hash: tokenHash(token),
    staff_id,
    now: at,
    address: from.address,
    device: shortDevice(from.device),
    expires_at: after(at, expires_in),
    is_verified: !needs_code,
  })
  await noteAttempt(deps, account, from, needs_code ? 'code_needed' : 'signed_in')
  const next = needs_code ? await secondStepOf(deps, account) : 'done'
  const has_failed_logins = !needs_code && (await hasFailedLogins(db, staff_id))
  return { token, expires_in, has_failed_logins, next } as const
}

async function secondStepOf(deps: StaffSignInDeps, account: StaffAccount) {
  if (openedTotp(deps, account) !== null) return 'code'
  return (await hasSecondStep(deps, deps.db, account)) ? 'passkey' : 'enrol'
}

function outcomeOf(account: StaffAccount | null, is_right: boolean): LoginOutcome {
  if (account === null) return 'unknown_name'
  if (!is_right) return 'wrong_password'
  return account.locked_at === null ? 'signed_in' : 'locked'
}

async function actor(
  { db, now, mode }: StaffSignInDeps,
  token: string,
): Promise<StaffActor | null> {
  const at = now()
  const acting = await findActing(db, tokenHash(token), at)
  if (acting === null || (acting.is_demo && mode !== 'demo')) return null
  const { staff_session_id, staff_id, name, is_demo, has_second_step, shops } = acting
  const grants = grantsByPermission(acting.grants)
  // Roles may have grown since the sign-in: then the second step is asked for.
  if (needsSecondStep(acting.grants) && !has_second_step && !is_demo) return null
  if (at.getTime() - acting.seen_at.getTime() > seen_every_ms) {
    await updateSeen(db, staff_session_id, at)
  }
  // Accounts of a demo have no second step: nothing asks them for one.
  const second_step_at = is_demo ? at : acting.second_step_at
  return { kind: 'staff', staff_id, name, grants, shops, staff_session_id, second_step_at }
}
