import type { PaymentId } from '#pure/ids.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { order as contract } from '#contracts/storefront/order.ts'
import type { Tx } from '#db/schema.ts'
import { failAttempt } from '#shop/flows/fail-attempt.ts'
import { reservingTransaction } from '#shop/inventory/reservation/reserving-transaction.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import {
  findAttempt,
  updatePage,
  updateStarted,
  updateUnnamed,
} from '#shop/payment/attempt/attempt-store.ts'
import { type PaymentAttempt, start_patience_ms } from '#shop/payment/attempt/attempt.ts'
import { newNumber, newReference } from '#shop/payment/attempt/provider-number.ts'
import {
  type Gateway,
  ProviderRefusal,
  ProviderTrouble,
  type Started,
} from '#shop/payment/gateways/gateway.ts'
import { providerAttempt, type ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'

/** A payment attempt that was recorded, and the step that leads to its page. */
export interface StartedAttempt {
  /** Code of the order. */
  code: string
  gateway: Gateway
  payment_id: PaymentId
  next: 'start' | 'wait' | 'show'
  redirect_url: string | null
}

/** The payer's address and device as the edge server reported them. */
export interface Payer {
  ip: string
  device: 'desktop' | 'mobile'
}

/**
 * Returns the address of the page where the shopper goes next: a page of the shop or of the provider. Refuses
 * `payment_provider_away` when the provider gives no page.
 */
export async function paymentPage(deps: ProviderDeps, attempt: StartedAttempt): Promise<string> {
  const { gateway, payment_id, next, redirect_url } = attempt
  if (gateway.page !== undefined) return gateway.page(attempt)
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

/** The provider could not be reached: the order keeps waiting for its payment. */
class ProviderAway extends Error {
  override name = 'ProviderAway'
}

/** When the provider is first queried about an attempt without an answer. */
const first_query_ms = 60_000
const page_lasts_ms = 15 * 60_000

/** Gives an attempt the reference that its gateway will use, before the gateway is called. */
export async function nameAttempt(
  tx: Tx,
  order: { code: string; expires_at: Date | null },
  {
    payment_id,
    gateway,
    card_plan_id,
  }: { payment_id: PaymentId; gateway: Gateway; card_plan_id: number | null },
  payer: Payer,
  now: Date,
): Promise<void> {
  const has_whole_numbers = gateway.has_whole_numbers === true
  const start = {
    reference: has_whole_numbers ? String(newNumber()) : newReference(order.code),
    expires_at: order.expires_at ?? new Date(now.getTime() + page_lasts_ms),
    ask_at: new Date(now.getTime() + first_query_ms),
    card_plan_id,
    ...payer,
  }
  await updateStarted(tx, payment_id, start, now)
}

/**
 * Asks the gateway for the page where a named attempt is paid, outside of any transaction. If the provider cannot be
 * reached, only this attempt fails and the order keeps waiting. The provider is queried later, because it may have
 * received the request all the same; after a plain refusal it is not.
 */
async function startAttempt(
  deps: ProviderDeps,
  gateway: Gateway,
  payment_id: PaymentId,
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
    const { reference } = named
    log[level]({ err: error, order_code, gateway: method, reference }, 'a payment could not start')
    await giveUp(deps, named, error instanceof ProviderRefusal)
    throw new ProviderAway(`${gateway.code} does not answer`, { cause: error })
  }
  await updatePage(db, payment_id, started)
  return started.redirect_url
}

async function giveUp(
  { db, now }: ProviderDeps,
  named: PaymentAttempt,
  is_refused: boolean,
): Promise<void> {
  const failure = is_refused ? refused_failure : 'Cổng thanh toán không trả lời.'
  const ask_at = is_refused ? null : new Date(now().getTime() + first_query_ms)
  await reservingTransaction(db, async (tx) => {
    const order = await lockOrderById(tx, named.order_id)
    if (is_refused) await updateUnnamed(tx, named.payment_id)
    if (order !== null) await failAttempt(tx, order, named, { failure, ask_at }, now())
  })
}

const refused_failure = 'Cổng thanh toán từ chối yêu cầu.'

/** Waits for the page that another request is asking the gateway for; null when that request fails. */
async function awaitPage({ db }: ProviderDeps, payment_id: PaymentId): Promise<string | null> {
  const deadline = performance.now() + start_patience_ms
  while (performance.now() < deadline) {
    const started = await findAttempt(db, payment_id)
    if (started === null || started.redirect_url !== null) return started?.redirect_url ?? null
    if (started.state === 'failed' || started.state === 'paid') return null
    await sleep(200)
  }
  return null
}
