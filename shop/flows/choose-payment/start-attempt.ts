import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { failAttempt } from '#shop/flows/fail-attempt.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import {
  countStarted,
  findAttempt,
  updatePage,
  updateStarted,
} from '#shop/payment/attempt/attempt-store.ts'
import {
  type PaymentAttempt,
  referenceOf,
  start_patience_ms,
} from '#shop/payment/attempt/attempt.ts'
import { type Gateway, ProviderTrouble, type Started } from '#shop/payment/gateways/gateway.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { providerAttempt } from '#shop/payment/gateways/provider-attempt.ts'

/** Who pays, as the edge saw them. */
export interface Payer {
  ip: string
  device: 'desktop' | 'mobile'
}

/** The provider could not be reached: the order waits on. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}

const first_question_ms = 60_000
const page_lasts_ms = 15 * 60_000

/** Gives an attempt the name that its gateway will know it by, before anybody outside hears of it. */
export async function nameAttempt(
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
export async function startAttempt(
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
export async function awaitPage({ db }: ProviderDeps, payment_id: number): Promise<string | null> {
  const deadline = performance.now() + start_patience_ms
  while (performance.now() < deadline) {
    const started = await findAttempt(db, payment_id)
    if (started === null || started.redirect_url !== null) return started?.redirect_url ?? null
    if (started.state === 'failed' || started.state === 'paid') return null
    await sleep(200)
  }
  return null
}
