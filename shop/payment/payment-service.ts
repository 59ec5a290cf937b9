import { payment as contract, type PaymentResult } from '#contracts/payment.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/postgres.ts'
import type { Service } from '#pure/contract.ts'
import { cancelOrder } from '#shop/order/order-for-payment.ts'
import { lockOrder } from '#shop/order/order-store.ts'
import { isPayable, storedCode } from '#shop/order/order.ts'
import { gateways } from '#shop/payment/gateways.ts'
import { endPayment, livePayment } from '#shop/payment/payment-store.ts'
import { type CodeParts, transferCode } from '#shop/payment/transfer-code.ts'
import { findPaymentFacts, type PaymentFacts } from '#shop/payment/transfer-store.ts'

/** Money for orders that wait (spec §7). What a browser brings back is only shown, never believed. */
export function paymentService(parts: CodeParts): Service<typeof contract> {
  const { db } = parts
  return {
    paymentGateways: ({ customer_id }, { order_code }) => waysToPay(parts, customer_id, order_code),
    qrCode: ({ customer_id }, input) => transferCode(parts, customer_id, input),
    paymentResult: async (caller, { order_id_web, secret }) => {
      const code = order_id_web === undefined ? null : storedCode(order_id_web)
      const whose =
        secret === undefined
          ? caller && { customer_id: caller.customer_id, code }
          : { code: code ?? '', secret }
      const facts = whose && (await findPaymentFacts(db, whose))
      if (!facts) throw contract.paymentResult.refuse('order_not_found')
      return resultOf(facts)
    },
    cancelPayment: ({ customer_id }, { order_id_web }) =>
      cancelPayment(parts, customer_id, storedCode(order_id_web)),
  }
}

async function waysToPay(
  { db, now }: { db: Database; now: Now },
  customer_id: number,
  order_code: string | undefined,
) {
  const { refuse } = contract.paymentGateways
  const wanted = order_code === undefined ? null : storedCode(order_code)
  return transaction(db, async (tx) => {
    const order = await lockOrder(tx, customer_id, wanted, ['awaiting_payment'])
    if (!order) throw refuse('order_not_found')
    const live = await livePayment(tx, order.order_id)
    if (!isPayable(order, now()) || live?.state === 'paid') throw refuse('order_closed')
    const { grand_total, recipient } = order
    const { shipping_method } = recipient
    const offered = gateways.filter((one) =>
      one.isOffered({ grand_total, shipping_method, is_online_only: false }),
    )
    return {
      order_code: order.code,
      gateways: offered.map(({ code: id, title, description }) => ({
        id,
        title,
        description,
        is_chosen: live?.method === id,
      })),
    }
  })
}

/** Money that arrives after this goes to staff: the order stays cancelled (decision 045). */
async function cancelPayment(
  { db, now, log }: CodeParts,
  customer_id: number,
  code: string,
): Promise<PaymentResult> {
  const { refuse } = contract.cancelPayment
  const is_cancelled_now = await transaction(db, async (tx) => {
    const order = await lockOrder(tx, customer_id, code, [])
    if (!order) throw refuse('order_not_found')
    if (order.state === 'cancelled') return false
    const live = await livePayment(tx, order.order_id)
    if (order.state !== 'awaiting_payment' || live?.state === 'paid') throw refuse('order_closed')
    await endPayment(tx, order.order_id, 'failed', now())
    await cancelOrder(tx, order, now())
    return true
  })
  if (is_cancelled_now) log.info({ order_code: code }, 'order cancelled by the shopper')
  const facts = await findPaymentFacts(db, { customer_id, code })
  if (!facts) throw refuse('order_not_found')
  return resultOf(facts)
}

/** What the shopper is told, in one word, and the numbers behind it. */
export function resultOf(facts: PaymentFacts): PaymentResult {
  const { is_paid: _is_paid, expires_at, ...told } = facts
  return {
    ...told,
    expires_at: expires_at?.toISOString() ?? null,
    status: statusOf(facts),
  }
}

function statusOf({ is_paid, order_state, reviews }: PaymentFacts): PaymentResult['status'] {
  const has_ended = order_state === 'cancelled' || order_state === 'expired'
  const is_open = reviews.some(({ state }) => state === 'open')
  if (has_ended) return is_open ? 'refund_due' : 'closed'
  if (is_paid) return 'paid'
  return is_open ? 'review' : 'waiting'
}
