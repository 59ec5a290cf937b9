import type { Crumb, ProductCard } from '#contracts/storefront/catalog.ts'
import type { z } from 'zod'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import {
  breadcrumbList,
  faqPage,
  graph,
  type Thing,
  absoluteUrl,
} from '#storefront/seo/structured-data/graph.ts'

/** The fields of a list page that its structured data uses. */
interface DescribedList {
  name: string
  breadcrumb: readonly z.infer<typeof Crumb>[]
  faq: readonly { question: string; answer: string }[]
}

/** The structured data of a category, tag or brand: breadcrumbs, products, FAQ. */
export function listGraph(
  { name, breadcrumb, faq }: DescribedList,
  cards: readonly ProductCard[],
  shop: ShopIdentity,
): object | null {
  return graph([breadcrumbList(breadcrumb, shop), itemList(cards, name, shop), faqPage(faq)])
}

/** The products of a list in their sequence (ItemList). */
export function itemList(
  cards: readonly ProductCard[],
  name: string,
  shop: ShopIdentity,
): Thing | null {
  if (cards.length === 0) return null
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: cards.length,
    itemListElement: cards.map(({ url_path, name: product }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: product,
      url: absoluteUrl(`/${url_path}`, shop),
    })),
  }
}
