import { order as contract, type Order } from '#contracts/storefront/order.ts'
import type { Database } from '#db/schema.ts'
import type { Caller, Service } from '#pure/contract.ts'
import { askInvoice } from '#shop/flows/own-order/ask-invoice.ts'
import { cancelOrder } from '#shop/flows/own-order/cancel-order.ts'
import { choosePayment } from '#shop/flows/choose-payment/choose-payment.ts'
import { orderPlacer } from '#shop/flows/place-order/place-order.ts'
import type { NetworkHash } from '#shop/order/order-network.ts'
import { findLinkedOrder, findOrder } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { countParcels } from '#shop/shipment/other-parts-store.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'

interface Deps {
  providers: ProviderDeps
  /** The largest number of orders placed in one transaction; the default was measured. */
  max_batch?: number | undefined
  /** Absent: orders are not counted by network. */
  networkHash?: NetworkHash | undefined
}

/** Orders and how they are paid (contract §3, §7). One checkout makes one order (decision 031). */
export function orderService({
  providers,
  max_batch,
  networkHash,
}: Deps): Service<typeof contract> {
  const { db, now } = providers
  const place = orderPlacer(providers, max_batch)
  return {
    createOrder: ({ customer_id, ip }, input) =>
      place(customer_id, input, networkHash?.(ip, now())),
    getOrder: async (caller, { code, secret }) => {
      const order =
        secret === undefined
          ? await ownOrder(db, caller, code)
          : await findLinkedOrder(db, storedCode(code ?? ''), secret)
      if (!order) throw contract.getOrder.refuse('order_not_found')
      const parcels = order.state === 'shipping' ? await countParcels(db, order.code) : null
      return parcels === null || parcels.delivered === 0 ? order : { ...order, parcels }
    },
    cancelOrder: (caller, input) => cancelOrder(providers, caller, input),
    askInvoice: (caller, input) => askInvoice(providers, caller, input),
    startPayment: (caller, input) => choosePayment(providers, caller, input, 'start'),
    changePayment: (caller, input) => choosePayment(providers, caller, input, 'change'),
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
