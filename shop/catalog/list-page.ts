import type { ProductCard, ShelfPage } from '#contracts/storefront/catalog.ts'
import { cleanRichText } from '#platform/text/rich-text.ts'
import { cleanFaq } from '#shop/catalog/category.ts'
import { metaOf } from '#shop/catalog/meta.ts'
import type { ShelfRow } from '#shop/catalog/list-page-store.ts'
import { categoryLink, type Tree } from '#shop/catalog/tree.ts'

const most_related = 8

/** What the page of a tag or a brand says beside its list (contract §2 /the-san-pham). */
export function shelfPage(row: ShelfRow, path: string, related: ShelfPage['related']): ShelfPage {
  const { name, description } = row
  return {
    name,
    path,
    meta: metaOf(row, { name, url_path: path.slice(1), description, image: null }),
    breadcrumb: [{ name, path }],
    related,
    description: cleanRichText(description),
    faq: cleanFaq(row.faq),
  }
}

/** The categories that goods lie in, those with most first, narrowed by `query` where given. */
export function relatedCategories(
  tree: Tree,
  products: readonly ProductCard[],
  query: string,
): ShelfPage['related'] {
  const counts = Map.groupBy(products, (card) => card.category_id)
  return [...counts]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([category_id]) => tree.get(category_id))
    .filter((category) => category !== undefined)
    .slice(0, most_related)
    .map((category) => {
      const link = categoryLink(category)
      return { ...link, path: `${link.path}${query}` }
    })
}
