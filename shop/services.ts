import { type Services, services as served } from '#contracts/all.ts'
import type { Database } from '#db/schema.ts'
import { client } from '#platform/client.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { cartService } from '#shop/cart/cart-service.ts'
import { catalogService } from '#shop/catalog/catalog-service.ts'
import { contentService } from '#shop/content/content-service.ts'
import { locationsService } from '#shop/locations/locations-service.ts'
import { orderService } from '#shop/order/order-service.ts'
import { paymentService } from '#shop/payment/payment-service.ts'
import type { PaymentWays } from '#shop/payment/transfer-code.ts'
import { priceService } from '#shop/price/price-service.ts'
import { quoteService } from '#shop/quote/quote-service.ts'
import { searchService } from '#shop/search/search-service.ts'
import { sessionService } from '#shop/session/session-service.ts'

export interface ShopParts {
  db: Database
  now: Now
  log: Log
  /** Where money by transfer goes to. */
  payments: PaymentWays
  /** Where a service stands when it is not in this process: https://host/api/cart, and so on. */
  urls: { readonly [Name in keyof Services]?: string | null }
}

/** Every service of the shop: a function call away, or over HTTP where an address is set. */
export function createServices({ db, now, log, payments, urls }: ShopParts): Services {
  const local: Services = {
    session: sessionService({ db, now }),
    cart: cartService({ db, now }),
    quote: quoteService({ db, now }),
    order: orderService({ db, now, log }),
    payment: paymentService({ db, now, log, ...payments }),
    price: priceService({ db }),
    catalog: catalogService({ db, now }),
    search: searchService({ db }),
    content: contentService({ db, now }),
    locations: locationsService({ db, now }),
  }
  const remote = Object.entries(urls).flatMap(([name, url]) =>
    url ? [[name, client(served[name as keyof Services].contract, url)]] : [],
  )
  return { ...local, ...(Object.fromEntries(remote) as Partial<Services>) }
}
