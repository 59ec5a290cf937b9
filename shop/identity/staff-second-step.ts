import { staffSignIn as contract } from '#contracts/staff/sign-in.ts'
import type { Database, Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { qrPictureUrl } from '#platform/images/qr-picture.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { checkPasskey } from '#shop/identity/check-passkey.ts'
import { findPasskeys } from '#shop/identity/passkey-store.ts'
import { tokenHash } from '#shop/identity/session.ts'
import {
  hasFailedLogins,
  noteAttempt,
  type StaffSignInDeps,
} from '#shop/identity/staff-sign-in-deps.ts'
import {
  completeSession,
  countWrongCode,
  findPendingSession,
  lockPendingSession,
  type PendingSession,
  renewSecondStep,
  updateEnrollingSecret,
} from '#shop/identity/staff-session-store.ts'
import {
  enrolTotp,
  findStaff,
  lockStaff,
  type StaffAccount,
  takeTotpStep,
} from '#shop/identity/staff-store.ts'
import { after, max_wrong_codes, newStaffToken, session_life_s } from '#shop/identity/staff.ts'
import { base32, matchedStep, newTotpSecret, totpAddress } from '#shop/identity/totp.ts'

type SecondStep = Pick<Service<typeof contract>, 'secondSteps' | 'enrolment' | 'verifyCode'>

/** The second step of a sign-in: a code of an authenticator app, which is enrolled at the first time. */
export function secondStep(deps: StaffSignInDeps): SecondStep {
  return {
    secondSteps: (_caller, { token }) => secondSteps(deps, token),
    enrolment: (_caller, { token }) => enrolment(deps, token),
    verifyCode: async (_caller, { token, code, from }) => {
      const at = deps.now()
      const fresh = newStaffToken()
      // A wrong code is counted in the same transaction, so it is an answer here and a refusal below.
      const { outcome, account } = await transaction(deps.db, async (tx) => {
        const pending = await pendingOf(tx, token, at)
        const holder = await lockStaff(tx, pending.staff_id)
        if (holder === null || holder.locked_at !== null) throw expired()
        if (!(await acceptsCode(deps, tx, { pending, account: holder, code, at }))) {
          await countWrongCode(tx, pending.staff_session_id, { max: max_wrong_codes, now: at })
          return { outcome: 'wrong_code', account: holder } as const
        }
        const expires_at = after(at, session_life_s)
        const session = { token_hash: tokenHash(fresh), now: at, expires_at }
        await completeSession(tx, pending.staff_session_id, session)
        return { outcome: 'signed_in', account: holder } as const
      })
      await noteAttempt(deps, account, from, outcome)
      if (outcome === 'wrong_code') throw contract.verifyCode.refuse('wrong_code')
      const has_failed_logins = await hasFailedLogins(deps.db, account.staff_id)
      return { token: fresh, expires_in: session_life_s, has_failed_logins }
    },
  }
}

/** What somebody who is signed in confirms the second step with. */
export interface SecondStepProof {
  code?: string | undefined
  passkey?: string | undefined
}

type ConfirmDeps = Pick<StaffSignInDeps, 'db' | 'now' | 'log' | 'box' | 'site'>
type Run = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

const unknown_place = { address: '', device: '' }

/**
 * Checks a code or passkey of somebody who is signed in, before what needs a new one. A wrong one is counted: the last
 * one that is allowed ends the session. `run` opens the transaction.
 */
export async function confirmSecondStep(
  deps: ConfirmDeps,
  actor: StaffActor,
  { code = '', passkey }: SecondStepProof,
  run: Run = (work) => transaction(deps.db, work),
): Promise<boolean> {
  return passkey === undefined || passkey === ''
    ? confirmByCode(deps, actor, code, run)
    : confirmByPasskey(deps, actor, passkey, run)
}

async function confirmByCode(
  deps: ConfirmDeps,
  { staff_id, staff_session_id }: StaffActor,
  code: string,
  run: Run,
): Promise<boolean> {
  const at = deps.now()
  const { is_right, account } = await run(async (tx) => {
    const holder = await lockStaff(tx, staff_id)
    const secret = holder === null ? null : openedTotp(deps, holder)
    const used_step = holder?.totp_step ?? null
    const step = secret === null ? null : matchedStep({ secret, used_step }, code, at)
    const taken = step !== null && (await takeTotpStep(tx, staff_id, step))
    if (taken) await renewSecondStep(tx, staff_session_id, at)
    else await countWrongCode(tx, staff_session_id, { max: max_wrong_codes, now: at })
    return { is_right: taken, account: holder }
  })
  if (!is_right) await noteAttempt(deps, account, unknown_place, 'wrong_code')
  return is_right
}

async function confirmByPasskey(
  deps: ConfirmDeps,
  { staff_id, staff_session_id }: StaffActor,
  passkey: string,
  run: Run,
): Promise<boolean> {
  const at = deps.now()
  const owner = { staff_session_id }
  const asked = { passkey, purpose: 'confirm', owner, staff_id, from: unknown_place } as const
  const renew = (tx: Tx) => renewSecondStep(tx, staff_session_id, at)
  const { fault } = await checkPasskey(deps, asked, renew, run)
  if (fault === null) return true
  const limit = { max: max_wrong_codes, now: at }
  await transaction(deps.db, (tx) => countWrongCode(tx, staff_session_id, limit))
  return false
}

/**
 * The secret of the account's authenticator app. Null if there is none, or if the key that sealed it was lost: then
 * the person enrols again after the password.
 */
export function openedTotp(
  { box, log }: Pick<StaffSignInDeps, 'box' | 'log'>,
  account: StaffAccount,
): Buffer | null {
  if (account.totp_secret === null) return null
  const opened = box.open(account.totp_secret, labelOf(account.staff_id))
  if (opened === null) {
    log.error({ staff_id: account.staff_id }, 'the second step was sealed with another key')
  }
  return opened === null ? null : Buffer.from(opened, 'hex')
}

/** Whether the account has an authenticator app or a passkey: then the password alone adds no other one. */
export async function hasSecondStep(
  deps: Pick<StaffSignInDeps, 'box' | 'log'>,
  db: Database,
  account: StaffAccount,
): Promise<boolean> {
  return openedTotp(deps, account) !== null || (await findPasskeys(db, account.staff_id)).length > 0
}

async function secondSteps(deps: StaffSignInDeps, token: string) {
  const { db, now } = deps
  const pending = await findPendingSession(db, tokenHash(token), now())
  const account = pending === null ? null : await findStaff(db, pending.staff_id)
  if (account === null) throw expired()
  const has_passkey = (await findPasskeys(db, account.staff_id)).length > 0
  return { has_totp: openedTotp(deps, account) !== null, has_passkey }
}

async function enrolment(deps: StaffSignInDeps, token: string) {
  const { db, now, box, shop_name } = deps
  return transaction(db, async (tx) => {
    const pending = await pendingOf(tx, token, now())
    const account = await findStaff(tx, pending.staff_id)
    if (account === null) throw expired()
    if (await hasSecondStep(deps, tx, account)) return null
    const secret = enrollingSecret(deps, pending) ?? newTotpSecret()
    const sealed = box.seal(secret.toString('hex'), labelOf(account.staff_id))
    await updateEnrollingSecret(tx, pending.staff_session_id, sealed)
    const picture = qrPictureUrl(totpAddress(secret, shop_name, account.login_name))
    return { picture, secret: base32(secret).replace(/.{4}(?=.)/g, '$& ') }
  })
}

interface TypedCode {
  pending: PendingSession
  account: StaffAccount
  code: string
  at: Date
}

async function acceptsCode(
  deps: StaffSignInDeps,
  tx: Tx,
  { pending, account, code, at }: TypedCode,
): Promise<boolean> {
  const { staff_id, totp_step: used_step } = account
  const enrolled = openedTotp(deps, account)
  if (enrolled !== null) {
    const step = matchedStep({ secret: enrolled, used_step }, code, at)
    return step !== null && takeTotpStep(tx, staff_id, step)
  }
  const secret = enrollingSecret(deps, pending)
  if (secret === null || (await hasSecondStep(deps, tx, account))) return false
  const totp_step = matchedStep({ secret, used_step: null }, code, at)
  if (totp_step === null) return false
  const totp_secret = deps.box.seal(secret.toString('hex'), labelOf(staff_id))
  return enrolTotp(tx, staff_id, { totp_secret, totp_step }, account.totp_secret)
}

function enrollingSecret({ box }: StaffSignInDeps, pending: PendingSession): Buffer | null {
  if (pending.enrolling_secret === null) return null
  const opened = box.open(pending.enrolling_secret, labelOf(pending.staff_id))
  return opened === null ? null : Buffer.from(opened, 'hex')
}

async function pendingOf(tx: Tx, token: string, at: Date): Promise<PendingSession> {
  const pending = await lockPendingSession(tx, tokenHash(token), at)
  if (pending === null) throw expired()
  return pending
}

function expired() {
  return contract.verifyCode.refuse('sign_in_expired')
}

function labelOf(staff_id: number): string {
  return `totp of staff ${staff_id}`
}
