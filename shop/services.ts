import { type Services, services as served } from '#contracts/all.ts'
import type { Database } from '#db/schema.ts'
import type { Contract } from '#pure/contract.ts'
import { client } from '#platform/http/client.ts'
import { serviceName } from '#platform/http/serve.ts'
import { guardedService } from '#pure/guarded-service.ts'
import type { OpenIdClient } from '#platform/openid/openid-client.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import { abandonedCartService } from '#shop/flows/abandoned-cart/abandoned-cart-service.ts'
import { shopReservationService } from '#shop/flows/trade/shop-reservation/shop-reservation-service.ts'
import { bookingService } from '#shop/flows/cart/booking/booking-service.ts'
import type { CardFiles } from '#shop/card/card-pictures.ts'
import { cardService } from '#shop/flows/member/cards/card-service.ts'
import { cartService } from '#shop/flows/cart/cart-service.ts'
import { catalogService } from '#shop/views/catalog/catalog-service.ts'
import { consentService } from '#shop/consent/consent-service.ts'
import { contentService } from '#shop/content/content-service.ts'
import { directoryService } from '#shop/views/directory/directory-service.ts'
import { redirectService } from '#shop/content/redirect/redirect-service.ts'
import { retention_days } from '#shop/flows/sweep/retention.ts'
import { staticPageService } from '#shop/views/pages/static-page-service.ts'
import { articlePreviewService } from '#shop/views/article/article-preview-service.ts'
import { landingService } from '#shop/views/landing/landing-service.ts'
import { loginGateService } from '#shop/identity/login-gate/login-gate-service.ts'
import type { OneTap } from '#shop/identity/member/providers/identity-provider.ts'
import { loyaltyService } from '#shop/identity/loyalty-service.ts'
import { locationsService } from '#shop/location/locations-service.ts'
import { memberService } from '#shop/flows/member/member-service.ts'
import { lookupService } from '#shop/views/lookup/lookup-service.ts'
import { orderService } from '#shop/flows/order-service.ts'
import type { NetworkHash } from '#shop/order/order-network.ts'
import type { OpenGateways } from '#shop/payment/gateways/open-gateways.ts'
import type { ApplicationDeps } from '#shop/flows/trade/application/application-deps.ts'
import { applicationService } from '#shop/flows/trade/application/application-service.ts'
import { installmentService } from '#shop/views/installment/installment-service.ts'
import { paymentService } from '#shop/flows/payment-service.ts'
import type { PaymentWays } from '#shop/flows/choose-payment/transfer-code.ts'
import { offersService } from '#shop/flows/notices/campaigns/offers-service.ts'
import { noticesService } from '#shop/flows/notices/notices-service.ts'
import type { NoticesDeps } from '#shop/flows/notices/store-wish.ts'
import { startsService } from '#shop/flows/notices/starts/starts-service.ts'
import { priceService } from '#shop/views/price/price-service.ts'
import { promotionService } from '#shop/views/promotion/promotion-service.ts'
import { quoteService } from '#shop/flows/quote/quote-service.ts'
import { openReadModel } from '#shop/search/read-model.ts'
import { shopperReturnService } from '#shop/flows/returns/shopper-returns.ts'
import { repairTicketService } from '#shop/flows/trade/ticket/ticket-service.ts'
import { repairService } from '#shop/views/repair/repair-service.ts'
import { searchService } from '#shop/search/search-service.ts'
import { commentService } from '#shop/flows/content/talk/comment-service.ts'
import { gatewayService } from '#shop/flows/content/talk/gateway-service.ts'
import { reviewService } from '#shop/flows/content/talk/review-service.ts'
import { sessionService } from '#shop/identity/session-service.ts'
import { sharedQuoteService } from '#shop/flows/quote/shared-quote-service.ts'
import { wishlistService } from '#shop/customer/wishlist-service.ts'
import { tradeInService } from '#shop/flows/trade/trade-in-service.ts'
import { usedService } from '#shop/views/used/used-service.ts'
import { gameService } from '#shop/flows/trade/game/game-service.ts'
import { deviceTestService } from '#shop/trade/device-test/device-test-service.ts'
import { waitlistOperations } from '#shop/flows/waitlist/queue-position.ts'

interface ServiceDeps {
  db: Database
  now: Now
  log: Log
  /** The accounts that receive transfers. */
  payments: PaymentWays
  /** The store of pictures, and the box of those of cards. */
  card_files: CardFiles
  /** What applications for loans work with besides. */
  loans: Pick<ApplicationDeps, 'person_keys' | 'lenders' | 'paper_files'>
  /** The member site, where members sign in. */
  member_site: OpenIdClient
  /** The prompt of Google, and where the member site is. */
  one_tap: { one_tap: OneTap | null; member_url: string }
  /** Notices of items: the keys of one-time passwords and web push, and whether SMS go out. */
  notices: Omit<NoticesDeps, 'db' | 'now'>
  /** Nobody but the shop speaks in its name. */
  shop_name: string
  /** Every payment method with its settings. */
  gateways: OpenGateways
  /** For how many days after an order ended money for it makes it live again. */
  late_money_days: number
  /** Base addresses of services that run in another process, such as https://host/api/cart. */
  urls: { readonly [Name in keyof Services]?: string | null }
  /** Maximum number of orders that are placed in one batch. */
  order_batch?: number
  /** Absent: orders are not counted by network. */
  networkHash?: NetworkHash
  /** Signs reports of device tests (hex). */
  report_key: string
  /** Signs the starts of games (hex). */
  run_key: string
  /** The feed of database changes; without it lists are up to a second old. */
  feed?: ChangeFeed | null
  /** Compares refusals with the contracts: on in tests and development. */
  check?: boolean
}

/** Creates every service of the shop: in this process, or as an HTTP client where an address is set. */
export function createServices(deps: ServiceDeps): Services {
  const { db, now, log, payments, card_files, gateways, urls, order_batch = 64, feed = null } = deps
  const { check = false, networkHash, shop_name } = deps
  const { public_url } = payments
  const providers = { db, now, log, gateways, public_url, late_money_days: deps.late_money_days }
  const sign_in = { member_site: deps.member_site, public_url, ...deps.one_tap }
  const remote = remoteServices(urls)
  // The read model needs much memory: it is not opened if another process serves search.
  const search =
    remote.search ?? searchService({ products: openReadModel({ db, now, log, feed }), now })
  const cart = remote.cart ?? cartService({ db, now })
  const refusals = { log, files: card_files.pictures.files }
  const talk = { ...deps.notices, db, now, log, pictures: card_files.pictures, shop_name }
  const [reviews, comments] = [reviewService(talk), commentService(talk)]
  const deviceTest =
    remote.deviceTest ?? deviceTestService({ now, public_url, report_key: deps.report_key })
  const local: Services = {
    abandonedCart: abandonedCartService({ db, now, cart, ...refusals }),
    session: sessionService({ db, now, ...sign_in }),
    cart,
    quote: quoteService({ db, now, gateways: gateways.all }),
    sharedQuote: sharedQuoteService({ db, now }),
    order: orderService({ providers, max_batch: order_batch, networkHash }),
    installment: installmentService({ db, now }),
    application: applicationService({ ...providers, ...deps.loans, networkHash }),
    payment: paymentService({ db, now, log, ...payments, providers }),
    booking: bookingService({ db, now, log }),
    cartTrade: tradeInService({ db, now, log, deviceTest }),
    shopReservation: shopReservationService({ db, now, log }),
    returns: shopperReturnService({ db, now, log, pictures: card_files.pictures }),
    member: memberService({ db, now, person_keys: deps.loans.person_keys }),
    card: cardService({ db, now, log, ...card_files }),
    price: priceService({ db, now }),
    catalog: catalogService({ db, now, search, feed, public_url: payments.public_url }),
    search,
    promotion: {
      ...promotionService({ db, now, search, feed }),
      ...waitlistOperations({ db, now }),
    },
    content: contentService({ db, now, public_url: payments.public_url, feed }),
    redirects: redirectService({ db, now, feed }),
    articlePreview: articlePreviewService({ db, now, pictures: card_files.pictures }),
    landing: landingService({ db, now, public_url: payments.public_url, feed }),
    staticPages: staticPageService({ db, now, feed, public_url, retained: retention_days }),
    directory: directoryService({ db, now }),
    consent: consentService({ db, now }),
    wishlist: wishlistService({ db, now }),
    offers: offersService({ db, now, ...deps.notices, ...refusals }),
    notices: noticesService({ db, now, ...deps.notices, ...refusals }),
    starts: startsService({ db, now, ...deps.notices }),
    lookup: lookupService({ db, now }),
    locations: locationsService({ db, now, feed }),
    repair: repairService({ db, now, public_url: payments.public_url }),
    used: usedService({ db, now, search, feed, pictures: card_files.pictures, public_url }),
    reviews,
    comments,
    talkGateway: gatewayService({ reviews, comments }),
    repairTicket: repairTicketService({ db, now, log }),
    deviceTest,
    games: gameService({ db, now, run_key: deps.run_key }),
    loginGate: loginGateService({ db, now, log, ...sign_in }),
    loyalty: loyaltyService({ db }),
  }
  return guardedServices({ ...local, ...remote }, check)
}

function guardedServices(services: Services, check: boolean): Services {
  const guarded = Object.entries(served).map(([name, { contract, prefix }]) => [
    name,
    guardedService<Contract>(contract, services[name as keyof Services], {
      check,
      name: serviceName(prefix),
    }),
  ])
  return Object.fromEntries(guarded)
}

function remoteServices(urls: ServiceDeps['urls']): Partial<Services> {
  const remote = Object.entries(urls).flatMap(([name, url]) => {
    const { contract, prefix } = served[name as keyof Services]
    const sends_forms = serviceName(prefix) === 'cartService'
    return url ? [[name, client(contract, url, { sends_forms })]] : []
  })
  return Object.fromEntries(remote) as Partial<Services>
}
