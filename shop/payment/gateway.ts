import type { ShippingMethod } from '#contracts/quote.ts'

/** What decides whether a way to pay is offered. */
export interface Payable {
  grand_total: number
  shipping_method: ShippingMethod
}

/**
 * A way to pay, as one object. `at_the_door` needs no answer from outside, so the order goes on at
 * once; `before_delivery` keeps it waiting until the gateway says that money came.
 */
export interface Gateway {
  /** Stands in addresses (/cart/success/{code}) and rows: never changed once used. */
  code: string
  title: string
  description: string
  settles: 'at_the_door' | 'before_delivery'
  isOffered: (order: Payable) => boolean
  /** Where the shopper goes next. Called outside of transactions (house §5.7). */
  start: (order: { code: string; grand_total: number }) => Promise<{ redirect_url: string }>
}

/** The gateway of a code, if this order may be paid so. */
export function offeredGateway(
  gateways: readonly Gateway[],
  code: string,
  order: Payable,
): Gateway | null {
  return gateways.find((gateway) => gateway.code === code && gateway.isOffered(order)) ?? null
}
