import type { Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { hold_ms } from '#shop/order/order.ts'
import { lockOrderById, moveOrder } from '#shop/order/order-state-store.ts'
import { canMove } from '#shop/order/order-states.ts'
import { askAboutOrder } from '#shop/flows/receive-payment/ask-providers.ts'
import type { ProviderParts } from '#shop/flows/choose-payment/begin-attempt.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { findParts } from '#shop/payment/ledger/part-store.ts'
import { insertPayment, livePayment } from '#shop/payment/attempt/payment-store.ts'
import { findStale, type StaleTry, updateFailed } from '#shop/payment/attempt/attempt-store.ts'

const batch = 200
const patience_ms = 5_000
const failure = 'Chưa nhận được tiền trong thời gian chờ.'

/**
 * Orders that were to be paid at the door, turned to another way and brought no money in the time that
 * every unpaid order has, are paid at the door again, and their shoppers are told (decision 085). The
 * provider is asked first; money that it holds back, or that came in part, is waited for. Returns how
 * many turned back.
 */
export async function turnBack(parts: ProviderParts): Promise<number> {
  const { db, now, log } = parts
  const before = new Date(now().getTime() - hold_ms)
  let turned = 0
  for (const { order_id } of await findStale(db, before, batch)) {
    await askAboutOrder(parts, order_id, patience_ms)
    const is_turned = await transaction(db, async (tx) => {
      const order = await lockOrderById(tx, order_id)
      // Read after the lock: money may have come, or another choice was made.
      const [stale] = await findStale(tx, before, 1, order_id)
      if (order === null || stale === undefined || !canMove('turn_back', order.state, 'clock')) {
        return false
      }
      if ((await findParts(tx, order_id)).length > 0) return false
      await turnOne(tx, { ...stale, amount: order.grand_total }, now())
      return true
    })
    if (!is_turned) continue
    turned += 1
    log.info({ order_id }, 'an order that brought no money is paid at the door again')
  }
  return turned
}

async function turnOne(tx: Tx, stale: StaleTry & { amount: number }, now: Date): Promise<void> {
  const { order_id, payment_id, ask_at, amount } = stale
  // Somebody may still be paying on an open page: its provider is asked on.
  await updateFailed(tx, payment_id, { failure, ask_at }, now)
  if ((await livePayment(tx, order_id)) !== null) return
  const method = cashOnDelivery.code
  await insertPayment(tx, { order_id, method, state: 'due_on_delivery', amount, now })
  await moveOrder(tx, order_id, 'turn_back', { actor: 'clock', payment_method: method }, now)
}
