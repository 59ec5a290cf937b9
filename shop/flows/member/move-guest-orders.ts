import type { Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import { bookOrders } from '#shop/flows/member/book-orders.ts'
import { findMember } from '#shop/identity/member-store.ts'
import { moveOrdersOfPhone } from '#shop/order/move-orders-store.ts'
import { moveQuotesOfOrders } from '#shop/quote/move-quote-store.ts'
import { findOrdersOfLoans } from '#shop/trade/application/order-loan-store.ts'

/**
 * Gives a guest's orders to the member who signs in: those made with the member's proven phone, and those of loans,
 * whose applications go too. Orders with another phone stay, because a browser may serve a family. Both customers are
 * locked.
 */
export async function moveGuestOrders(
  tx: Tx,
  guest: CustomerId,
  member: CustomerId,
  now: Date,
): Promise<void> {
  const profile = await findMember(tx, member)
  if (profile === null) return
  const order_ids = await findOrdersOfLoans(tx, guest)
  const whose = { from: guest, into: member }
  const moved = await moveOrdersOfPhone(tx, whose, { phone: profile.phone, order_ids })
  if (moved.length === 0) return
  await moveQuotesOfOrders(
    tx,
    moved.map(({ quote_id }) => quote_id),
    member,
  )
  await bookOrders(
    tx,
    moved.map(({ order_id }) => order_id),
    now,
  )
}
