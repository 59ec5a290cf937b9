import { order as contract, type Order } from '#contracts/storefront/order.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Caller } from '#pure/contract.ts'
import { releaseOrderReservations as releaseOrderHolds } from '#shop/flows/release-reservations.ts'
import { moveOrder, type OrderInHand } from '#shop/order/order-state-store.ts'
import { type Actor, canMove } from '#shop/order/order-states.ts'
import { findLinkedOrder, findOrder, lockLinkedOrder, lockOrder } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { askAboutOrder } from '#shop/flows/receive-payment/ask-providers.ts'
import type { ProviderParts } from '#shop/flows/choose-payment/begin-attempt.ts'
import { findPaymentFacts } from '#shop/payment/attempt/payment-facts-store.ts'
import { endPayment } from '#shop/payment/attempt/payment-store.ts'
import { refundDue } from '#shop/flows/refund-order/refund-order.ts'

interface Parts {
  db: Database
  now: Now
  log: Log
  providers: ProviderParts
}

interface CancelInput {
  order_code: string
  secret?: string | undefined
  reason?: string | undefined
}

/**
 * The shopper gives an order up, until it is on its way (product-language §3.6). Its owner may, and
 * whoever holds its link. Asked twice, the second answer is the same.
 */
export async function cancelByShopper(
  { db, now, log, providers }: Parts,
  caller: Caller | null,
  { order_code, secret, reason }: CancelInput,
): Promise<Order> {
  const { refuse } = contract.cancelOrder
  const code = storedCode(order_code)
  await askFirst(providers, caller, code, secret)
  const is_cancelled_now = await transaction(db, async (tx) => {
    const order = await orderOf(tx, caller, code, secret)
    if (!order) throw refuse('order_not_found')
    if (order.state === 'cancelled') return false
    if (!canMove('cancel', order.state, 'shopper')) {
      throw refuse('order_not_cancellable', { state: order.state })
    }
    await cancelInHand(tx, order, { actor: 'shopper', reason }, now())
    return true
  })
  if (is_cancelled_now) log.info({ order_code: code }, 'order cancelled by the shopper')
  const shown =
    secret === undefined
      ? caller && (await findOrder(db, caller.customer_id, { code }))
      : await findLinkedOrder(db, code, secret)
  if (!shown) throw refuse('order_not_found')
  return shown
}

/** Money that a provider has and we do not know of yet goes back with the order, not after it. */
async function askFirst(
  providers: ProviderParts,
  caller: Caller | null,
  code: string,
  secret: string | undefined,
): Promise<void> {
  const whose =
    secret === undefined ? caller && { customer_id: caller.customer_id, code } : { code, secret }
  const facts = whose && (await findPaymentFacts(providers.db, whose))
  if (facts?.order_state === 'awaiting_payment') {
    await askAboutOrder(providers, facts.order_id, 5_000)
  }
}

/**
 * Ends an order that is locked: nothing is held for it any more, a try to pay ends, and what was paid
 * goes back through the ledger. Money that comes later waits for staff (decision 045).
 */
export async function cancelInHand(
  tx: Tx,
  { order_id }: OrderInHand,
  { actor, reason }: { actor: Actor; reason?: string | undefined },
  now: Date,
): Promise<void> {
  const how = reason === undefined || reason === '' ? { actor } : { actor, note: reason }
  await moveOrder(tx, order_id, 'cancel', how, now)
  await endPayment(tx, order_id, 'failed', now)
  await releaseOrderHolds(tx, [order_id], now)
  await refundDue(tx, { order_id }, 'all', 'Đơn hàng đã hủy', now)
}

async function orderOf(
  tx: Tx,
  caller: Caller | null,
  code: string,
  secret: string | undefined,
): Promise<OrderInHand | null> {
  if (secret !== undefined) return lockLinkedOrder(tx, code, secret)
  return caller && lockOrder(tx, caller.customer_id, code, [])
}
