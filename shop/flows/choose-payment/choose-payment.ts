import { setTimeout as sleep } from 'node:timers/promises'
import { order as contract, type Order } from '#contracts/storefront/order.ts'
import type { Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Caller } from '#pure/contract.ts'
import { failAttempt } from '#shop/flows/fail-attempt.ts'
import { askAboutOrder } from '#shop/flows/receive-payment/ask-providers.ts'
import { dropOtherOffers, transition } from '#shop/flows/transition-order.ts'
import { choiceMove } from '#shop/order/order-states.ts'
import { findOrder, lockOrder, lockOrderById, type LockedOrder } from '#shop/order/order-store.ts'
import { isPayable, payableOf, storedCode } from '#shop/order/order.ts'
import {
  countStarted,
  findAttempt,
  findLiveAttempt,
  updatePage,
  updateStarted,
} from '#shop/payment/attempt/attempt-store.ts'
import {
  nextStep,
  type PaymentAttempt,
  referenceOf,
  start_patience_ms,
} from '#shop/payment/attempt/attempt.ts'
import {
  offeredGateway,
  type Gateway,
  ProviderTrouble,
  type Started,
} from '#shop/payment/gateways/gateway.ts'
import { providerAttempt, type ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { findMissing } from '#shop/payment/ledger/review-store.ts'
import { findPaymentFacts } from '#shop/views/payment/payment-result-store.ts'

interface Choice {
  order_code?: string | undefined
  payment_method: string
}

/**
 * Chooses how an order is paid (contract §7 POST, PUT /v1/order/payment). `start` is for an order that
 * waits, `change` also for one that is paid on delivery. Asked twice, the second answer is the same; an
 * order whose time is over stays closed whatever the job has done so far. The gateway is called after the
 * commit: while it is away the order waits on (payment_provider_away).
 */
export async function choosePayment(
  deps: ProviderDeps,
  caller: Caller,
  choice: Choice,
  intent: 'start' | 'change',
): Promise<{ order: Order; redirect_url: string }> {
  const { db, log } = deps
  await askAboutOthers(deps, caller.customer_id, choice)
  const chosen = await transaction(db, (tx) => recordChoice(tx, deps, caller, choice, intent))
  const { order_id, code, gateway } = chosen
  log.info({ order_code: code, payment_method: gateway.code }, 'way to pay chosen')
  const redirect_url = await pageOf(deps, chosen)
  const order = await findOrder(db, caller.customer_id, { order_id })
  if (!order) throw contract.startPayment.refuse('order_not_found')
  return { order, redirect_url }
}

/**
 * An attempt that failed for us, or that is left for another way to pay, may have been paid after all: nobody
 * is asked for the same money twice.
 */
async function askAboutOthers(
  deps: ProviderDeps,
  customer_id: number,
  { order_code, payment_method }: Choice,
): Promise<void> {
  const code = order_code ? storedCode(order_code) : null
  const facts = await findPaymentFacts(deps.db, { customer_id, code })
  if (!facts) return
  const { last_state, method, order_id } = facts
  const is_left = last_state === 'started' && method !== payment_method
  if (last_state === 'failed' || is_left) await askAboutOrder(deps, order_id, 2_500)
}

interface Chosen {
  order_id: number
  code: string
  gateway: Gateway
  payment_id: number
  next: 'start' | 'wait' | 'show'
  redirect_url: string | null
}

async function recordChoice(
  tx: Tx,
  { gateways, ...deps }: ProviderDeps,
  caller: Caller,
  { order_code, payment_method }: Choice,
  intent: 'start' | 'change',
): Promise<Chosen> {
  const now = deps.now()
  const { refuse } = contract.startPayment
  const code = order_code ? storedCode(order_code) : null
  const order = await lockOrder(tx, caller.customer_id, code, ['awaiting_payment'])
  if (!order) throw refuse('order_not_found')
  if (!isPayable(order, now)) throw refuse('order_closed')
  const { order_id } = order
  const gateway = offeredGateway(gateways.all, payment_method, payableOf(order))
  if (!gateway) throw refuse('payment_method_not_available')
  const live = await findLiveAttempt(tx, order_id)
  if (live?.state === 'paid') throw refuse('order_closed')
  const about = { order_id, code: order.code, gateway }
  const payer = payerOf(caller)
  if (live?.method === gateway.code) {
    const { payment_id, redirect_url } = live
    const next = gateway.page === undefined ? nextStep(live, now) : 'show'
    if (next === 'start') await nameAttempt(tx, order, payment_id, payer, now)
    if (next !== 'replace') return { ...about, payment_id, next, redirect_url }
  } else if (live && intent === 'start' && order.state !== 'awaiting_payment') {
    throw refuse('order_closed')
  }
  const payment_id = await replaceAttempt(tx, order, gateway, now)
  if (gateway.page === undefined) await nameAttempt(tx, order, payment_id, payer, now)
  return { ...about, payment_id, next: 'start', redirect_url: null }
}

/** The order is paid in another way from now on: its total, its live attempt and its state follow. */
async function replaceAttempt(
  tx: Tx,
  order: LockedOrder,
  { code: method, settles }: Gateway,
  now: Date,
): Promise<number> {
  const { order_id, state } = order
  const grand_total = await dropOtherOffers(tx, order, method, now)
  const is_cod = settles === 'on_delivery'
  const amount = is_cod ? grand_total : await findMissing(tx, { order_id, grand_total })
  const payment = { method, settles, amount }
  const move = choiceMove(state, is_cod)
  const moved = await transition(tx, order, move, { actor: 'shopper', payment }, now)
  return moved?.payment_id ?? 0
}

/** Where the shopper goes next: a page of the shop, or the provider's. */
async function pageOf(deps: ProviderDeps, chosen: Chosen): Promise<string> {
  const { gateway, payment_id, next, redirect_url } = chosen
  if (gateway.page !== undefined) return gateway.page(chosen)
  if (next === 'show' && redirect_url !== null) return redirect_url
  try {
    const page =
      next === 'wait'
        ? await awaitPage(deps, payment_id)
        : await startAttempt(deps, gateway, payment_id)
    if (page !== null) return page
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error
  }
  throw contract.startPayment.refuse('payment_provider_away', { retry_after: 5 })
}

function payerOf({ ip = '127.0.0.1', user_agent = '' }: Caller): Payer {
  const device = /Mobi|Android|iPhone|iPad/i.test(user_agent) ? 'mobile' : 'desktop'
  return { ip, device }
}

/** Who pays, as the edge saw them. */
interface Payer {
  ip: string
  device: 'desktop' | 'mobile'
}

/** The provider could not be reached: the order waits on. */
class ProviderAway extends Error {
  override name = 'ProviderAway'
}

const first_question_ms = 60_000
const page_lasts_ms = 15 * 60_000

/** Gives an attempt the name that its gateway will know it by, before anybody outside hears of it. */
async function nameAttempt(
  tx: Tx,
  order: { order_id: number; code: string; expires_at: Date | null },
  payment_id: number,
  payer: Payer,
  now: Date,
): Promise<void> {
  const nth = (await countStarted(tx, order.order_id)) + 1
  const start = {
    reference: referenceOf(order.code, nth),
    expires_at: order.expires_at ?? new Date(now.getTime() + page_lasts_ms),
    ask_at: new Date(now.getTime() + first_question_ms),
    ...payer,
  }
  await updateStarted(tx, payment_id, start, now)
}

/**
 * Asks the gateway for the page where a named attempt is paid, outside of any transaction. A provider that is
 * away ends this attempt and nothing else: the order waits on, and should the provider have heard of it all
 * the same, the questions to come will tell.
 */
async function startAttempt(
  deps: ProviderDeps,
  gateway: Gateway,
  payment_id: number,
): Promise<string> {
  const { db, log } = deps
  const named = await findAttempt(db, payment_id)
  const tools = deps.gateways.toolsOf(gateway)
  if (named === null || tools === null || gateway.start === null) {
    throw new ProviderAway(`${gateway.code} is not set up`)
  }
  let started: Started
  try {
    started = await gateway.start(providerAttempt(named, deps.public_url), tools)
  } catch (error) {
    const { order_code, method } = named
    const level = error instanceof ProviderTrouble ? 'warn' : 'error'
    log[level]({ err: error, order_code, gateway: method }, 'a payment could not start')
    await giveUp(deps, named)
    throw new ProviderAway(`${gateway.code} does not answer`, { cause: error })
  }
  const { redirect_url, provider_reference = null } = started
  await updatePage(db, payment_id, { redirect_url, provider_reference })
  return redirect_url
}

async function giveUp({ db, now }: ProviderDeps, named: PaymentAttempt): Promise<void> {
  const failure = 'Cổng thanh toán không trả lời.'
  const ask_at = new Date(now().getTime() + first_question_ms)
  await transaction(db, async (tx) => {
    const order = await lockOrderById(tx, named.order_id)
    if (order !== null) await failAttempt(tx, order, named, { failure, ask_at }, now())
  })
}

/** The page that another request is asking for at this moment; null when it came to nothing. */
async function awaitPage({ db }: ProviderDeps, payment_id: number): Promise<string | null> {
  const deadline = performance.now() + start_patience_ms
  while (performance.now() < deadline) {
    const started = await findAttempt(db, payment_id)
    if (started === null || started.redirect_url !== null) return started?.redirect_url ?? null
    if (started.state === 'failed' || started.state === 'paid') return null
    await sleep(200)
  }
  return null
}
