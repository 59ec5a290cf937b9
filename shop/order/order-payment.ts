import { order as contract, type Order } from '#contracts/order.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { transaction } from '#platform/postgres.ts'
import { findOrder, lockOrder, updatePaymentMethod } from '#shop/order/order-store.ts'
import { isPayable, storedCode } from '#shop/order/order.ts'
import { offeredGateway, type Gateway } from '#shop/payment/gateway.ts'
import { endPayment, insertPayment, livePayment } from '#shop/payment/payment-store.ts'

interface Parts {
  db: Database
  now: Now
  log: Log
  gateways: readonly Gateway[]
}

interface Choice {
  order_code?: string | undefined
  payment_method: string
}

/**
 * Chooses how an order is paid (spec §7 POST, PUT /v1/order/payment). `start` is for an order that
 * waits, `change` also for one whose payment is due at the door. Asked twice, the second answer is
 * the same; an order whose time is over stays closed whatever the job has done so far.
 */
export async function choosePayment(
  { db, now, log, gateways }: Parts,
  customer_id: number,
  choice: Choice,
  intent: 'start' | 'change',
): Promise<{ order: Order; redirect_url: string }> {
  const { order_id, gateway } = await transaction(db, (tx) =>
    recordChoice(tx, gateways, now(), customer_id, choice, intent),
  )
  const order = await findOrder(db, customer_id, { order_id })
  if (!order) throw contract.startPayment.refuse('order_not_found')
  const { code, totals } = order
  log.info({ order_code: code, payment_method: gateway.code }, 'way to pay chosen')
  const attempt = {
    payment_id: order_id,
    reference: code,
    provider_reference: null,
    order_code: code,
    amount: totals.grand_total,
    created_at: now(),
    expires_at: null,
    ip: '127.0.0.1',
    device: 'desktop' as const,
    return_url: '',
    notify_url: '',
  }
  const tools = { settings: null, now: now(), send: () => Promise.reject(new Error('no provider')) }
  const { redirect_url } = await gateway.start(attempt, tools)
  return { order, redirect_url }
}

async function recordChoice(
  tx: Tx,
  gateways: readonly Gateway[],
  now: Date,
  customer_id: number,
  { order_code, payment_method }: Choice,
  intent: 'start' | 'change',
): Promise<{ order_id: number; gateway: Gateway }> {
  const { refuse } = contract.startPayment
  const code = order_code ? storedCode(order_code) : null
  const order = await lockOrder(tx, customer_id, code, ['awaiting_payment'])
  if (!order) throw refuse('order_not_found')
  if (!isPayable(order, now)) throw refuse('order_closed')
  const { order_id, grand_total, recipient } = order
  const { shipping_method } = recipient
  const gateway = offeredGateway(gateways, payment_method, {
    grand_total,
    shipping_method,
    is_online_only: false,
  })
  if (!gateway) throw refuse('payment_method_not_available')
  const live = await livePayment(tx, order_id)
  if (live?.state === 'paid') throw refuse('order_closed')
  if (live?.method === gateway.code) return { order_id, gateway }
  if (live && intent === 'start' && order.state !== 'awaiting_payment') throw refuse('order_closed')
  await endPayment(tx, order_id, 'replaced', now)
  const is_settled = gateway.settles === 'at_the_door'
  const payment_state = is_settled ? 'due_on_delivery' : 'started'
  await insertPayment(tx, {
    order_id,
    method: gateway.code,
    state: payment_state,
    amount: grand_total,
    now,
  })
  // Forward only: an order that goes on does not wait again.
  const state = is_settled || order.state === 'pending' ? 'pending' : 'awaiting_payment'
  await updatePaymentMethod(tx, order, gateway.code, state, now)
  return { order_id, gateway }
}
