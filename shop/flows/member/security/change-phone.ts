import { memberSecurity as contract } from '#contracts/member-site/security.ts'
import type { Database, Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import type { Service } from '#pure/contract.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { sendOtp, takeOtp } from '#shop/flows/member/account/otp-flow.ts'
import { requireConfirmed, requireMember } from '#shop/flows/member/account/require-member.ts'
import { checkMemberPasskey } from '#shop/flows/member/security/check-member-passkey.ts'
import { secondProof, secondWays } from '#shop/flows/member/security/second-proof.ts'
import type { SecurityDeps } from '#shop/flows/member/security/security-deps.ts'
import { deleteWaitingPasskeys } from '#shop/identity/member/added-store.ts'
import { deleteWaitingIdentities } from '#shop/identity/member/linked-identity-store.ts'
import { endWaitingMerges } from '#shop/identity/member/member-merge-store.ts'
import {
  endPhoneChange,
  findDuePhoneChanges,
  findPhoneChange,
  insertPhoneChange,
  type OpenPhoneChange,
  updatePhone,
  updatePhoneChange,
} from '#shop/identity/member/phone-change-store.ts'
import { endSessions } from '#shop/identity/member-session-store.ts'
import { findMember, lockMember, type SignedInMember } from '#shop/identity/member-store.ts'
import { signedAnswer } from '#shop/identity/passkey.ts'
import { type MemberNotice, notifyMember } from '#shop/notification/notify-store.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'

/** Device and phone change in one day: a member who has nothing but the phone waits for so long. */
const new_device_wait_ms = day_ms
/** Without the old phone: its owner has time to cancel. */
const lost_phone_wait_ms = 3 * day_ms

type PhoneChanges = Pick<
  Service<typeof contract>,
  | 'phoneChange'
  | 'sendNewPhoneCode'
  | 'proveNewPhone'
  | 'provePhoneChange'
  | 'waitForPhoneChange'
  | 'cancelPhoneChange'
>

/** A member moves to another phone (decision 189). */
export function phoneChanges(deps: SecurityDeps): PhoneChanges {
  const { db, now } = deps
  return {
    phoneChange: async (_caller, { token }) => {
      const member = await requireMember(deps, token, contract.phoneChange)
      const change = await findPhoneChange(db, member.customer_id)
      if (change === null) return null
      const { password, passkeys } = await secondWays(deps, member)
      return {
        new_phone: change.new_phone,
        is_old_proven: change.old_proven_at !== null,
        due_at: change.due_at?.toISOString() ?? null,
        is_foreign: change.session_id !== member.session_id,
        ...{ has_password: password, has_passkey: passkeys.size > 0 },
      }
    },
    sendNewPhoneCode: async (_caller, { token, ...asked }) => {
      const member = await requireConfirmed(deps, token, contract.sendNewPhoneCode)
      if (readMobile(asked.phone).e164 === member.phone) {
        throw contract.sendNewPhoneCode.refuse('same_phone')
      }
      return sendOtp(deps, { ...asked, purpose: 'prove_phone' })
    },
    proveNewPhone: async (_caller, { token, ...entered }) => {
      const member = await requireConfirmed(deps, token, contract.proveNewPhone)
      const { customer_id, session_id, phone: old_phone } = member
      const new_phone = await takeOtp(deps, { ...entered, purpose: 'prove_phone' })
      await transaction(db, async (tx) => {
        if ((await lockMember(tx, customer_id)) === null) {
          throw contract.proveNewPhone.refuse('signed_out')
        }
        await endPhoneChange(tx, customer_id, 'cancelled', now())
        const begun = { customer_id, session_id, old_phone, new_phone, new_proven_at: now() }
        await insertPhoneChange(tx, begun)
      })
      return {}
    },
    provePhoneChange: (_caller, input) => prove(deps, input),
    waitForPhoneChange: async (_caller, { token }) => {
      const member = await requireConfirmed(deps, token, contract.waitForPhoneChange)
      const change = await changeOf(db, member)
      if (change === null) throw contract.waitForPhoneChange.refuse('change_not_found')
      // Asked for once more: the day stays.
      if (change.due_at !== null) return { due_at: change.due_at.toISOString() }
      const due_at = await schedule(deps, member, change, lost_phone_wait_ms)
      return { due_at: due_at.toISOString() }
    },
    cancelPhoneChange: async (_caller, { token }) => {
      const { customer_id } = await requireMember(deps, token, contract.cancelPhoneChange)
      await endPhoneChange(db, customer_id, 'cancelled', now())
      return {}
    },
  }
}

/** The change that this session has begun. */
async function changeOf(db: Database, { customer_id, session_id }: SignedInMember) {
  const change = await findPhoneChange(db, customer_id)
  return change?.session_id === session_id ? change : null
}

interface Proof {
  token: string
  otp_token: string
  code: string
  password: string
  passkey: string
}

async function prove(deps: SecurityDeps, { token, otp_token, code, password, passkey }: Proof) {
  const { db, now } = deps
  const { refuse } = contract.provePhoneChange
  const member = await requireMember(deps, token, contract.provePhoneChange)
  const change = await changeOf(db, member)
  if (change === null) throw refuse('change_not_found')
  let is_old_proven = change.old_proven_at !== null
  if (code !== '') {
    const phone = await takeOtp(deps, { otp_token, code, purpose: 'change_phone' })
    if (phone !== change.old_phone) throw refuse('otp_is_expired')
    await updatePhoneChange(db, change.phone_change_id, { old_proven_at: now() })
    is_old_proven = true
  }
  const is_typed = password !== '' || passkey !== ''
  const proof = await secondProof(deps, member)
  if (is_old_proven && proof === 'needed') throw refuse('confirm_needed')
  const is_enough = is_old_proven
    ? proof === 'given'
    : is_typed && (await bothProofs(deps, member, { password, passkey }))
  if (is_enough) {
    const is_done = await complete(deps, change, member.session_id)
    if (!is_done) throw refuse('phone_has_account')
    return { outcome: 'done' } as const
  }
  if (!is_old_proven) throw refuse('proof_not_enough')
  await schedule(deps, member, change, new_device_wait_ms)
  return { outcome: 'waits' } as const
}

/** Whether password and passkey of yesterday were given rightly: they stand in for the old phone together. */
async function bothProofs(
  deps: SecurityDeps,
  member: SignedInMember,
  { password, passkey }: { password: string; passkey: string },
): Promise<boolean> {
  const { session_id, customer_id } = member
  const ways = await secondWays(deps, member)
  if (!ways.password || password === '' || passkey === '') return false
  const checked = await deps.hasher.check(password, member.password_hash)
  if (checked === null) throw contract.provePhoneChange.refuse('too_busy')
  const asked = { passkey, purpose: 'confirm', owner: { session_id }, customer_id } as const
  const { fault } = await checkMemberPasskey(deps, asked, async () => undefined)
  const is_old = ways.passkeys.has(signedAnswer(passkey)?.id ?? '')
  return checked.is_right && fault === null && is_old
}

/** Lets a change take effect later, and tells the old phone. */
async function schedule(
  { db, now }: SecurityDeps,
  { email }: SignedInMember,
  change: OpenPhoneChange,
  wait_ms: number,
): Promise<Date> {
  const due_at = new Date(now().getTime() + wait_ms)
  await transaction(db, async (tx) => {
    await updatePhoneChange(tx, change.phone_change_id, { due_at })
    await notify(tx, change, email, { about: 'phone_changes', due_at: due_at.toISOString() }, now())
  })
  return due_at
}

/**
 * Gives the member the new phone, ends all sessions except one, and tells the old phone. False: the new phone is that
 * of another account, and the change stays as it is.
 */
async function complete(
  { db, now }: Pick<SecurityDeps, 'db' | 'now'>,
  change: OpenPhoneChange,
  session_id: number | null,
): Promise<boolean> {
  const at = now()
  return transaction(db, async (tx) => {
    const member = await lockMember(tx, change.customer_id)
    if (member === null || !(await updatePhone(tx, change, at))) return false
    await endPhoneChange(tx, change.customer_id, 'done', at)
    await endWaitingMerges(tx, change.customer_id, at, 'leaving')
    await deleteWaitingIdentities(tx, change.customer_id, at)
    await deleteWaitingPasskeys(tx, change.customer_id, at)
    await endSessions(tx, change.customer_id, at, { except: session_id ?? 0 })
    await notify(tx, change, member.email, { about: 'phone_changed' }, at)
    return true
  })
}

type OwnNotice = MemberNotice extends infer N
  ? N extends MemberNotice
    ? Omit<N, 'phone'>
    : never
  : never

async function notify(
  tx: Tx,
  change: OpenPhoneChange,
  email: string | null,
  news: OwnNotice,
  now: Date,
) {
  const notice = { ...news, phone: maskedPhone(change.new_phone) } as MemberNotice
  // A change that takes effect on another day is another notification.
  const key = [
    change.phone_change_id,
    ...(news.about === 'phone_changes' ? [news.due_at] : []),
  ].join(':')
  await notifyMember(tx, { phone: change.old_phone, email, key }, notice, now)
}

/** The job of the changes that were let wait. A phone that has got an account meanwhile is not taken from it. */
export function phoneChangeJob(deps: Pick<SecurityDeps, 'db' | 'now' | 'log'>): Job {
  return {
    name: 'change-phones',
    every_ms: 5 * 60_000,
    run: async () => void (await changeDuePhones(deps)),
  }
}

/** Gives members the phones that they have waited for. Returns how many. */
export async function changeDuePhones(
  deps: Pick<SecurityDeps, 'db' | 'now' | 'log'>,
): Promise<number> {
  const { db, now, log } = deps
  let done = 0
  for (const change of await findDuePhoneChanges(db, now())) {
    const is_done = await complete(deps, change, change.session_id)
    if (is_done) done += 1
    else {
      const is_there = (await findMember(db, change.customer_id)) !== null
      await endPhoneChange(db, change.customer_id, is_there ? 'taken' : 'cancelled', now())
      log.info({ customer_id: change.customer_id }, 'a change of phone found the phone taken')
    }
  }
  return done
}
