import type { SignInOrigin } from '#contracts/staff/sign-in.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Log } from '#platform/observe/log.ts'
import type { StaffId } from '#pure/ids.ts'
import {
  type ChallengeOwner,
  findByCredential,
  notePasskeyUse,
  takeChallenge,
} from '#shop/identity/passkey-store.ts'
import {
  challengeIn,
  checkSignature,
  type PasskeySite,
  signedAnswer,
  userHandle,
} from '#shop/identity/passkey.ts'
import { noteAttempt } from '#shop/identity/staff-sign-in-deps.ts'
import { findStaff, lockStaff, type StaffAccount } from '#shop/identity/staff-store.ts'
import type { LoginOutcome, PasskeyPurpose } from '#shop/identity/staff.ts'

export interface PasskeyDeps {
  db: Database
  now: Now
  log: Log
  site: PasskeySite
}

/** Why a passkey is not accepted. The names are those of the refusals. */
type PasskeyFault = 'passkey_expired' | 'wrong_passkey' | 'unknown_passkey' | 'copied_passkey'

interface Asked {
  /** What the browser sent. */
  passkey: string
  purpose: PasskeyPurpose
  owner: ChallengeOwner
  /** Whose passkey it must be. Null: whoever has it signs in. */
  staff_id: StaffId | null
  from: SignInOrigin
}

/** Opens the transaction in which an accepted passkey has its effect. */
type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Checks what a passkey signed and uses its challenge up, right or wrong. `accepted` runs in the transaction that
 * locks the account. A passkey that is not accepted is stored as an attempt.
 */
export async function checkPasskey<T>(
  deps: PasskeyDeps,
  asked: Asked,
  accepted: (tx: Tx, account: StaffAccount) => Promise<T>,
  run: Run = (work) => transaction(deps.db, work),
): Promise<{ fault: PasskeyFault } | { fault: null; account: StaffAccount; result: T }> {
  const signed = await checkedSignature(deps, asked)
  const answer =
    'fault' in signed
      ? { ...signed, account: await accountOf(deps.db, signed.staff_id) }
      : await run((tx) => accept(tx, signed, accepted, deps.now()))
  if (answer.fault === null) return answer
  const { fault, account, outcome } = answer
  await noteAttempt(deps, account, asked.from, outcome)
  if (fault === 'copied_passkey') {
    deps.log.error({ staff_id: account?.staff_id }, 'a passkey of staff has counted backwards')
  }
  return { fault }
}

interface Fault {
  fault: PasskeyFault
  outcome: LoginOutcome
  staff_id: StaffId | null
}

interface Signature {
  staff_passkey_id: number
  staff_id: StaffId
  sign_count: number
}

async function checkedSignature(
  { db, now, site }: PasskeyDeps,
  { passkey: json, purpose, owner, staff_id }: Asked,
): Promise<Fault | Signature> {
  const wrong = { fault: 'wrong_passkey', outcome: 'wrong_passkey', staff_id } as const
  const challenge = challengeIn(json)
  if (challenge === null) return wrong
  if (!(await takeChallenge(db, { challenge, purpose, owner }, now()))) {
    return { ...wrong, fault: 'passkey_expired' }
  }
  const answer = signedAnswer(json)
  if (answer === null) return wrong
  const known = await findByCredential(db, Buffer.from(answer.id, 'base64url'))
  if (known === null || (staff_id !== null && known.staff_id !== staff_id)) {
    return { fault: 'unknown_passkey', outcome: 'unknown_passkey', staff_id }
  }
  const { staff_passkey_id, public_key } = known
  const of_owner = { ...wrong, staff_id: known.staff_id }
  const sign_count = await checkSignature(site, answer, { challenge, public_key })
  if (sign_count === null) return of_owner
  // Whoever signs in without a name is named by the passkey itself.
  const account = await findStaff(db, known.staff_id)
  const handle = answer.response.userHandle ?? (staff_id === null ? '' : null)
  const is_owner =
    account !== null && Buffer.from(handle ?? '', 'base64url').equals(userHandle(account))
  if (handle !== null && !is_owner) return of_owner
  return { staff_passkey_id, staff_id: known.staff_id, sign_count }
}

async function accept<T>(
  tx: Tx,
  { staff_passkey_id, staff_id, sign_count }: Signature,
  accepted: (tx: Tx, account: StaffAccount) => Promise<T>,
  now: Date,
) {
  const account = await lockStaff(tx, staff_id)
  if (account === null || account.locked_at !== null) {
    return { fault: 'unknown_passkey', outcome: 'locked', account } as const
  }
  const use = await notePasskeyUse(tx, staff_passkey_id, { sign_count, now })
  if (use === 'removed') {
    return { fault: 'unknown_passkey', outcome: 'unknown_passkey', account } as const
  }
  if (use === 'copied') {
    return { fault: 'copied_passkey', outcome: 'copied_passkey', account } as const
  }
  return { fault: null, account, result: await accepted(tx, account) } as const
}

async function accountOf(db: Database, staff_id: StaffId | null): Promise<StaffAccount | null> {
  return staff_id === null ? null : findStaff(db, staff_id)
}
