import { askRefusals, type RefundRequestKind } from '#contracts/staff/refund-requests.ts'
import type { Database, Tx } from '#db/schema.ts'
import { declared, type StaffActor } from '#pure/contract.ts'
import type { OrderId } from '#pure/ids.ts'
import { findCashDue } from '#shop/flows/shipment/pickup/cash-due.ts'
import { takeCash } from '#shop/flows/shipment/pickup/take-cash.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import {
  findGoodwillLeft,
  insertRequest,
  lockGoodwill,
  sumAsked,
} from '#shop/payment/ledger/refund-request-store.ts'
import { findRefundable } from '#shop/payment/ledger/refund-store.ts'

interface Asked {
  amount: number
  kind: RefundRequestKind
  reason: string
}

const { refuse } = declared(askRefusals)

/**
 * Asks for a refund of a locked order; somebody else decides. Refused with above_received if it is more than what came
 * and was not asked for yet, and with goodwill_spent if the month's budget does not suffice. Returns the id.
 */
export async function askRefund(
  tx: Tx,
  order: LockedOrder,
  actor: StaffActor,
  { amount, kind, reason }: Asked,
  now: Date,
): Promise<number> {
  await countCodCash(tx, order, actor.name, now)
  const { order_id } = order
  const left = (await leftToRefund(tx, order_id)) - (await sumAsked(tx, order_id))
  if (amount > left) throw refuse('above_received', { left: Math.max(0, left) })
  if (kind === 'goodwill') {
    await lockGoodwill(tx)
    const budget = await findGoodwillLeft(tx, now)
    if (amount > budget) throw refuse('goodwill_spent', { left: budget })
  }
  return insertRequest(tx, { order_id, amount, kind, reason, asked_by: actor.staff_id }, now)
}

/** What came for an order and does not go back yet, in đồng. */
export async function leftToRefund(tx: Tx, order_id: OrderId): Promise<number> {
  return (await findRefundable(tx, order_id))?.left ?? 0
}

/** What a courier took of a delivered order, which the ledger does not count yet, in đồng. */
export async function codCash(
  db: Database,
  order: Pick<LockedOrder, 'order_id' | 'state' | 'grand_total'>,
): Promise<number> {
  if (order.state !== 'delivered') return 0
  const live = await findLiveAttempt(db, order.order_id)
  return live?.state === 'due_on_delivery' ? (await findCashDue(db, order)).due : 0
}

/**
 * Counts the cash of a delivered order as money that came: the customer paid it, also while it is still with the
 * carrier. Without it nothing could go back.
 */
export async function countCodCash(
  tx: Tx,
  order: LockedOrder,
  staff_name: string,
  now: Date,
): Promise<void> {
  const amount = await codCash(tx, order)
  if (amount > 0) await takeCash(tx, order, { amount, staff_name }, now)
}
