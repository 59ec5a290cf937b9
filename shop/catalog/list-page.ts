import type { ProductCard, CollectionPage } from '#contracts/storefront/catalog.ts'
import { cleanRichText } from '#platform/text/rich-text.ts'
import { cleanFaq } from '#shop/catalog/category.ts'
import { metaOf } from '#shop/catalog/meta.ts'
import type { CollectionRow } from '#shop/catalog/list-page-store.ts'
import { categoryLink, type Tree } from '#shop/catalog/tree.ts'

const max_related = 8

/** Returns the content of a tag's or brand's page, without its list of products (contract §2 /the-san-pham). */
export function collectionPage(
  row: CollectionRow,
  path: string,
  related: CollectionPage['related'],
): CollectionPage {
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

/** Returns links to the categories of the products, those with most products first, with `query` added to each path. */
export function relatedCategories(
  tree: Tree,
  products: readonly ProductCard[],
  query: string,
): CollectionPage['related'] {
  const counts = Map.groupBy(products, (card) => card.category_id)
  return [...counts]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([category_id]) => tree.get(category_id))
    .filter((category) => category !== undefined)
    .slice(0, max_related)
    .map((category) => {
      const link = categoryLink(category)
      return { ...link, path: `${link.path}${query}` }
    })
}
