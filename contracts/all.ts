import { abandonedCart } from '#contracts/storefront/abandoned-cart.ts'
import { shopReservation } from '#contracts/storefront/trade/shop-reservation.ts'
import { booking } from '#contracts/storefront/booking.ts'
import { card } from '#contracts/storefront/cards.ts'
import { cart } from '#contracts/storefront/cart.ts'
import { catalog } from '#contracts/storefront/catalog.ts'
import { consent } from '#contracts/storefront/consent.ts'
import { content } from '#contracts/storefront/content.ts'
import { deviceTest } from '#contracts/storefront/device-test.ts'
import { directory } from '#contracts/storefront/directory.ts'
import { games } from '#contracts/storefront/game.ts'
import { installment } from '#contracts/storefront/installment.ts'
import { locations } from '#contracts/storefront/locations.ts'
import { member } from '#contracts/storefront/member.ts'
import { articlePreview } from '#contracts/storefront/articles/article-preview.ts'
import { landing } from '#contracts/storefront/landing/landing.ts'
import { lookup } from '#contracts/storefront/lookup.ts'
import { loginGate } from '#contracts/storefront/login-gate.ts'
import { loyalty } from '#contracts/storefront/loyalty.ts'
import { offers } from '#contracts/storefront/notices/offers.ts'
import { starts } from '#contracts/storefront/notices/starts.ts'
import { notices } from '#contracts/storefront/notices.ts'
import { order } from '#contracts/storefront/order.ts'
import { payment } from '#contracts/storefront/payment.ts'
import { price } from '#contracts/storefront/price.ts'
import { promotion } from '#contracts/storefront/promotion.ts'
import { quote } from '#contracts/storefront/quote.ts'
import { repair } from '#contracts/storefront/repair.ts'
import { repairTicket } from '#contracts/storefront/repair-ticket.ts'
import { comments } from '#contracts/storefront/talk/comments.ts'
import { talkGateway } from '#contracts/storefront/talk/gateway.ts'
import { reviews } from '#contracts/storefront/talk/reviews.ts'
import { redirects } from '#contracts/storefront/redirects.ts'
import { returns } from '#contracts/storefront/returns.ts'
import { search } from '#contracts/storefront/search.ts'
import { wishlist } from '#contracts/storefront/wishlist.ts'
import { cartTrade } from '#contracts/storefront/trade/trade-in.ts'
import { session } from '#contracts/storefront/session.ts'
import { staticPages } from '#contracts/storefront/static-pages.ts'
import { sharedQuote } from '#contracts/storefront/shared-quote.ts'
import { used } from '#contracts/storefront/trade/used.ts'
import { application } from '#contracts/storefront/trade/application.ts'
import type { ContractRefusal, Service } from '#pure/contract.ts'

/**
 * All services of the shop: the contract of each and the path prefix it is served under. Refused calls of single
 * sign-on are not logged (contract §8).
 */
export const services = {
  session: { prefix: '/api/sso', contract: session, logs_refusals: false },
  cart: { prefix: '/api/cart', contract: cart },
  quote: { prefix: '/api/cart', contract: quote },
  sharedQuote: { prefix: '/api/cart', contract: sharedQuote },
  order: { prefix: '/api/cart', contract: order },
  payment: { prefix: '/api/cart', contract: payment },
  booking: { prefix: '/api/cart', contract: booking },
  shopReservation: { prefix: '/api/cart', contract: shopReservation },
  member: { prefix: '/api/member', contract: member },
  card: { prefix: '/api/card', contract: card },
  returns: { prefix: '/api/cart', contract: returns },
  installment: { prefix: '/api/cart', contract: installment },
  cartTrade: { prefix: '/api/cart-trade', contract: cartTrade },
  application: { prefix: '/api/cart', contract: application },
  price: { prefix: '/api/cart', contract: price },
  abandonedCart: { prefix: '/api/cart', contract: abandonedCart },
  catalog: { prefix: '/api/catalog', contract: catalog },
  search: { prefix: '/api/search', contract: search },
  promotion: { prefix: '/api/promotion', contract: promotion },
  content: { prefix: '/api/content', contract: content },
  staticPages: { prefix: '/api/content', contract: staticPages },
  articlePreview: { prefix: '/api/articles', contract: articlePreview },
  landing: { prefix: '/api/landing', contract: landing },
  redirects: { prefix: '/api/redirects', contract: redirects },
  directory: { prefix: '/api/directory', contract: directory },
  consent: { prefix: '/api/consent', contract: consent },
  wishlist: { prefix: '/api/wishlist', contract: wishlist },
  offers: { prefix: '/api/offers', contract: offers },
  notices: { prefix: '/api/notices', contract: notices },
  starts: { prefix: '/api/starts', contract: starts },
  lookup: { prefix: '/api/lookup', contract: lookup },
  locations: { prefix: '/api/locations', contract: locations },
  repair: { prefix: '/api/repair', contract: repair },
  used: { prefix: '/api/used', contract: used },
  reviews: { prefix: '/api/comment', contract: reviews },
  comments: { prefix: '/api/comment', contract: comments },
  talkGateway: { prefix: '/api/comment', contract: talkGateway },
  repairTicket: { prefix: '/api/repair', contract: repairTicket },
  deviceTest: { prefix: '/api/device-test', contract: deviceTest },
  games: { prefix: '/api/games', contract: games },
  loginGate: { prefix: '/api/login-gate', contract: loginGate },
  loyalty: { prefix: '/api/loyalty', contract: loyalty },
} as const

/** All services, local or remote, as pages call them. */
export type Services = {
  [Name in keyof typeof services]: Service<(typeof services)[Name]['contract']>
}

/** Any refusal of any service: its code and its data. */
export type AnyRefusal = {
  [Name in keyof typeof services]: ContractRefusal<(typeof services)[Name]['contract']>
}[keyof typeof services]
