import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import { transaction } from '#platform/database/postgres.ts'
import { lockOrderById } from '#shop/order/order-state-store.ts'
import { endTry } from '#shop/flows/receive-payment/end-attempt.ts'
import {
  type Attempt,
  type Gateway,
  ProviderTrouble,
  type Started,
} from '#shop/payment/gateways/gateway.ts'
import type { OpenGateways } from '#shop/payment/gateways/open-gateways.ts'
import type { LivePayment } from '#shop/payment/attempt/payment-store.ts'
import {
  countBegun,
  findTry,
  type Try,
  updateBegun,
  updatePage,
} from '#shop/payment/attempt/attempt-store.ts'

/** What work with providers needs. */
export interface ProviderParts {
  db: Database
  now: Now
  log: Log
  gateways: OpenGateways
  public_url: string
}

/** Who pays, as the edge saw them. */
export interface Payer {
  ip: string
  device: 'desktop' | 'mobile'
}

/** The provider could not be reached: the order waits on. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}

/** How long a provider's answer to a beginning is waited for by whoever asked at the same time. */
const beginning_ms = 12_000
const first_question_ms = 60_000
const page_lasts_ms = 15 * 60_000

/** What to do about the live try of an order when the shopper wants to pay with it. */
export function whatNext(live: LivePayment, now: Date): 'begin' | 'wait' | 'show' | 'replace' {
  if (live.reference === null) return 'begin'
  const is_good = live.expires_at === null || live.expires_at > now
  if (live.redirect_url !== null) return is_good ? 'show' : 'replace'
  return live.updated_at.getTime() + beginning_ms > now.getTime() ? 'wait' : 'replace'
}

/** Gives a try the name that its gateway will know it by, before anybody outside hears of it. */
export async function nameTry(
  tx: Tx,
  order: { order_id: number; code: string; expires_at: Date | null },
  payment_id: number,
  payer: Payer,
  now: Date,
): Promise<void> {
  const number = (await countBegun(tx, order.order_id)) + 1
  const beginning = {
    reference: `${order.code.replaceAll(/[^A-Za-z0-9]/g, '')}T${number}`,
    expires_at: order.expires_at ?? new Date(now.getTime() + page_lasts_ms),
    ask_at: new Date(now.getTime() + first_question_ms),
    ...payer,
  }
  await updateBegun(tx, payment_id, beginning, now)
}

/**
 * Asks the gateway for the page where a named try is paid, outside of any transaction (house §5.7). A
 * provider that is away ends this try and nothing else: the order waits on, and should the provider
 * have heard of it all the same, the questions to come tell.
 */
export async function beginTry(
  parts: ProviderParts,
  gateway: Gateway,
  payment_id: number,
): Promise<string> {
  const { db, log } = parts
  const begun = await findTry(db, payment_id)
  const tools = parts.gateways.toolsOf(gateway)
  if (begun === null || tools === null) throw new ProviderAway(`${gateway.code} is not set up`)
  let started: Started
  try {
    started = await gateway.start(attemptOf(begun, parts.public_url), tools)
  } catch (error) {
    const { order_code, method } = begun
    const level = error instanceof ProviderTrouble ? 'warn' : 'error'
    log[level]({ err: error, order_code, gateway: method }, 'a payment could not begin')
    await giveUp(parts, begun)
    throw new ProviderAway(`${gateway.code} does not answer`, { cause: error })
  }
  const { redirect_url, provider_reference = null } = started
  await updatePage(db, payment_id, { redirect_url, provider_reference })
  return redirect_url
}

/** The page that another request is asking for at this moment; null when it came to nothing. */
export async function pageOfOther(
  { db }: ProviderParts,
  payment_id: number,
): Promise<string | null> {
  const deadline = performance.now() + beginning_ms
  while (performance.now() < deadline) {
    const begun = await findTry(db, payment_id)
    if (begun === null || begun.redirect_url !== null) return begun?.redirect_url ?? null
    if (begun.state === 'failed' || begun.state === 'paid') return null
    await sleep(200)
  }
  return null
}

/** A try as its gateway is told of it. */
export function attemptOf(begun: Try, public_url: string): Attempt {
  const { method, order_code } = begun
  const { name, phone, email, address_text: address } = begun.recipient
  return {
    payment_id: begun.payment_id,
    reference: begun.reference,
    provider_reference: begun.provider_reference,
    order_code,
    amount: begun.amount,
    created_at: begun.created_at,
    expires_at: begun.expires_at,
    ip: signable(begun.ip),
    device: begun.device ?? 'desktop',
    customer: { name, phone, email, address },
    return_url: `${public_url}/cart/success/${method}?code=${encodeURIComponent(order_code)}`,
    notify_url: `${public_url}${notifyPath(method)}`,
  }
}

/**
 * A proxy that hands X-Forwarded-For on as the shopper wrote it says whatever they like, and OnePay's hash
 * knows no quotes: "&vpc_TxnResponseCode=0" in a signed address would be a signed payment.
 */
function signable(ip: string | null): string {
  return ip !== null && isIP(ip) !== 0 ? ip : '127.0.0.1'
}

/** Where a gateway tells what happened. */
export function notifyPath(code: string): string {
  return `/api/payment/notify/${code}`
}

async function giveUp({ db, now }: ProviderParts, begun: Try): Promise<void> {
  const failure = 'Cổng thanh toán không trả lời.'
  const ask_at = new Date(now().getTime() + first_question_ms)
  await transaction(db, async (tx) => {
    const order = await lockOrderById(tx, begun.order_id)
    if (order !== null) await endTry(tx, order, begun, failure, now(), ask_at)
  })
}
