import { abandonedCart } from '#contracts/storefront/abandoned-cart.ts'
import { cart } from '#contracts/storefront/cart.ts'
import { catalog } from '#contracts/storefront/catalog.ts'
import { content } from '#contracts/storefront/content.ts'
import { directory } from '#contracts/storefront/directory.ts'
import { locations } from '#contracts/storefront/locations.ts'
import { order } from '#contracts/storefront/order.ts'
import { payment } from '#contracts/storefront/payment.ts'
import { price } from '#contracts/storefront/price.ts'
import { promotion } from '#contracts/storefront/promotion.ts'
import { quote } from '#contracts/storefront/quote.ts'
import { search } from '#contracts/storefront/search.ts'
import { session } from '#contracts/storefront/session.ts'
import type { ContractRefusal, Service } from '#pure/contract.ts'

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

/** Every "no" of any service: its code and what it tells. */
export type AnyRefusal = {
  [Name in keyof typeof services]: ContractRefusal<(typeof services)[Name]['contract']>
}[keyof typeof services]
