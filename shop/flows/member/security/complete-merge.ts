import type { Moved } from '#contracts/member-site/merge.ts'
import type { Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { eraseCardsOf, moveCards } from '#shop/card/card-store.ts'
import { lockCustomers } from '#shop/customer/customer-lock-store.ts'
import { moveAddresses } from '#shop/customer/member-address-store.ts'
import { bookTier } from '#shop/flows/member/book-orders.ts'
import { moveBelongings } from '#shop/flows/member/move-belongings.ts'
import { deleteUnordered } from '#shop/flows/quote/unordered-quotes-store.ts'
import { eraseMember } from '#shop/identity/member-erasure-store.ts'
import { moveIdentities } from '#shop/identity/member/linked-identity-store.ts'
import {
  fillProfile,
  type ProvenMerge,
  recordMerge,
} from '#shop/identity/member/member-merge-store.ts'
import { findMemberPasskeys } from '#shop/identity/member/member-passkey-store.ts'
import { lockMember, type MemberAccount } from '#shop/identity/member-store.ts'
import { findTiers, lockStanding } from '#shop/loyalty/loyalty-store.ts'
import { moveCounted, movePoints, moveVouchers } from '#shop/loyalty/move-points-store.ts'
import { moveCampaigns } from '#shop/notice/campaign/campaign-store.ts'
import { moveNotices } from '#shop/notice/notice-store.ts'
import { moveSubscriptions } from '#shop/notice/push-store.ts'
import { notifyMember } from '#shop/notification/notify-store.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { moveOrders } from '#shop/order/move-orders-store.ts'
import { moveOrderedQuotes } from '#shop/quote/move-quote-store.ts'
import { findWishes } from '#shop/customer/wishlist-store.ts'

interface Merging {
  now: Date
  /** Whether the session that merges has shown more than a code to the phone of the account that stays. */
  has_second_proof: boolean
  /**
   * When a code has proven the account that goes, where the merge has waited. If it has got a proof since, its owner is
   * there and has not asked for this.
   */
  waited_since?: Date
}

/** Moves everything of one account to another and erases it. Null: one of them is gone, or must not go. */
export async function completeMerge(
  tx: Tx,
  { from_customer_id: from, into_customer_id: into, member_merge_id }: ProvenMerge,
  { now, has_second_proof, waited_since }: Merging,
): Promise<Moved | null> {
  // Locked in the sequence of ids, so that two merges in both directions at once wait for each other.
  const ids = [from, into].toSorted((one, two) => one - two)
  await lockCustomers(tx, ids)
  const first = await lockMember(tx, ids[0] ?? from)
  const second = await lockMember(tx, ids[1] ?? into)
  // A second tab finds the other account gone.
  if (first === null || second === null) return null
  const [other, stays] = first.customer_id === from ? [first, second] : [second, first]
  if (waited_since !== undefined && (await hasOwnerSince(tx, other, waited_since))) return null
  // Whoever has taken a SIM could bring an own Google account by a merge: its owner has a day to remove it.
  const counts_from = has_second_proof ? now : new Date(now.getTime() + day_ms)
  const identities = { counts_from, by_code: !has_second_proof }
  const moved = await moveAll(tx, { from, into, member_merge_id, identities }, now)
  await recordMerge(tx, member_merge_id, moved, now)
  const key = String(member_merge_id)
  const gone = { phone: other.phone, email: other.email, key }
  const left = { phone: stays.phone, email: stays.email, key }
  await eraseMember(tx, other.phone, now)
  await eraseCardsOf(tx, from, now)
  await notifyMember(tx, gone, { about: 'merged', phone: maskedPhone(stays.phone) }, now)
  await notifyMember(tx, left, { about: 'merged_in', phone: maskedPhone(other.phone) }, now)
  return moved
}

interface Move {
  from: CustomerId
  into: CustomerId
  member_merge_id: number
  /** When the identities that move sign in at the earliest, and whether a code alone has brought them. */
  identities: { counts_from: Date; by_code: boolean }
}

/**
 * Whether the owner of the account that goes is there: it has a passkey, or its password was set or its address proven
 * after `since`.
 */
async function hasOwnerSince(tx: Tx, account: MemberAccount, since: Date): Promise<boolean> {
  const { customer_id, password_set_at, email_proven_at } = account
  const times = [password_set_at, email_proven_at]
  if (times.some((at) => at !== null && at > since)) return true
  return (await findMemberPasskeys(tx, customer_id)).length > 0
}

/** Moves all that belongs to one member to another. Both are locked. */
async function moveAll(tx: Tx, move: Move, now: Date): Promise<Moved> {
  const { from, into } = move
  const wishes = (await findWishes(tx, from)).length
  await moveBelongings(tx, from, into)
  await deleteUnordered(tx, from)
  await moveNotices(tx, from, into)
  await moveCampaigns(tx, from, into)
  await moveSubscriptions(tx, from, into)
  await moveCards(tx, from, into)
  await moveIdentities(tx, from, into, move.identities)
  await moveOrderedQuotes(tx, from, into)
  // Orders first: whoever books one waits for its row, and then for the standings.
  const orders = await moveOrders(tx, from, into)
  for (const id of [from, into].toSorted((one, two) => one - two)) await lockStanding(tx, id)
  const points = await movePoints(tx, move, now)
  await moveCounted(tx, from, into)
  await bookTier(tx, into, await lockStanding(tx, into), await findTiers(tx), now)
  const vouchers = await moveVouchers(tx, from, into)
  const addresses = await moveAddresses(tx, from, into)
  await fillProfile(tx, from, into, { now, by_code: move.identities.by_code })
  return { orders, points, vouchers, addresses, wishes }
}
