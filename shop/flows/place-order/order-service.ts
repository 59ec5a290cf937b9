import { order as contract, type Order } from '#contracts/storefront/order.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import type { Caller, Service } from '#pure/contract.ts'
import { cancelByShopper } from '#shop/flows/cancel-order.ts'
import { orderCounter } from '#shop/flows/place-order/create-order.ts'
import { choosePayment } from '#shop/flows/choose-payment/choose-payment.ts'
import { findLinkedOrder, findOrder } from '#shop/order/order-store.ts'
import type { QueueSettings } from '#shop/flows/place-order/order-queue.ts'
import { storedCode } from '#shop/order/order.ts'
import type { ProviderParts } from '#shop/flows/choose-payment/begin-attempt.ts'

interface Parts {
  db: Database
  now: Now
  log: Log
  providers: ProviderParts
  queue?: Partial<QueueSettings>
}

/** Orders and how they are paid (spec §3, §7). One checkout makes one order (decision 031). */
export function orderService(given: Parts): Service<typeof contract> {
  const parts = { ...given, gateways: given.providers.gateways.all }
  const place = orderCounter(parts)
  return {
    createOrder: ({ customer_id }, input) => place(customer_id, input),
    getOrder: async (caller, { code, secret }) => {
      const order =
        secret === undefined
          ? await ownOrder(parts.db, caller, code)
          : await findLinkedOrder(parts.db, storedCode(code ?? ''), secret)
      if (!order) throw contract.getOrder.refuse('order_not_found')
      return order
    },
    cancelOrder: (caller, input) => cancelByShopper(parts, caller, input),
    startPayment: (caller, input) => choosePayment(parts, caller, input, 'start'),
    changePayment: (caller, input) => choosePayment(parts, caller, input, 'change'),
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
