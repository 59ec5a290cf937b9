import type { OrderId } from '#pure/ids.ts'
import { askAboutOrder } from '#shop/flows/receive-payment/ask-providers.ts'
import { failAttempt } from '#shop/flows/fail-attempt.ts'
import { reservingTransaction } from '#shop/inventory/reservation/reserving-transaction.ts'
import { canMove } from '#shop/order/order-states.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import { payment_wait_ms } from '#shop/order/order.ts'
import { findStale } from '#shop/payment/attempt/attempt-store.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { findPartialPayments } from '#shop/payment/ledger/review-store.ts'

const batch = 200
const patience_ms = 5_000
const failure = 'Chưa nhận được tiền trong thời gian chờ.'

/**
 * Returns orders to cash on delivery that were changed to another method and got no money within the time that every
 * unpaid order has; their shoppers are notified (decision 085). The provider is queried first. Orders with held money
 * or a partial payment keep waiting. Returns how many orders were returned.
 */
export async function returnToCod(deps: ProviderDeps): Promise<number> {
  const { db, now, log } = deps
  const before = new Date(now().getTime() - payment_wait_ms)
  let returned = 0
  for (const { order_id } of await findStale(db, before, batch)) {
    await askAboutOrder(deps, order_id, patience_ms)
    if (!(await returnOrder(deps, order_id, before))) continue
    returned += 1
    log.info({ order_id }, 'an unpaid order was returned to cash on delivery')
  }
  return returned
}

async function returnOrder(
  { db, now: clock }: ProviderDeps,
  order_id: OrderId,
  before: Date,
): Promise<boolean> {
  return reservingTransaction(db, async (tx) => {
    const now = clock()
    const order = await lockOrderById(tx, order_id)
    // Read after the lock: money may have arrived, or another method was chosen.
    const [stale] = await findStale(tx, before, 1, order_id)
    if (order === null || stale === undefined) return false
    if (!canMove('return_to_cod', order.state, 'clock')) return false
    if ((await findPartialPayments(tx, order_id)).length > 0) return false
    // The shopper may still be paying on an open page, so the provider is still queried.
    await failAttempt(tx, order, stale, { failure, ask_at: stale.ask_at }, now)
    return true
  })
}
