import { order as contract, type Order } from '#contracts/storefront/order.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Caller } from '#pure/contract.ts'
import { settleReservations as settleOrderHolds } from '#shop/inventory/reservation/reservation-store.ts'
import {
  findOrder,
  lockOrder,
  type LockedOrder,
  updatePaymentMethod,
} from '#shop/order/order-store.ts'
import { dropOtherOffer } from '#shop/order/order-offer-store.ts'
import { isPayable, storedCode } from '#shop/order/order.ts'
import { askAboutOrder } from '#shop/flows/receive-payment/ask-providers.ts'
import {
  beginTry,
  nameTry,
  pageOfOther,
  type Payer,
  ProviderAway,
  type ProviderParts,
  whatNext,
} from '#shop/flows/choose-payment/begin-attempt.ts'
import { offeredGateway, type Gateway } from '#shop/payment/gateways/gateway.ts'
import { findPaymentFacts } from '#shop/payment/attempt/payment-facts-store.ts'
import { findMissing } from '#shop/payment/ledger/part-store.ts'
import { endPayment, insertPayment, livePayment } from '#shop/payment/attempt/payment-store.ts'
import { isOnlineOnly } from '#shop/payment/attempt/attempt-store.ts'

interface Parts {
  db: Database
  now: Now
  log: Log
  providers: ProviderParts
}

interface Choice {
  order_code?: string | undefined
  payment_method: string
}

/**
 * Chooses how an order is paid (spec §7 POST, PUT /v1/order/payment). `start` is for an order that
 * waits, `change` also for one whose payment is due at the door. Asked twice, the second answer is
 * the same; an order whose time is over stays closed whatever the job has done so far. The gateway is
 * called after the commit: while it is away the order waits on (payment_provider_away).
 */
export async function choosePayment(
  parts: Parts,
  caller: Caller,
  choice: Choice,
  intent: 'start' | 'change',
): Promise<{ order: Order; redirect_url: string }> {
  const { db, log } = parts
  await lookBack(parts, caller.customer_id, choice)
  const chosen = await transaction(db, (tx) => recordChoice(tx, parts, caller, choice, intent))
  const { order_id, code, gateway } = chosen
  log.info({ order_code: code, payment_method: gateway.code }, 'way to pay chosen')
  const redirect_url = await pageOf(parts, chosen)
  const order = await findOrder(db, caller.customer_id, { order_id })
  if (!order) throw contract.startPayment.refuse('order_not_found')
  return { order, redirect_url }
}

/**
 * A try that failed for us, or that is left for another way, may have been paid after all: nobody is asked
 * for the same money twice.
 */
async function lookBack(
  { db, providers }: Parts,
  customer_id: number,
  { order_code, payment_method }: Choice,
): Promise<void> {
  const code = order_code ? storedCode(order_code) : null
  const facts = await findPaymentFacts(db, { customer_id, code })
  if (!facts) return
  const { last_state, method, order_id } = facts
  const is_left = last_state === 'started' && method !== payment_method
  if (last_state === 'failed' || is_left) await askAboutOrder(providers, order_id, 2_500)
}

interface Chosen {
  order_id: number
  code: string
  gateway: Gateway
  payment_id: number
  next: 'begin' | 'wait' | 'show' | 'own_page'
  redirect_url: string | null
}

async function pageOf({ providers, now }: Parts, chosen: Chosen): Promise<string> {
  const { gateway, payment_id, next, redirect_url, code } = chosen
  const { refuse } = contract.startPayment
  if (next === 'show' && redirect_url !== null) return redirect_url
  if (next === 'own_page') return ownPage(gateway, code, now())
  try {
    const page =
      next === 'wait'
        ? await pageOfOther(providers, payment_id)
        : await beginTry(providers, gateway, payment_id)
    if (page !== null) return page
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error
  }
  throw refuse('payment_provider_away', { retry_after: 5 })
}

/** Ways to pay without a provider show a page of ours; nobody is called. */
async function ownPage(gateway: Gateway, order_code: string, now: Date): Promise<string> {
  const nobody = {
    settings: null,
    now,
    send: () => Promise.reject(new ProviderAway('no provider')),
  }
  const attempt = {
    payment_id: 0,
    reference: order_code,
    provider_reference: null,
    order_code,
    amount: 0,
    created_at: now,
    expires_at: null,
    ip: '',
    device: 'desktop' as const,
    return_url: '',
    notify_url: '',
  }
  return (await gateway.start(attempt, nobody)).redirect_url
}

async function recordChoice(
  tx: Tx,
  { providers, ...parts }: Parts,
  caller: Caller,
  { order_code, payment_method }: Choice,
  intent: 'start' | 'change',
): Promise<Chosen> {
  const now = parts.now()
  const { refuse } = contract.startPayment
  const code = order_code ? storedCode(order_code) : null
  const order = await lockOrder(tx, caller.customer_id, code, ['awaiting_payment'])
  if (!order) throw refuse('order_not_found')
  if (!isPayable(order, now)) throw refuse('order_closed')
  const { order_id, grand_total, recipient } = order
  const { shipping_method } = recipient
  const is_online_only = await isOnlineOnly(tx, order_id)
  const payable = { grand_total, shipping_method, is_online_only }
  const gateway = offeredGateway(providers.gateways.all, payment_method, payable)
  if (!gateway) throw refuse('payment_method_not_available')
  const live = await livePayment(tx, order_id)
  if (live?.state === 'paid') throw refuse('order_closed')
  const about = { order_id, code: order.code, gateway }
  if (live?.method === gateway.code) {
    const { payment_id, redirect_url } = live
    if (gateway.settings === null) return { ...about, payment_id, next: 'own_page', redirect_url }
    const next = whatNext(live, now)
    if (next === 'begin') await nameTry(tx, order, payment_id, payerOf(caller), now)
    if (next !== 'replace') return { ...about, payment_id, next, redirect_url }
  } else if (live && intent === 'start' && order.state !== 'awaiting_payment') {
    throw refuse('order_closed')
  }
  return {
    ...about,
    ...(await newTry(tx, order, gateway, payerOf(caller), now)),
    redirect_url: null,
  }
}

async function newTry(
  tx: Tx,
  order: LockedOrder,
  gateway: Gateway,
  payer: Payer,
  now: Date,
): Promise<Pick<Chosen, 'payment_id' | 'next'>> {
  const { order_id } = order
  const grand_total = await dropOtherOffer(tx, order, gateway.code, now)
  await endPayment(tx, order_id, 'replaced', now)
  const is_settled = gateway.settles === 'at_the_door'
  const amount = is_settled ? grand_total : await findMissing(tx, { order_id, grand_total })
  const payment_id = await insertPayment(tx, {
    order_id,
    method: gateway.code,
    state: is_settled ? 'due_on_delivery' : 'started',
    amount,
    now,
  })
  // Forward only: an order that goes on does not wait again.
  const state = is_settled || order.state === 'pending' ? 'pending' : 'awaiting_payment'
  if (is_settled) await settleOrderHolds(tx, [order_id], now)
  await updatePaymentMethod(tx, order, gateway.code, state, now)
  if (gateway.settings === null) return { payment_id, next: 'own_page' }
  await nameTry(tx, order, payment_id, payer, now)
  return { payment_id, next: 'begin' }
}

function payerOf({ ip = '127.0.0.1', user_agent = '' }: Caller): Payer {
  const device = /Mobi|Android|iPhone|iPad/i.test(user_agent) ? 'mobile' : 'desktop'
  return { ip, device }
}
