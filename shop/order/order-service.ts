import { order as contract, type Order } from '#contracts/order.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { transaction } from '#platform/postgres.ts'
import type { Caller, Service } from '#pure/contract.ts'
import { choosePayment } from '#shop/order/order-payment.ts'
import { findLinkedOrder, findOrder } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { CodeTaken, placeOrder, type OrderInput } from '#shop/order/place-order.ts'
import type { Gateway } from '#shop/payment/gateway.ts'
import { gateways as all_gateways } from '#shop/payment/gateways.ts'
import { StockMoved } from '#shop/stock/stock-store.ts'

interface Parts {
  db: Database
  now: Now
  log: Log
  gateways?: readonly Gateway[]
}

// From the third try on, shelves are locked before they are read, so that try cannot be outrun.
const tries_without_lock = 2
const most_tries = 5

/** Orders and how they are paid (spec §3, §7). One checkout makes one order (decision 031). */
export function orderService(given: Parts): Service<typeof contract> {
  const parts = { gateways: all_gateways, ...given }
  return {
    createOrder: ({ customer_id }, input) => createOrder(parts, customer_id, input),
    getOrder: async (caller, { code, secret }) => {
      const order =
        secret === undefined
          ? await ownOrder(parts.db, caller, code)
          : await findLinkedOrder(parts.db, storedCode(code ?? ''), secret)
      if (!order) throw contract.getOrder.refuse('order_not_found')
      return order
    },
    startPayment: ({ customer_id }, input) => choosePayment(parts, customer_id, input, 'start'),
    changePayment: ({ customer_id }, input) => choosePayment(parts, customer_id, input, 'change'),
  }
}

async function ownOrder(
  db: Database,
  caller: Caller | null,
  code: string | undefined,
): Promise<Order | null> {
  if (!caller) return null
  return findOrder(db, caller.customer_id, code ? { code: storedCode(code) } : 'newest')
}

async function createOrder(
  parts: Required<Parts>,
  customer_id: number,
  input: OrderInput,
): Promise<Order> {
  const { db, log } = parts
  for (let attempt = 1; ; attempt++) {
    try {
      const lock_stock = attempt > tries_without_lock
      const placed = await transaction(db, (tx) =>
        placeOrder(tx, { ...parts, now: parts.now(), lock_stock }, customer_id, input),
      )
      // Thrown out here, for what the transaction noted along with it is to stay.
      if (placed.refusal) throw placed.refusal
      const order = await findOrder(db, customer_id, { order_id: placed.order_id })
      if (!order) throw contract.getOrder.refuse('order_not_found')
      const { code: order_code, state, totals } = order
      if (placed.is_new) {
        log.info({ order_code, state, grand_total: totals.grand_total }, 'order placed')
      }
      return order
    } catch (error) {
      const is_outrun = error instanceof StockMoved || error instanceof CodeTaken
      if (!is_outrun || attempt >= most_tries) throw error
    }
  }
}
