import { abandonedCart } from '#contracts/abandoned-cart.ts'
import { cart } from '#contracts/cart.ts'
import { catalog } from '#contracts/catalog.ts'
import { content } from '#contracts/content.ts'
import { directory } from '#contracts/directory.ts'
import { locations } from '#contracts/locations.ts'
import { order } from '#contracts/order.ts'
import { payment } from '#contracts/payment.ts'
import { price } from '#contracts/price.ts'
import { promotion } from '#contracts/promotion.ts'
import { quote } from '#contracts/quote.ts'
import { search } from '#contracts/search.ts'
import { session } from '#contracts/session.ts'
import type { RefusalCode, Service } from '#pure/contract.ts'

/** Every service of the shop: its contract and the address it is served under. */
export const services = {
  session: { prefix: '/api/sso', contract: session },
  cart: { prefix: '/api/cart', contract: cart },
  quote: { prefix: '/api/cart', contract: quote },
  order: { prefix: '/api/cart', contract: order },
  payment: { prefix: '/api/cart', contract: payment },
  price: { prefix: '/api/cart', contract: price },
  abandonedCart: { prefix: '/api/cart', contract: abandonedCart },
  catalog: { prefix: '/api/catalog', contract: catalog },
  search: { prefix: '/api/search', contract: search },
  promotion: { prefix: '/api/promotion', contract: promotion },
  content: { prefix: '/api/content', contract: content },
  directory: { prefix: '/api/directory', contract: directory },
  locations: { prefix: '/api/locations', contract: locations },
} as const

/** All services, local or remote: what pages are given. */
export type Services = {
  [Name in keyof typeof services]: Service<(typeof services)[Name]['contract']>
}

/** Every code any service can refuse with. */
export type AnyRefusalCode = {
  [Name in keyof typeof services]: RefusalCode<(typeof services)[Name]['contract']>
}[keyof typeof services]
