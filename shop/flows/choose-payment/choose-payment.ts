import type { CustomerId, OrderId } from '#pure/ids.ts'
import { order as contract, type Order } from '#contracts/storefront/order.ts'
import type { Tx } from '#db/schema.ts'
import type { Caller } from '#pure/contract.ts'
import { askAboutOrder } from '#shop/flows/receive-payment/ask-providers.ts'
import {
  nameAttempt,
  type Payer,
  paymentPage,
  type StartedAttempt,
} from '#shop/flows/choose-payment/start-attempt.ts'
import { repriceOrder } from '#shop/flows/choose-payment/reprice-order.ts'
import { codProblems } from '#shop/flows/cod-check.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { customerKey } from '#shop/customer/customer-key.ts'
import { reservingTransaction } from '#shop/inventory/reservation/reserving-transaction.ts'
import { findCodFacts } from '#shop/order/cod-store.ts'
import { choiceMove } from '#shop/order/order-states.ts'
import { findOrder, lockOrder, type LockedOrder } from '#shop/order/order-store.ts'
import { isPayable, type OrderOffer, payableOf, storedCode } from '#shop/order/order.ts'
import { findLiveAttempt } from '#shop/payment/attempt/attempt-store.ts'
import { findCardPlan } from '#shop/payment/attempt/card-plan-store.ts'
import { nextStep } from '#shop/payment/attempt/attempt.ts'
import { alepay } from '#shop/payment/gateways/alepay.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { isLoanExamined } from '#shop/trade/application/order-loan-store.ts'
import {
  findMissing,
  findPartialPayments,
  isCovered,
  missingOf,
} from '#shop/payment/ledger/review-store.ts'
import { findPaymentFacts } from '#shop/views/payment/payment-result-store.ts'

interface Choice {
  order_code?: string | undefined
  payment_method: string
  /** The total that the shopper confirmed, if it changes with the payment method. */
  grand_total?: number | undefined
}

/**
 * Chooses how an order is paid (contract §7 POST, PUT /v1/order/payment). `start` is for an order that waits for its
 * payment, `change` also for one that is paid on delivery. A repeated call gives the same answer. The order gets the
 * offers of the new method; a different total is refused once (payment_total_change), so that the shopper confirms it.
 * An overdue order is closed even if the job has not expired it yet. The gateway is called after the commit: while it
 * is unreachable the order keeps waiting (payment_provider_away).
 */
export async function choosePayment(
  deps: ProviderDeps,
  caller: Caller,
  choice: Choice,
  intent: 'start' | 'change',
): Promise<{ order: Order; redirect_url: string }> {
  const { db, log } = deps
  await askAboutEarlier(deps, caller.customer_id, choice)
  const chosen = await reservingTransaction(db, (tx) =>
    recordChoice(tx, deps, caller, choice, intent),
  )
  const { order_id, code, gateway } = chosen
  log.info({ order_code: code, payment_method: gateway.code }, 'payment method chosen')
  const redirect_url = await paymentPage(deps, chosen)
  const order = await findOrder(db, caller.customer_id, { order_id })
  if (!order) throw contract.startPayment.refuse('order_not_found')
  return { order, redirect_url }
}

/**
 * Queries the provider about an attempt that failed or that is replaced by another method: it may have been paid after
 * all, and no shopper may be asked for the same money twice.
 */
async function askAboutEarlier(
  deps: ProviderDeps,
  customer_id: CustomerId,
  { order_code, payment_method }: Choice,
): Promise<void> {
  const code = order_code ? storedCode(order_code) : null
  const facts = await findPaymentFacts(deps.db, { customer_id, code })
  if (!facts) return
  const { last_state, method, order_id } = facts
  const is_left = last_state === 'started' && method !== payment_method
  if (last_state === 'failed' || is_left) await askAboutOrder(deps, order_id, 2_500)
}

interface ChosenPayment extends StartedAttempt {
  order_id: OrderId
}

async function recordChoice(
  tx: Tx,
  { gateways, ...deps }: ProviderDeps,
  caller: Caller,
  { order_code, payment_method, grand_total: confirmed }: Choice,
  intent: 'start' | 'change',
): Promise<ChosenPayment> {
  const now = deps.now()
  const { refuse } = contract.startPayment
  const code = order_code ? storedCode(order_code) : null
  const order = await lockOrder(tx, caller.customer_id, code, ['awaiting_payment'])
  if (!order) throw refuse('order_not_found')
  const { order_id } = order
  if (!isPayable(order, now) || (await isLoanExamined(tx, order_id))) throw refuse('order_closed')
  const gateway = gateways.find(payment_method)
  if (!gateway) throw refuse('payment_method_not_available')
  const live = await findLiveAttempt(tx, order_id)
  if (live?.state === 'paid') throw refuse('order_closed')
  const about = { order_id, code: order.code, gateway }
  const payer = payerOf(caller)
  const plan = gateway.code === alepay.code ? await findCardPlan(tx, order_id) : null
  const card_plan_id = plan?.card_plan_id ?? null
  if (live?.method === gateway.code) {
    const { payment_id, redirect_url, amount } = live
    // A part may have come since, or another plan of a card: a page that asks for something else is not opened again.
    const is_current =
      gateway.page !== undefined ||
      (amount === askedBy(plan, await findMissing(tx, order)) &&
        (live.reference === null || live.card_plan_id === card_plan_id))
    const step = gateway.page === undefined ? nextStep(live, now) : 'show'
    const next = is_current ? step : 'replace'
    if (next === 'start')
      await nameAttempt(tx, order, { payment_id, gateway, card_plan_id }, payer, now)
    if (next !== 'replace') return { ...about, payment_id, next, redirect_url }
  } else if (live && intent === 'start' && order.state !== 'awaiting_payment') {
    throw refuse('order_closed')
  }
  const payment_id = await replaceAttempt(tx, order, { gateway, plan, confirmed }, now)
  if (gateway.page === undefined) {
    await nameAttempt(tx, order, { payment_id, gateway, card_plan_id }, payer, now)
  }
  return { ...about, payment_id, next: 'start', redirect_url: null }
}

interface Chosen {
  gateway: Gateway
  plan: { rest: number } | null
  /** The total that the shopper confirmed. */
  confirmed: number | undefined
}

/** What an attempt asks for: all that is missing, less what the plan of a card leaves for the hand-over. */
export function askedBy(plan: { rest: number } | null, missing: number): number {
  const rest = plan?.rest ?? 0
  return missing > rest ? missing - rest : missing
}

/**
 * Whether another method has an offer with which the money that came in part is enough. That money came by other ways,
 * which do not bring the offer, and a method that has nothing to ask for cannot be paid with.
 */
export function leavesNothing(
  order: { grand_total: number },
  grand_total: number,
  parts: readonly { amount: number }[],
): boolean {
  return grand_total < order.grand_total && isCovered(grand_total, parts)
}

/** Replaces the live attempt by one of another method; the order's total and state follow. Returns the payment_id. */
async function replaceAttempt(
  tx: Tx,
  order: LockedOrder,
  { gateway, plan, confirmed }: Chosen,
  now: Date,
): Promise<number> {
  const { refuse } = contract.startPayment
  const { code: method, settles } = gateway
  const { order_id, state, grand_total: previous_total } = order
  const { grand_total, dropped, added } = await repriceOrder(tx, order, method, now)
  const parts = await findPartialPayments(tx, order_id)
  const amount = askedBy(plan, missingOf(grand_total, parts))
  if (leavesNothing(order, grand_total, parts)) throw refuse('payment_method_not_available')
  if (!gateway.isOffered(payableOf(order, amount))) throw refuse('payment_method_not_available')
  if (grand_total !== previous_total && grand_total !== confirmed) {
    const [lost, gained] = [dropped.map(shownOffer), added.map(shownOffer)]
    throw refuse('payment_total_change', { previous_total, grand_total, lost, gained })
  }
  if (settles === 'on_delivery') await requireCod(tx, order, amount)
  const payment = { method, settles, amount }
  const move = choiceMove(state, settles === 'on_delivery')
  const moved = await transition(tx, order, move, { actor: 'shopper', payment }, now)
  return moved?.payment_id ?? 0
}

async function requireCod(tx: Tx, { order_id, recipient }: LockedOrder, total: number) {
  const phone = customerKey(recipient) ?? ''
  const facts = await findCodFacts(tx, order_id)
  const [problem = null] = await codProblems(tx, [{ phone, total, ...facts }], order_id)
  if (problem !== null) throw contract.startPayment.refuse('cod_refused', problem)
}

function shownOffer({ name, amount }: Pick<OrderOffer, 'name' | 'amount'>) {
  return { name, amount }
}

function payerOf({ ip = '127.0.0.1', user_agent = '' }: Caller): Payer {
  const device = /Mobi|Android|iPhone|iPad/i.test(user_agent) ? 'mobile' : 'desktop'
  return { ip, device }
}
