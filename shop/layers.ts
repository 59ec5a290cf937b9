/**
 * The nouns of the shop from bottom to top. A noun imports values and types only from nouns before it;
 * test/laws/layers.test.ts checks every import. A nested folder is a noun of its own.
 */
export const nouns = [
  'change-log',
  'picture',
  'identity',
  'consent',
  'customer',
  'card',
  'loyalty',
  'delivery',
  'location',
  'catalog',
  'content/redirect',
  'content/slug',
  'content/landing',
  'content/article',
  'content',
  'inventory/stock',
  'inventory/movement',
  'inventory/unit',
  // Items say which of them are used devices.
  'inventory/used',
  'inventory/reservation',
  'inventory/waitlist',
  'receipt',
  'transfer',
  'inventory/count',
  // Offers first, then the price of one item, then discounts on a whole basket.
  'pricing/promotion',
  'pricing/flash-sale',
  'pricing/price',
  'pricing/item',
  'pricing/combo',
  'pricing/voucher',
  'pricing/payment-offer',
  'pricing/basket',
  'pricing/installment',
  'search',
  // payOS is a gateway and a relay, with the same signature for both. The ledger reads the messages of gateways.
  'payment/attempt',
  'payment/gateways',
  'payment/relays',
  'payment/ledger',
  'payment/sandbox',
  // The list of all gateways, with the imports of their sandbox providers: therefore above both.
  'payment/methods',
  'cart',
  'quote',
  'order',
  'draft',
  // The port of carriers and its adapters, the play carrier of demos, and then our parcels.
  'shipment/carriers',
  'shipment/sandbox',
  'shipment',
  'pickup',
  'return',
  'repair',
  'booking',
  'trade/device-test',
  'trade/game',
  'trade/trade-in',
  // The port of companies that lend and its adapters, and then the applications that they examine.
  'trade/lender',
  'trade/application',
  'trade/shop-reservation',
  'talk/moderation',
  'talk/review',
  'talk/comment',
  'notice/campaign',
  'notice',
  'notification',
] as const

/** Files that connect all nouns to the contracts and to one process. */
const wiring = [
  'services.ts',
  'staff-services.ts',
  'open-shop.ts',
  'jobs.ts',
  'register-shop.ts',
] as const

/** All layers: above the nouns come views (reads across nouns), flows (actions across nouns) and the wiring. */
export const layers = [...nouns, 'views', 'flows', ...wiring] as const

type Layer = (typeof layers)[number]

/** Returns the layer of a file; null outside of shop/ and for this file. */
export function layerOf(path: string): Layer | null {
  const file = path.replace('.test.ts', '.ts')
  return layers.find((layer) => `${file}/`.startsWith(`shop/${layer}/`)) ?? null
}

export function isAbove(one: Layer, other: Layer): boolean {
  return layers.indexOf(one) > layers.indexOf(other)
}
