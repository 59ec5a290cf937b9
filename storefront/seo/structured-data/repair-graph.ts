import type { QuestionAndAnswer } from '#contracts/storefront/catalog.ts'
import type { RepairServicePage } from '#contracts/storefront/repair.ts'
import { repair_hubs } from '#storefront/addresses/repair-hubs.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import {
  absoluteUrl,
  breadcrumbList,
  faqPage,
  graph,
  type Thing,
} from '#storefront/seo/structured-data/graph.ts'

/** The structured data of a repair service: service with its offers, breadcrumbs, FAQ. */
export function repairGraph(
  service: RepairServicePage,
  faq: readonly QuestionAndAnswer[],
  shop: ShopIdentity,
): object | null {
  const { device_kind, name, path } = service
  return graph([
    serviceThing(service, shop),
    breadcrumbList([repair_hubs[device_kind], { name, path }], shop),
    faqPage(faq),
  ])
}

function serviceThing(service: RepairServicePage, shop: ShopIdentity): Thing {
  const { name, path, part_name, meta, thumbnail, options } = service
  const prices = options.map(({ price }) => price)
  const url = absoluteUrl(path, shop)
  return {
    '@type': 'Service',
    name,
    serviceType: part_name,
    description: meta.description,
    url,
    image: absoluteUrl(thumbnail, shop),
    provider: { '@type': 'Organization', name: shop.name, url: shop.public_url },
    areaServed: { '@type': 'Country', name: 'Việt Nam' },
    offers: {
      '@type': 'AggregateOffer',
      priceCurrency: 'VND',
      lowPrice: Math.min(...prices),
      highPrice: Math.max(...prices),
      offerCount: options.length,
      offers: options.map(({ label, price, item_id }) => ({
        '@type': 'Offer',
        name: label,
        sku: String(item_id),
        price,
        priceCurrency: 'VND',
        url,
        availability: 'https://schema.org/InStock',
      })),
    },
  }
}
