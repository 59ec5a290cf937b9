import type { HomePage } from '#contracts/storefront/catalog.ts'
import type { Listing } from '#contracts/storefront/search.ts'
import { menuCategories } from '#shop/catalog/menu.ts'
import { brandLink, brandsOf, categoryLink, type Tree } from '#shop/catalog/tree.ts'

const max_brands = 8
/** A row with fewer cards looks empty and is not shown. */
const min_cards = 4

/** Returns the home page: all categories as tiles, and a row of products for each category that has enough. */
export function homePage(
  tree: Tree,
  lists: ReadonlyMap<number, Pick<Listing, 'products'>>,
): HomePage {
  const categories = menuCategories(tree)
  const rows = categories.map((category) => ({
    name: category.name,
    path: `/${category.url_path}`,
    brands: brandsOf(tree, category)
      .slice(0, max_brands)
      .map((brand) => brandLink(category, brand)),
    products: lists.get(category.category_id)?.products ?? [],
  }))
  return {
    is_empty: categories.length === 0,
    categories: categories.map(categoryLink),
    rows: rows.filter((row) => row.products.length >= min_cards),
  }
}
