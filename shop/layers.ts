/**
 * The nouns of the shop in one order, bottom to top. A noun imports, values and types, only from nouns
 * that stand before it; test/laws/layers.test.ts holds every import to it. A nested folder is a noun of its own.
 */
export const nouns = [
  'identity',
  'customer',
  'location',
  'catalog',
  'content',
  'inventory/stock',
  'inventory/reservation',
  'inventory/waitlist',
  // What is offered, then what one item costs, then what takes something off a whole basket.
  'pricing/promotion',
  'pricing/flash-sale',
  'pricing/price',
  'pricing/item',
  'pricing/combo',
  'pricing/voucher',
  'pricing/payment-offer',
  'pricing/basket',
  'search',
  // payOS is a gateway and a relay, and signs alike for both. The ledger reads what gateways notify.
  'payment/attempt',
  'payment/gateways',
  'payment/relays',
  'payment/ledger',
  'payment/sandbox',
  'cart',
  'quote',
  'order',
  'notification',
] as const

/** Files that bind all to the contracts and to one process. */
const wiring = [
  'services.ts',
  'staff-services.ts',
  'open-shop.ts',
  'jobs.ts',
  'register-payments.ts',
] as const

/** Above all nouns: reads across them, then acts across them, then the wiring. */
export const layers = [...nouns, 'views', 'flows', ...wiring] as const

export type Layer = (typeof layers)[number]

/** The layer that a file belongs to; null outside of shop/ and for this file. */
export function layerOf(path: string): Layer | null {
  const file = path.replace('.test.ts', '.ts')
  return layers.find((layer) => `${file}/`.startsWith(`shop/${layer}/`)) ?? null
}

export function isAbove(one: Layer, other: Layer): boolean {
  return layers.indexOf(one) > layers.indexOf(other)
}
