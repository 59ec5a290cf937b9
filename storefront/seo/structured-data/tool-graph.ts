import type { QuestionAndAnswer } from '#contracts/storefront/catalog.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import {
  absoluteUrl,
  breadcrumbList,
  faqPage,
  graph,
} from '#storefront/seo/structured-data/graph.ts'

interface Tool {
  name: string
  path: string
  title: string
  description: string
}

/** The structured data of a tool that runs in the browser and costs nothing. `above`: the pages over it. */
export function toolGraph(
  { name, path, title, description }: Tool,
  above: readonly Tool[],
  faq: readonly QuestionAndAnswer[],
  shop: ShopIdentity,
): object | null {
  const crumbs = [...above, { name, path }].map((page) => ({ name: page.name, path: page.path }))
  return graph([
    {
      '@type': 'WebApplication',
      name: title,
      description,
      url: absoluteUrl(path, shop),
      applicationCategory: 'UtilitiesApplication',
      operatingSystem: 'Any',
      browserRequirements: 'Requires JavaScript',
      inLanguage: 'vi',
      isAccessibleForFree: true,
      offers: { '@type': 'Offer', price: 0, priceCurrency: 'VND' },
      publisher: { '@type': 'Organization', name: shop.name, url: shop.public_url },
    },
    breadcrumbList(crumbs, shop),
    faqPage(faq),
  ])
}
