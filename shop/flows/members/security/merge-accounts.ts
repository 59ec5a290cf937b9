import { type Moved } from '#contracts/member-site/merge.ts'
import { memberSecurity as contract } from '#contracts/member-site/security.ts'
import type { Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import type { Service } from '#pure/contract.ts'
import type { CustomerId } from '#pure/ids.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { moveCartLines } from '#shop/cart/merge-store.ts'
import { moveBookings } from '#shop/booking/booking-store.ts'
import { eraseCardsOf, moveCards } from '#shop/card/card-store.ts'
import { copyChoices } from '#shop/consent/consent-store.ts'
import { lockCustomers } from '#shop/customer/customer-lock-store.ts'
import { findAddresses, moveAddresses } from '#shop/customer/member-address-store.ts'
import { bookTier } from '#shop/flows/member/book-orders.ts'
import { sendOtp, takeOtp } from '#shop/flows/members/otp-flow.ts'
import { requireConfirmed, requireMember } from '#shop/flows/members/require-member.ts'
import type { SecurityDeps } from '#shop/flows/members/security/security-deps.ts'
import { deleteUnordered } from '#shop/flows/quote/unordered-quotes-store.ts'
import { eraseMember } from '#shop/identity/member-erasure-store.ts'
import { moveIdentities } from '#shop/identity/member/linked-identity-store.ts'
import {
  fillProfile,
  findMerge,
  insertMerge,
  recordMerge,
} from '#shop/identity/member/member-merge-store.ts'
import { findMemberPasskeys } from '#shop/identity/member/member-passkey-store.ts'
import { findAccountByPhone, findMember, lockMember } from '#shop/identity/member-store.ts'
import { findTiers, lockStanding } from '#shop/loyalty/loyalty-store.ts'
import { moveCounted, movePoints, moveVouchers } from '#shop/loyalty/move-points-store.ts'
import { findStanding } from '#shop/loyalty/standing-store.ts'
import { moveNotices } from '#shop/notice/notice-store.ts'
import { moveSubscriptions } from '#shop/notice/push-store.ts'
import { notifyMember } from '#shop/notification/notify-store.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { moveOrders } from '#shop/order/move-orders-store.ts'
import { moveOrderedQuotes } from '#shop/quote/move-quote-store.ts'
import { countMemberOrders } from '#shop/views/member/member-orders-store.ts'
import { findMemberVouchers } from '#shop/views/member/member-voucher-store.ts'
import { findWishes, moveWishes } from '#shop/wishlist/wishlist-store.ts'

/** How long the proof of the other account counts. */
const proof_ms = 15 * 60_000

type Merging = Pick<
  Service<typeof contract>,
  'sendOtherPhoneCode' | 'proveOtherAccount' | 'mergePreview' | 'mergeAccounts'
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
      const other = proven && (await findMember(db, proven.from_customer_id))
      if (other === null) return null
      const account = await findAccountByPhone(db, other.phone)
      return {
        phone: other.phone,
        needs_password: hasOldPassword(account, now()),
        moved: await countMoves(deps, other.customer_id),
      }
    },
    mergeAccounts: (_caller, input) => mergeAccounts(deps, input),
  }
}

function proofsSince(now: Date): Date {
  return new Date(now.getTime() - proof_ms)
}

type Passworded = { password_hash: string | null; password_set_at: Date | null } | null

/** A password that was set today proves no more than the code that may have set it (decision 189). */
function hasOldPassword(account: Passworded, now: Date): boolean {
  const set_at = account?.password_set_at ?? null
  if (account === null || account.password_hash === null || set_at === null) return false
  return now.getTime() - set_at.getTime() >= day_ms
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

async function mergeAccounts(
  deps: SecurityDeps,
  { token, password }: { token: string; password: string },
): Promise<Moved> {
  const { db, now, hasher } = deps
  const { refuse } = contract.mergeAccounts
  const member = await requireConfirmed(deps, token, contract.mergeAccounts)
  const proven = await findMerge(db, member.session_id, proofsSince(now()))
  const other = proven && (await findMember(db, proven.from_customer_id))
  if (proven === null || other === null) throw refuse('nothing_to_merge')
  const account = await findAccountByPhone(db, other.phone)
  if (hasOldPassword(account, now())) {
    const checked = await hasher.check(password, account?.password_hash ?? null)
    if (checked === null) throw refuse('too_busy')
    if (!checked.is_right) throw refuse('wrong_login')
  } else if ((await findMemberPasskeys(db, other.customer_id)).length > 0) {
    throw refuse('merge_from_other')
  }
  return transaction(db, async (tx) => {
    const { from_customer_id: from, into_customer_id: into, member_merge_id } = proven
    // Locked in the sequence of ids, so that two merges in both directions at once wait for each other.
    const ids = [from, into].toSorted((one, two) => one - two)
    await lockCustomers(tx, ids)
    const locked = [await lockMember(tx, ids[0] ?? from), await lockMember(tx, ids[1] ?? into)]
    // A second tab finds the other account gone.
    if (locked.includes(null)) throw refuse('nothing_to_merge')
    const moved = await moveAll(tx, { from, into, member_merge_id }, now())
    await recordMerge(tx, member_merge_id, moved, now())
    const { phone, email } = other
    const contact = { phone, email, key: String(member_merge_id) }
    await eraseMember(tx, phone, now())
    await eraseCardsOf(tx, from, now())
    await notifyMember(tx, contact, { about: 'merged', phone: maskedPhone(member.phone) }, now())
    return moved
  })
}

interface Move {
  from: CustomerId
  into: CustomerId
  member_merge_id: number
}

/** Moves all that belongs to one member to another. Both are locked. */
async function moveAll(tx: Tx, move: Move, now: Date): Promise<Moved> {
  const { from, into } = move
  await moveCartLines(tx, from, into)
  await deleteUnordered(tx, from)
  const wishes = (await findWishes(tx, from)).length
  await moveWishes(tx, from, into)
  await copyChoices(tx, from, into)
  await moveNotices(tx, from, into)
  await moveBookings(tx, from, into)
  await moveSubscriptions(tx, from, into)
  await moveCards(tx, from, into)
  await moveIdentities(tx, from, into)
  await moveOrderedQuotes(tx, from, into)
  // Orders first: whoever books one waits for its row, and then for the standings.
  const orders = await moveOrders(tx, from, into)
  for (const id of [from, into].toSorted((one, two) => one - two)) await lockStanding(tx, id)
  const points = await movePoints(tx, move, now)
  await moveCounted(tx, from, into)
  await bookTier(tx, into, await lockStanding(tx, into), await findTiers(tx), now)
  const vouchers = await moveVouchers(tx, from, into)
  const addresses = await moveAddresses(tx, from, into)
  await fillProfile(tx, from, into)
  return { orders, points, vouchers, addresses, wishes }
}
