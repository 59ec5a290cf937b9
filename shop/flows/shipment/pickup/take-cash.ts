import type { Tx } from '#db/schema.ts'
import { termsOfMoney } from '#shop/flows/receive-payment/restore-offers.ts'
import { settleMoney } from '#shop/flows/receive-payment/settle-money.ts'
import type { LockedOrder } from '#shop/order/order-store.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { insertGatewayMessage } from '#shop/payment/ledger/message-store.ts'

/**
 * Takes what a locked order still needs in cash: it pays the order like any other money, and the message names who took
 * it. `amount` is what `findCashDue` says under the same lock, in đồng, more than 0.
 */
export async function takeCash(
  tx: Tx,
  order: LockedOrder,
  { amount, staff_name }: { amount: number; staff_name: string },
  now: Date,
): Promise<void> {
  const { order_id, code, version } = order
  const gateway = cashOnDelivery.code
  const live = await findLiveAttempt(tx, order_id)
  const payment_id = live?.payment_id ?? null
  const message_id = `${code}/${version}`
  const notice = {
    ...({ message_id, reference: code, status: 'paid', amount, failure: null } as const),
    ...{ provider_reference: null, detail: { staff_name } },
  }
  const message = { gateway, source: 'shop', payment_id, notice } as const
  const payment_message_id = await insertGatewayMessage(tx, message, now)
  const terms = await termsOfMoney(tx, order, { method: gateway, amount, is_as_asked: false })
  const arrival = {
    ...{ payment_message_id, bank_message_id: null, amount, gateway, payment_id, terms },
    ...{ is_our_account: true, may_reopen_cancelled: false },
    taken_by: { name: staff_name, reason: null, note: null },
  }
  const settled = await settleMoney(tx, order, arrival, now)
  if (settled.outcome !== 'paid') throw new RangeError(`cash does not pay order ${code}`)
}
