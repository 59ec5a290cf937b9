import type { z } from 'zod'
import type { Moved } from '#contracts/member-site/merge.ts'
import { memberSecurity as contract } from '#contracts/member-site/security.ts'
import type { Database } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import type { Service } from '#pure/contract.ts'
import type { CustomerId } from '#pure/ids.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { findAddresses } from '#shop/customer/member-address-store.ts'
import { sendOtp, takeOtp } from '#shop/flows/member/account/otp-flow.ts'
import { requireConfirmed, requireMember } from '#shop/flows/member/account/require-member.ts'
import { completeMerge } from '#shop/flows/member/security/complete-merge.ts'
import { hasOldPassword, isOwn, secondProof } from '#shop/flows/member/security/second-proof.ts'
import type { SecurityDeps } from '#shop/flows/member/security/security-deps.ts'
import {
  endWaitingMerges,
  findMerge,
  findWaitingMerge,
  insertMerge,
  type ProvenMerge,
  scheduleMerge,
} from '#shop/identity/member/member-merge-store.ts'
import { findMemberPasskeys } from '#shop/identity/member/member-passkey-store.ts'
import {
  findAccountByPhone,
  findMember,
  lockMember,
  type MemberAccount,
  type SignedInMember,
} from '#shop/identity/member-store.ts'
import { findStanding } from '#shop/loyalty/standing-store.ts'
import { notifyMember } from '#shop/notification/notify-store.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { countMemberOrders } from '#shop/views/member/member-orders-store.ts'
import { findMemberVouchers } from '#shop/views/member/member-voucher-store.ts'
import { findWishes } from '#shop/customer/wishlist-store.ts'

/** How long the proof of the other account counts. */
const proof_ms = 15 * 60_000

type Merging = Pick<
  Service<typeof contract>,
  | 'sendOtherPhoneCode'
  | 'proveOtherAccount'
  | 'mergePreview'
  | 'mergeAccounts'
  | 'waitingMerge'
  | 'cancelMerge'
>

/** Two accounts of one person become one (decision 197). */
export function mergingAccounts(deps: SecurityDeps): Merging {
  const { db, now } = deps
  return {
    sendOtherPhoneCode: async (_caller, { token, ...asked }) => {
      const member = await requireConfirmed(deps, token, contract.sendOtherPhoneCode)
      if (readMobile(asked.phone).e164 === member.phone) {
        throw contract.sendOtherPhoneCode.refuse('same_phone')
      }
      return sendOtp(deps, { ...asked, purpose: 'merge' })
    },
    proveOtherAccount: async (_caller, { token, ...entered }) => {
      const { refuse } = contract.proveOtherAccount
      const member = await requireConfirmed(deps, token, contract.proveOtherAccount)
      const phone = await takeOtp(deps, { ...entered, purpose: 'merge' })
      const other = await findAccountByPhone(db, phone)
      if (other === null || other.customer_id === member.customer_id) {
        throw refuse('no_other_account')
      }
      await insertMerge(db, {
        ...{ from_customer_id: other.customer_id, into_customer_id: member.customer_id },
        ...{ session_id: member.session_id, proven_at: now() },
      })
      return {}
    },
    mergePreview: async (_caller, { token }) => {
      const { session_id } = await requireMember(deps, token, contract.mergePreview)
      const proven = await findMerge(db, session_id, proofsSince(now()))
      const other = proven && (await accountOf(db, proven.from_customer_id))
      if (other === null) return null
      const moved = await countMoves(deps, other.customer_id)
      return { phone: other.phone, proof: await proofOfOther(deps, other), moved }
    },
    mergeAccounts: (_caller, input) => mergeAccounts(deps, input),
    waitingMerge: async (_caller, { token }) => {
      const { customer_id } = await requireMember(deps, token, contract.waitingMerge)
      const waiting = await findWaitingMerge(db, customer_id)
      if (waiting === null) return null
      const { from_customer_id, into_customer_id, due_at } = waiting
      const is_leaving = from_customer_id === customer_id
      const other = await findMember(db, is_leaving ? into_customer_id : from_customer_id)
      return { is_leaving, phone: maskedPhone(other?.phone ?? ''), due_at: due_at.toISOString() }
    },
    cancelMerge: async (_caller, { token }) => {
      const { customer_id } = await requireMember(deps, token, contract.cancelMerge)
      await endWaitingMerges(db, customer_id, now())
      return {}
    },
  }
}

function proofsSince(now: Date): Date {
  return new Date(now.getTime() - proof_ms)
}

/** How the account that goes must be proven, beside its phone. */
async function proofOfOther(
  { db, now }: SecurityDeps,
  other: MemberAccount,
): Promise<'password' | 'passkey' | 'none'> {
  // One that a code alone has set proves no more than the code, which waits and is notified of (decision 234).
  const { password_set_at: at, password_by_code: by_code } = other
  if (hasOldPassword(other, now()) && isOwn({ at, by_code }, now())) return 'password'
  return (await findMemberPasskeys(db, other.customer_id)).length > 0 ? 'passkey' : 'none'
}

async function countMoves({ db, now }: SecurityDeps, customer_id: CustomerId): Promise<Moved> {
  const standing = await findStanding(db, customer_id, now())
  const [orders, vouchers, addresses, wishes] = await Promise.all([
    countMemberOrders(db, customer_id),
    findMemberVouchers(db, customer_id, standing, now()),
    findAddresses(db, customer_id),
    findWishes(db, customer_id),
  ])
  const own_vouchers = vouchers.filter(({ is_own }) => is_own).length
  const counts = { orders, vouchers: own_vouchers, points: standing.points }
  return { ...counts, addresses: addresses.length, wishes: wishes.length }
}

type Merged = z.infer<typeof contract.mergeAccounts.output>

async function mergeAccounts(
  deps: SecurityDeps,
  { token, password }: { token: string; password: string },
): Promise<Merged> {
  const { db, now, hasher } = deps
  const { refuse } = contract.mergeAccounts
  const member = await requireConfirmed(deps, token, contract.mergeAccounts)
  const proven = await findMerge(db, member.session_id, proofsSince(now()))
  const other = proven && (await accountOf(db, proven.from_customer_id))
  if (proven === null || other === null) throw refuse('nothing_to_merge')
  const proof = await proofOfOther(deps, other)
  if (proof === 'passkey') throw refuse('merge_from_other')
  if (proof === 'none') return { moved: null, due_at: await wait(deps, member, { proven, other }) }
  const checked = await hasher.check(password, other.password_hash)
  if (checked === null) throw refuse('too_busy')
  if (!checked.is_right) throw refuse('wrong_login')
  const has_second_proof = (await secondProof(deps, member)) === 'given'
  const merging = { now: now(), has_second_proof }
  const moved = await transaction(db, (tx) => completeMerge(tx, proven, merging))
  if (moved === null) throw refuse('nothing_to_merge')
  return { moved, due_at: null }
}

async function accountOf(db: Database, customer_id: CustomerId): Promise<MemberAccount | null> {
  const member = await findMember(db, customer_id)
  return member && findAccountByPhone(db, member.phone)
}

/**
 * Lets a merge wait a day and tells both accounts. Only a code has proven the one that goes, and whoever has taken its
 * SIM gets codes (decision 210). Asked for once more, the day stays. Returns when it is made.
 */
async function wait(
  { db, now }: SecurityDeps,
  member: SignedInMember,
  { proven, other }: { proven: ProvenMerge; other: MemberAccount },
): Promise<string> {
  // A code has replaced the password that would be needed: the day begins when that would have been over.
  const from = Math.max(now().getTime(), other.guarded_until?.getTime() ?? 0)
  const due_at = new Date(from + day_ms)
  const key = String(proven.member_merge_id)
  const goes = { phone: other.phone, email: other.email, key }
  const stays = { phone: member.phone, email: member.email, key }
  return transaction(db, async (tx) => {
    const is_there = (await lockMember(tx, other.customer_id)) !== null
    // Read again: a second press at the same time has waited for the lock.
    const latest = await findMerge(tx, member.session_id, proofsSince(now()))
    if (!is_there || latest?.member_merge_id !== proven.member_merge_id) {
      throw contract.mergeAccounts.refuse('nothing_to_merge')
    }
    if (latest.due_at !== null) return latest.due_at.toISOString()
    await scheduleMerge(tx, { ...proven, due_at }, now())
    const at = due_at.toISOString()
    const notice_of_goes = { about: 'merges', phone: maskedPhone(stays.phone), due_at: at } as const
    await notifyMember(tx, goes, notice_of_goes, now())
    const notice_of_stays = {
      about: 'merges_in',
      phone: maskedPhone(goes.phone),
      due_at: at,
    } as const
    await notifyMember(tx, stays, notice_of_stays, now())
    return at
  })
}
