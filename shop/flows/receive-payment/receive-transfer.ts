import type { Tx } from '#db/schema.ts'
import type { Received, ReceiveDeps } from '#shop/flows/receive-payment/receive-payment.ts'
import { termsOfMoney } from '#shop/flows/receive-payment/restore-offers.ts'
import { reviewMoney, settleMoney } from '#shop/flows/receive-payment/settle-money.ts'
import { reservingTransaction } from '#shop/inventory/reservation/reserving-transaction.ts'
import { findOrderCodes, lockOrderById } from '#shop/order/order-store.ts'
import { findNoticedAttempt } from '#shop/payment/attempt/attempt-store.ts'
import type { TransferNotice } from '#shop/payment/attempt/payment-notice.ts'
import { findOrderOfCode, isAskedAmount } from '#shop/payment/attempt/transfer-code-store.ts'
import { ordersNamedIn, transfer_method } from '#shop/payment/attempt/transfer.ts'
import { payos } from '#shop/payment/gateways/payos.ts'
import { insertBankMessage, isKnownTransfer } from '#shop/payment/ledger/message-store.ts'

type TransferOutcome = 'known' | 'ignored' | 'paid' | 'reopened' | 'review'

/**
 * Receives a transfer that a relay reported with proof (threats T2, F7, F8). It is counted once by the relay's own
 * number, matched by order code and added to earlier partial payments, in one transaction under the order's lock.
 * A transfer that does not pay an order goes under review: no money is lost and no order moves back.
 */
export async function receiveTransfer(
  /** `account_number`: the shop's own account; money on other accounts is not counted. */
  deps: ReceiveDeps & { account_number: string },
  notice: TransferNotice,
): Promise<TransferOutcome> {
  const now = deps.now()
  const is_our_account =
    notice.account_number === null || notice.account_number === deps.account_number
  const { outcome, ...about } = await reservingTransaction(deps.db, (tx) =>
    receiveBankMessage(tx, notice, { is_our_account, late_money_days: deps.late_money_days }, now),
  )
  const { relay, relay_id, amount } = notice
  deps.log.info({ relay, relay_id, amount, outcome, ...about }, 'money by transfer')
  return outcome
}

async function receiveBankMessage(
  tx: Tx,
  notice: TransferNotice,
  { is_our_account, late_money_days }: { is_our_account: boolean; late_money_days: number },
  now: Date,
): Promise<Received<TransferOutcome>> {
  if (await isOfGateway(tx, notice)) return { outcome: 'ignored' }
  const bank_message_id = await insertBankMessage(tx, notice, now)
  if (bank_message_id === null) return { outcome: 'known' }
  const message = { bank_message_id, payment_message_id: null }
  const named = await ordersNamedBy(tx, notice)
  const [order_id = null] = named
  if (order_id === null || named.length > 1) {
    // A relay may also watch other accounts of the owner. Their transfers do not concern orders.
    if (order_id === null && !is_our_account) return { outcome: 'ignored' }
    const reason = order_id === null ? 'unknown_code' : 'several_codes'
    await reviewMoney(tx, message, null, reason, now)
    return { outcome: 'review', reason }
  }
  const order = await lockOrderById(tx, order_id)
  if (!order) throw new ReferenceError(`order ${order_id} does not exist`)
  const { code: order_code } = order
  if (await isKnownTransfer(tx, order_id, notice)) return { outcome: 'known', order_code }
  const { amount } = notice
  const is_as_asked = await isAskedAmount(tx, order_id, amount)
  const terms = await termsOfMoney(tx, order, { method: transfer_method, amount, is_as_asked })
  const arrival = {
    ...{ ...message, amount, gateway: transfer_method, payment_id: null },
    ...{ is_our_account, may_reopen_cancelled: false, late_money_days, terms },
  }
  const settled = await settleMoney(tx, order, arrival, now)
  if (settled.outcome === 'review') return { outcome: 'review', order_code, reason: settled.reason }
  return { outcome: settled.outcome, order_code }
}

/**
 * Whether the money is for an attempt of the payOS gateway, which may share the relay's channel. The gateway queries
 * its attempts itself: counted here too, they would be counted twice.
 */
async function isOfGateway(tx: Tx, { code }: TransferNotice): Promise<boolean> {
  if (code === null) return false
  const about = { reference: String(code.order_number), link: code.payment_link }
  return (await findNoticedAttempt(tx, payos.code, about)) !== null
}

/** The orders that a transfer names: by its transfer code if the relay knows it, else by its text. */
async function ordersNamedBy(tx: Tx, notice: TransferNotice): Promise<number[]> {
  if (notice.code !== null) {
    const order_id = await findOrderOfCode(tx, notice.code)
    if (order_id !== null) return [order_id]
  }
  const codes = ordersNamedIn(notice.text)
  if (codes.length === 0) return []
  return (await findOrderCodes(tx, codes)).map(({ order_id }) => order_id)
}
