import { type SignInOrigin, staffSignIn as contract } from '#contracts/staff/sign-in.ts'
import { transaction } from '#platform/database/postgres.ts'
import { hasFreshSecondStep } from '#pure/access.ts'
import type { Service } from '#pure/contract.ts'
import type { StaffId } from '#pure/ids.ts'
import { checkPasskey } from '#shop/identity/check-passkey.ts'
import { newPasskey } from '#shop/identity/new-passkey.ts'
import { findPasskeys, insertChallenge } from '#shop/identity/passkey-store.ts'
import {
  challenge_life_s,
  creationOptions,
  max_challenges,
  max_passkeys,
  newChallenge,
  signingOptions,
} from '#shop/identity/passkey.ts'
import { tokenHash } from '#shop/identity/session.ts'
import { hasSecondStep } from '#shop/identity/staff-second-step.ts'
import {
  hasFailedLogins,
  noteAttempt,
  type StaffSignInDeps,
} from '#shop/identity/staff-sign-in-deps.ts'
import {
  completeSession,
  countWrongCode,
  findActing,
  findPendingSession,
  insertSession,
  lockPendingSession,
} from '#shop/identity/staff-session-store.ts'
import { findStaff, lockStaff, type StaffAccount } from '#shop/identity/staff-store.ts'
import {
  after,
  max_wrong_codes,
  newStaffToken,
  type PasskeyPurpose,
  session_life_s,
  shortDevice,
} from '#shop/identity/staff.ts'

type Passkeys = Pick<
  Service<typeof contract>,
  'passkeyChallenge' | 'signInByPasskey' | 'verifyPasskey' | 'enrolPasskey'
>

/** Sign-in by passkey: alone, after the password, and registered as the first second step (decision 148). */
export function passkeySteps(deps: StaffSignInDeps): Passkeys {
  return {
    passkeyChallenge: (_caller, input) => passkeyChallenge(deps, input),
    signInByPasskey: (_caller, input) => signInByPasskey(deps, input),
    verifyPasskey: (_caller, input) => verifyPasskey(deps, input),
    enrolPasskey: (_caller, input) => enrolPasskey(deps, input),
  }
}

interface Asking {
  purpose: PasskeyPurpose
  token: string
  from: SignInOrigin
}

async function passkeyChallenge(deps: StaffSignInDeps, { purpose, token, from }: Asking) {
  const { db, now, site } = deps
  const challenge = newChallenge()
  const at = now()
  const stored = {
    ...{ challenge, purpose, address: from.address },
    ...{ now: at, expires_at: after(at, challenge_life_s) },
  }
  const refuseFlood = (is_stored: boolean) => {
    if (!is_stored) throw contract.passkeyChallenge.refuse('too_many_challenges')
  }
  if (purpose === 'sign_in') {
    const attempt = newStaffToken()
    const owner = { attempt_hash: tokenHash(attempt) }
    refuseFlood(await insertChallenge(db, { ...stored, owner }, max_challenges))
    return { options: await signingOptions(site, challenge, []), attempt }
  }
  const { staff_id, staff_session_id } = await sessionFor(deps, purpose, token)
  const options = await optionsOf(deps, purpose, staff_id, challenge)
  refuseFlood(await insertChallenge(db, { ...stored, owner: { staff_session_id } }, max_challenges))
  return { options, attempt: null }
}

/** The session that a challenge is for: a pending one for the second step, an open one for the rest. */
async function sessionFor(
  { db, now }: StaffSignInDeps,
  purpose: PasskeyPurpose,
  token: string,
): Promise<{ staff_id: StaffId; staff_session_id: number }> {
  const { refuse } = contract.passkeyChallenge
  const is_pending = purpose === 'second_step' || purpose === 'enrol'
  if (is_pending) {
    const pending = await findPendingSession(db, tokenHash(token), now())
    if (pending === null) throw refuse('sign_in_expired')
    return pending
  }
  const acting = await findActing(db, tokenHash(token), now())
  if (acting === null) throw refuse('sign_in_expired')
  if (purpose === 'add' && !hasFreshSecondStep(acting, now())) throw refuse('second_step_needed')
  return acting
}

async function optionsOf(
  deps: StaffSignInDeps,
  purpose: PasskeyPurpose,
  staff_id: StaffId,
  challenge: Buffer,
): Promise<object> {
  const { db, site } = deps
  const { refuse } = contract.passkeyChallenge
  const account = await findStaff(db, staff_id)
  if (account === null) throw refuse('sign_in_expired')
  const passkeys = await findPasskeys(db, staff_id)
  const credential_ids = passkeys.map(({ credential_id }) => credential_id)
  if (purpose === 'enrol' || purpose === 'add') {
    const is_full = account.is_demo || passkeys.length >= max_passkeys
    const is_late = purpose === 'enrol' && (await hasSecondStep(deps, db, account))
    if (is_full || is_late) throw refuse('passkey_not_allowed')
    return creationOptions(site, challenge, { ...account, credential_ids })
  }
  if (credential_ids.length === 0) throw refuse('unknown_passkey')
  return signingOptions(site, challenge, credential_ids)
}

interface ByPasskey {
  passkey: string
  from: SignInOrigin
}

async function signInByPasskey(
  deps: StaffSignInDeps,
  { attempt, passkey, from }: ByPasskey & { attempt: string },
) {
  const at = deps.now()
  const token = newStaffToken()
  const owner = { attempt_hash: tokenHash(attempt) }
  const asked = { passkey, purpose: 'sign_in', owner, staff_id: null, from } as const
  const checked = await checkPasskey(deps, asked, (tx, { staff_id }) =>
    insertSession(tx, {
      token_hash: tokenHash(token),
      staff_id,
      now: at,
      address: from.address,
      device: shortDevice(from.device),
      expires_at: after(at, session_life_s),
      is_verified: true,
      has_second_step: true,
    }),
  )
  if (checked.fault !== null) throw contract.signInByPasskey.refuse(checked.fault)
  return begun(deps, checked.account, { token, from })
}

async function verifyPasskey(
  deps: StaffSignInDeps,
  { token, passkey, from }: ByPasskey & { token: string },
) {
  const { db, now } = deps
  const { refuse } = contract.verifyPasskey
  const at = now()
  const pending = await findPendingSession(db, tokenHash(token), at)
  if (pending === null) throw refuse('sign_in_expired')
  const { staff_session_id, staff_id } = pending
  const fresh = newStaffToken()
  const asked = {
    passkey,
    purpose: 'second_step',
    owner: { staff_session_id },
    staff_id,
    from,
  } as const
  const checked = await checkPasskey(deps, asked, async (tx) => {
    if ((await lockPendingSession(tx, tokenHash(token), at)) === null) {
      throw refuse('sign_in_expired')
    }
    const session = { token_hash: tokenHash(fresh), now: at, expires_at: after(at, session_life_s) }
    await completeSession(tx, staff_session_id, session)
  })
  if (checked.fault !== null) {
    const limit = { max: max_wrong_codes, now: at }
    await transaction(db, (tx) => countWrongCode(tx, staff_session_id, limit))
    throw refuse(checked.fault)
  }
  return begun(deps, checked.account, { token: fresh, from })
}

async function enrolPasskey(
  deps: StaffSignInDeps,
  { token, name, passkey, from }: ByPasskey & { token: string; name: string },
) {
  const { db, now, write } = deps
  const { refuse } = contract.enrolPasskey
  const at = now()
  const pending = await findPendingSession(db, tokenHash(token), at)
  if (pending === null) throw refuse('sign_in_expired')
  const { staff_session_id, staff_id } = pending
  const asked = { passkey, purpose: 'enrol', owner: { staff_session_id } } as const
  const made = await newPasskey(deps, asked)
  if ('fault' in made) {
    await noteAttempt(deps, await findStaff(db, staff_id), from, 'wrong_passkey')
    throw refuse(made.fault)
  }
  const fresh = newStaffToken()
  const act = { actor: { staff_id }, operation: 'signIn.enrolPasskey' } as const
  const account = await write(act, async (tx) => {
    const holder = await lockStaff(tx, staff_id)
    const is_open = (await lockPendingSession(tx, tokenHash(token), at)) !== null
    if (holder === null || holder.locked_at !== null || !is_open) throw refuse('sign_in_expired')
    if (await hasSecondStep(deps, tx, holder)) throw refuse('passkey_not_allowed')
    if (!(await made.insert(tx, { staff_id, name }))) throw refuse('passkey_not_allowed')
    const session = { token_hash: tokenHash(fresh), now: at, expires_at: after(at, session_life_s) }
    await completeSession(tx, staff_session_id, session)
    return holder
  })
  return begun(deps, account, { token: fresh, from })
}

/** Stores the attempt that succeeded, and returns what the browser needs. */
async function begun(
  deps: StaffSignInDeps,
  account: StaffAccount,
  { token, from }: { token: string; from: SignInOrigin },
) {
  await noteAttempt(deps, account, from, 'signed_in')
  const has_failed_logins = await hasFailedLogins(deps.db, account.staff_id)
  return { token, expires_in: session_life_s, has_failed_logins }
}
