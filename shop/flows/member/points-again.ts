import type { Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import { lockCustomer } from '#shop/customer/customer-lock-store.ts'
import { findMemberOrders } from '#shop/flows/member/member-orders-store.ts'
import { findStanding } from '#shop/loyalty/standing-store.ts'

/**
 * Whether the member of an ended order has the points still that it gave back when it ended. The customer is locked, as
 * while an order is placed, so neither another order nor other late money spends them.
 */
export async function hasPointsAgain(tx: Tx, order_id: OrderId, now: Date): Promise<boolean> {
  const [order] = await findMemberOrders(tx, [order_id])
  if (order === undefined) return true
  const missing = order.points_used - order.booked.spent
  if (missing <= 0) return true
  await lockCustomer(tx, order.customer_id)
  return (await findStanding(tx, order.customer_id, now)).points >= missing
}
