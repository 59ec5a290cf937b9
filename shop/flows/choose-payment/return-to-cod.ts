import { transaction } from '#platform/database/postgres.ts'
import { askAboutOrder } from '#shop/flows/receive-payment/ask-providers.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { canMove } from '#shop/order/order-states.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import { payment_wait_ms } from '#shop/order/order.ts'
import { findLiveAttempt, findStale, updateFailed } from '#shop/payment/attempt/attempt-store.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { findPartialPayments } from '#shop/payment/ledger/review-store.ts'

const batch = 200
const patience_ms = 5_000
const failure = 'Chưa nhận được tiền trong thời gian chờ.'

/**
 * Orders that were to be paid on delivery, were changed to another way and brought no money in the time that
 * every unpaid order has, are paid on delivery again, and their shoppers are notified (decision 085). The
 * provider is asked first; money that it holds back, or that came in part, is waited for. Returns how many
 * orders returned.
 */
export async function returnToCod(deps: ProviderDeps): Promise<number> {
  const { db, now, log } = deps
  const before = new Date(now().getTime() - payment_wait_ms)
  let returned = 0
  for (const { order_id } of await findStale(db, before, batch)) {
    await askAboutOrder(deps, order_id, patience_ms)
    if (!(await returnOne(deps, order_id, before))) continue
    returned += 1
    log.info({ order_id }, 'an order that brought no money is paid on delivery again')
  }
  return returned
}

async function returnOne(
  { db, now: clock }: ProviderDeps,
  order_id: number,
  before: Date,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const now = clock()
    const order = await lockOrderById(tx, order_id)
    // Read after the lock: money may have come, or another choice was made.
    const [stale] = await findStale(tx, before, 1, order_id)
    if (order === null || stale === undefined) return false
    if (!canMove('turn_back', order.state, 'clock')) return false
    if ((await findPartialPayments(tx, order_id)).length > 0) return false
    // Somebody may still be paying on an open page: its provider is asked on.
    await updateFailed(tx, stale.payment_id, { failure, ask_at: stale.ask_at }, now)
    if ((await findLiveAttempt(tx, order_id)) !== null) return true
    const payment = { method: cashOnDelivery.code, amount: order.grand_total }
    await transition(tx, order, 'turn_back', { actor: 'clock', payment }, now)
    return true
  })
}
