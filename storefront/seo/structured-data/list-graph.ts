import type { Crumb, ProductCard } from '#contracts/storefront/catalog.ts'
import type { z } from 'zod'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import {
  breadcrumbList,
  faqPage,
  graph,
  type Thing,
  whole,
} from '#storefront/seo/structured-data/graph.ts'

/** What of a list's page is told. */
export interface ToldList {
  name: string
  breadcrumb: readonly z.infer<typeof Crumb>[]
  faq: readonly { question: string; answer: string }[]
}

/** A category, tag or brand: where it stands, what it lists, what is asked about it. */
export function listGraph(
  { name, breadcrumb, faq }: ToldList,
  cards: readonly ProductCard[],
  shop: ShopIdentity,
): object | null {
  return graph([breadcrumbList(breadcrumb, shop), itemList(cards, name, shop), faqPage(faq)])
}

/** The products of a list, in its order (ItemList). */
function itemList(cards: readonly ProductCard[], name: string, shop: ShopIdentity): Thing | null {
  if (cards.length === 0) return null
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: cards.length,
    itemListElement: cards.map(({ url_path, name: product }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: product,
      url: whole(`/${url_path}`, shop),
    })),
  }
}
