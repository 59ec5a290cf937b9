import { transaction } from '#platform/database/postgres.ts'
import { askAboutOrder } from '#shop/flows/receive-payment/ask-providers.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { findCaller } from '#shop/order/call-store.ts'
import { cancel_texts } from '#shop/order/cancel-reasons.ts'
import { findCodRules, findUnconfirmed } from '#shop/order/cod-store.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { findMissing } from '#shop/payment/ledger/review-store.ts'
import { isLoanBinding } from '#shop/trade/application/order-loan-store.ts'

const batch = 200
const hour_ms = 3_600_000

/**
 * Cancels unpaid orders that nobody confirmed in time, so that their units can be sold (decision 128). Each has its own
 * transaction, under the row lock that staff and payments take too. Returns how many were cancelled.
 */
export async function releaseUnconfirmed(deps: ProviderDeps): Promise<number> {
  const { db, log } = deps
  const { release_after_h } = await findCodRules(db)
  if (release_after_h === null) return 0
  const now = deps.now()
  const before = new Date(now.getTime() - release_after_h * hour_ms)
  let released = 0
  for (const { order_id, code } of await findUnconfirmed(db, before, now, batch)) {
    // Money that its provider has not reported yet still counts.
    await askAboutOrder(deps, order_id, 5_000)
    const is_released = await transaction(db, async (tx) => {
      const order = await lockOrderById(tx, order_id)
      if (order?.state !== 'pending') return false
      if ((await findMissing(tx, order)) < order.grand_total) return false
      if ((await findCaller(tx, order_id, now)) !== null) return false
      // Its application has a deadline of its own.
      if (await isLoanBinding(tx, order_id)) return false
      await transition(
        tx,
        order,
        'lapse',
        { actor: 'clock', reason: cancel_texts.not_reached },
        now,
      )
      return true
    })
    if (!is_released) continue
    released += 1
    log.info({ order_code: code }, 'unconfirmed order cancelled')
  }
  return released
}
