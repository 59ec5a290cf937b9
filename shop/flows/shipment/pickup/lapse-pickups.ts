import type { OrderId } from '#pure/ids.ts'
import { transaction } from '#platform/database/postgres.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { askAboutOrder } from '#shop/flows/receive-payment/ask-providers.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { findLapsed, findPickup } from '#shop/pickup/pickup-store.ts'

const batch = 200
const patience_ms = 5_000
/** Nothing ends before eight in the morning: its shopper gets a message. */
const first_hour_ms = 8 * 3_600_000

/**
 * Ends orders that nobody collected by their last day: their units can be sold again, and paid money is refunded. Each
 * has its own transaction, under the row lock that staff take too. Returns how many ended.
 */
export async function lapsePickups(deps: ProviderDeps): Promise<number> {
  const { db, log } = deps
  const now = deps.now()
  const today = vietnamDay(new Date(now.getTime() - first_hour_ms))
  let ended = 0
  for (const { order_id, code } of await findLapsed(db, today, batch)) {
    try {
      if (!(await lapse(deps, order_id, today, now))) continue
      ended += 1
      log.info({ order_code: code }, 'an order that nobody collected ended')
    } catch (error) {
      // One order that cannot end must not keep the others from ending.
      log.error({ order_code: code, err: error }, 'an order that nobody collected did not end')
    }
  }
  return ended
}

async function lapse(
  deps: ProviderDeps,
  order_id: OrderId,
  today: string,
  now: Date,
): Promise<boolean> {
  // Money that its provider has not reported yet is refunded too.
  await askAboutOrder(deps, order_id, patience_ms)
  return transaction(deps.db, async (tx) => {
    const order = await lockOrderById(tx, order_id)
    const pickup = await findPickup(tx, order_id)
    if (order?.state !== 'ready_for_pickup' || pickup === null) return false
    if (pickup.keep_until >= today) return false
    await transition(tx, order, 'lapse_pickup', { actor: 'clock' }, now)
    return true
  })
}
