import {
  absoluteUrl,
  breadcrumbList,
  faqPage,
  graph,
} from '#storefront/seo/structured-data/graph.ts'
import { itemList } from '#storefront/seo/structured-data/list-graph.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import type { LandingData } from '#storefront/pages/landing/landing-data.ts'

/** The structured data of a landing page: its time, the products and the questions that it shows. */
export function landingGraph(
  { page, blocks, head }: LandingData,
  shop: ShopIdentity,
): object | null {
  const { name, path, starts_at, ends_at } = page
  const products = blocks.flatMap((block) => (block.kind === 'products' ? block.products : []))
  const faq = blocks.flatMap((block) => (block.kind === 'faq' ? block.items : []))
  const once = new Map(products.map((card) => [card.product_id, card]))
  const sale =
    starts_at === null || ends_at === null
      ? null
      : {
          '@type': 'SaleEvent',
          name,
          description: head.description,
          startDate: starts_at,
          endDate: ends_at,
          eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
          eventStatus: 'https://schema.org/EventScheduled',
          location: { '@type': 'VirtualLocation', url: absoluteUrl(path, shop) },
          organizer: { '@type': 'Organization', name: shop.company.name, url: shop.public_url },
          ...(head.image ? { image: absoluteUrl(head.image, shop) } : {}),
        }
  return graph([
    breadcrumbList([{ name, path }], shop),
    sale,
    itemList([...once.values()], name, shop),
    faqPage(faq),
  ])
}
