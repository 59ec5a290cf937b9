import { order as order_contract, type Order } from '#contracts/storefront/order.ts'
import { payment as payment_contract, type PaymentResult } from '#contracts/storefront/payment.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Caller } from '#pure/contract.ts'
import { isLoanSigned } from '#shop/trade/application/order-loan-store.ts'
import { withoutLinks } from '#pure/without-links.ts'
import { askAboutOrder } from '#shop/flows/receive-payment/ask-providers.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { canMove } from '#shop/order/order-states.ts'
import { lockOrderOf, whoseOrder } from '#shop/flows/own-order/whose-order.ts'
import { findLinkedOrder, findOrder, lockOrder } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { findPaymentFacts, resultOf } from '#shop/views/payment/payment-result-store.ts'

interface CancelInput {
  order_code: string
  secret?: string | undefined
  reason?: string | undefined
}

/**
 * Cancels an order for the shopper until it is shipped. Its owner and any holder of its link may cancel it. A repeated
 * call gives the same answer. The provider is queried first, so that money it has not reported yet is refunded with
 * the order. Money that arrives later goes under review by staff (decision 045).
 */
export async function cancelOrder(
  deps: ProviderDeps,
  caller: Caller | null,
  { order_code, secret, reason }: CancelInput,
): Promise<Order> {
  const { db, now, log } = deps
  const { refuse } = order_contract.cancelOrder
  const code = storedCode(order_code)
  const whose = whoseOrder(caller, code, secret)
  if (whose === null) throw refuse('order_not_found')
  const facts = await findPaymentFacts(db, whose)
  if (facts?.order_state === 'awaiting_payment') await askAboutOrder(deps, facts.order_id, 5_000)
  const is_cancelled_now = await transaction(db, async (tx) => {
    const order = await lockOrderOf(tx, whose)
    if (!order) throw refuse('order_not_found')
    const { state } = order
    if (state === 'cancelled') return false
    const is_bound = await isLoanSigned(tx, order.order_id)
    if (is_bound || !canMove('cancel', state, 'shopper')) {
      throw refuse('order_not_cancellable', { state })
    }
    await transition(tx, order, 'cancel', byShopper(reason), now())
    return true
  })
  if (is_cancelled_now) log.info({ order_code: code }, 'order cancelled by the shopper')
  const order =
    'secret' in whose
      ? await findLinkedOrder(db, code, whose.secret)
      : await findOrder(db, whose.customer_id, { code })
  if (!order) throw refuse('order_not_found')
  return order
}

/**
 * Cancels an order that waits for its payment (contract §7). The provider is queried first: an order that is paid by
 * then stays, and the result says so. Money that arrives later is handled by decisions 045 and 075.
 */
export async function cancelPayment(
  deps: ProviderDeps,
  { customer_id }: Caller,
  order_code: string,
  reason: string | undefined,
): Promise<PaymentResult> {
  const { db, now, log } = deps
  const { refuse } = payment_contract.cancelPayment
  const code = storedCode(order_code)
  const before = await findPaymentFacts(db, { customer_id, code })
  if (!before) throw refuse('order_not_found')
  if (before.is_paid && before.order_state !== 'cancelled') throw refuse('order_closed')
  await askAboutOrder(deps, before.order_id, 8_000)
  const is_cancelled_now = await transaction(db, async (tx) => {
    const order = await lockOrder(tx, customer_id, code, [])
    if (!order) throw refuse('order_not_found')
    if (order.state === 'cancelled') return false
    const live = await findLiveAttempt(tx, order.order_id)
    if (live?.state === 'paid') return false
    if (order.state !== 'awaiting_payment') throw refuse('order_closed')
    await transition(tx, order, 'cancel', byShopper(reason), now())
    return true
  })
  if (is_cancelled_now) log.info({ order_code: code }, 'order cancelled by the shopper')
  const facts = await findPaymentFacts(db, { customer_id, code })
  if (!facts) throw refuse('order_not_found')
  return resultOf(facts)
}

function byShopper(reason: string | undefined) {
  return { actor: 'shopper', reason: withoutLinks(reason ?? '') || undefined } as const
}
