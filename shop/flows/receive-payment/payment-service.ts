import { payment as contract, type PaymentResult } from '#contracts/storefront/payment.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Service } from '#pure/contract.ts'
import { cancelInHand } from '#shop/flows/cancel-order.ts'
import { lockOrder } from '#shop/order/order-store.ts'
import { isPayable, storedCode } from '#shop/order/order.ts'
import { findOrderOffers } from '#shop/order/order-offer-store.ts'
import { askAboutOrder, askForPage } from '#shop/flows/receive-payment/ask-providers.ts'
import type { ProviderParts } from '#shop/flows/choose-payment/begin-attempt.ts'
import { findPaymentFacts, type PaymentFacts } from '#shop/payment/attempt/payment-facts-store.ts'
import { livePayment } from '#shop/payment/attempt/payment-store.ts'
import { type CodeParts, transferCode } from '#shop/flows/choose-payment/transfer-code.ts'
import { isOnlineOnly } from '#shop/payment/attempt/attempt-store.ts'

type Parts = CodeParts & { providers: ProviderParts }

/** Money for orders that wait (spec §7). What a browser brings back is only shown, never believed. */
export function paymentService(parts: Parts): Service<typeof contract> {
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
      if (!whose || !facts) throw contract.paymentResult.refuse('order_not_found')
      if (!waitsForProvider(parts, facts)) return resultOf(facts)
      await askForPage(parts.providers, facts.order_id)
      return resultOf((await findPaymentFacts(db, whose)) ?? facts)
    },
    cancelPayment: ({ customer_id }, { order_id_web }) =>
      cancelPayment(parts, customer_id, storedCode(order_id_web)),
  }
}

async function waysToPay(
  { db, now, providers }: Parts,
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
    const is_online_only = await isOnlineOnly(tx, order.order_id)
    const offered = providers.gateways.all.filter((one) =>
      one.isOffered({ grand_total, shipping_method, is_online_only }),
    )
    const { offerOf, totalBy } = await findOrderOffers(tx, order)
    return {
      order_code: order.code,
      gateways: offered.map(({ code: id, title, description, icon = id }) => ({
        id,
        title,
        description,
        icon,
        is_chosen: live?.method === id,
        offer: offerOf(id),
        grand_total: totalBy(id),
      })),
    }
  })
}

/**
 * The provider is asked first: an order that is paid by then stays, and is said to be paid. Money that
 * comes after this ends as decisions 045 and 075 say.
 */
async function cancelPayment(
  { db, now, log, providers }: Parts,
  customer_id: number,
  code: string,
): Promise<PaymentResult> {
  const { refuse } = contract.cancelPayment
  const before = await findPaymentFacts(db, { customer_id, code })
  if (!before) throw refuse('order_not_found')
  if (before.is_paid && before.order_state !== 'cancelled') throw refuse('order_closed')
  await askAboutOrder(providers, before.order_id, 8_000)
  const is_cancelled_now = await transaction(db, async (tx) => {
    const order = await lockOrder(tx, customer_id, code, [])
    if (!order) throw refuse('order_not_found')
    if (order.state === 'cancelled') return false
    const live = await livePayment(tx, order.order_id)
    if (live?.state === 'paid') return false
    if (order.state !== 'awaiting_payment') throw refuse('order_closed')
    await cancelInHand(tx, order, { actor: 'shopper' }, now())
    return true
  })
  if (is_cancelled_now) log.info({ order_code: code }, 'order cancelled by the shopper')
  const facts = await findPaymentFacts(db, { customer_id, code })
  if (!facts) throw refuse('order_not_found')
  return resultOf(facts)
}

/** What the shopper is told, in one word, and the numbers behind it. */
export function resultOf(facts: PaymentFacts): PaymentResult {
  const { is_paid: _is_paid, order_id: _order_id, last_state: _last_state, ...known } = facts
  const { expires_at, held_since, failure, part_total, ...told } = known
  const status = statusOf(facts)
  const is_needed = facts.order_state === 'awaiting_payment' && !facts.is_paid
  return {
    ...told,
    missing: is_needed ? Math.max(0, facts.amount - part_total) : 0,
    failure: status === 'failed' ? failure : null,
    held_since: held_since?.toISOString() ?? null,
    expires_at: expires_at?.toISOString() ?? null,
    status,
  }
}

function statusOf(facts: PaymentFacts): PaymentResult['status'] {
  const { is_paid, order_state, reviews, refunds, last_state, held_since } = facts
  const has_ended = order_state === 'cancelled' || order_state === 'expired'
  const is_open = reviews.some(({ state }) => state === 'open')
  if (has_ended) {
    if (is_open || refunds.some(({ state }) => state !== 'done')) return 'refund_due'
    if (held_since !== null) return 'held'
    return refunds.length > 0 ? 'refunded' : 'closed'
  }
  if (is_paid) return 'paid'
  if (held_since !== null) return 'held'
  if (is_open) return 'review'
  return last_state === 'failed' && order_state === 'awaiting_payment' ? 'failed' : 'waiting'
}

function waitsForProvider({ providers }: Parts, facts: PaymentFacts): boolean {
  const { method, last_state, is_paid } = facts
  const gateway = method === null ? null : providers.gateways.find(method)
  return last_state === 'started' && !is_paid && gateway !== null && gateway.query !== null
}
