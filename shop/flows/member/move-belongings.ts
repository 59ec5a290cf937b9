import type { Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import { moveBookings } from '#shop/booking/booking-store.ts'
import { type MergedLine, moveCartLines } from '#shop/cart/merge-store.ts'
import { copyChoices } from '#shop/consent/consent-store.ts'
import { moveWishes } from '#shop/customer/wishlist-store.ts'
import { moveTicketsOf } from '#shop/repair/ticket/sweep-tickets-store.ts'
import { moveComments } from '#shop/talk/comment/comment-store.ts'
import { moveReviews } from '#shop/talk/review/review-store.ts'
import { moveApplications } from '#shop/trade/application/application-store.ts'
import { moveShopReservations } from '#shop/trade/shop-reservation/shop-reservation-store.ts'
import { moveTrades } from '#shop/trade/trade-in/trade-quote-store.ts'

/**
 * Moves what guests and members alike have to a member: at a sign-in, and when two accounts become one. Both customers
 * are locked. Orders and checkouts are not moved here. Returns the lines of the cart that became part of another one.
 */
export async function moveBelongings(
  tx: Tx,
  from: CustomerId,
  into: CustomerId,
): Promise<MergedLine[]> {
  const merged = await moveCartLines(tx, from, into)
  await moveWishes(tx, from, into)
  await copyChoices(tx, from, into)
  await moveBookings(tx, from, into)
  await moveTrades(tx, from, into)
  await moveTicketsOf(tx, from, into)
  await moveApplications(tx, from, into)
  await moveShopReservations(tx, from, into)
  await moveReviews(tx, from, into)
  await moveComments(tx, from, into)
  return merged
}
