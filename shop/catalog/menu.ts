import type { MenuEntry, ProductCard } from '#contracts/catalog.ts'
import { plainName } from '#shop/catalog/slug.ts'
import {
  brandLink,
  brandsOf,
  categoryLink,
  childrenOf,
  hasGoods,
  priceBands,
  type Category,
  type Tree,
} from '#shop/catalog/tree.ts'

const most_brands = 14

/** The categories at the top of the tree that have something to sell, in the order of the menu. */
export function menuCategories(tree: Tree): Category[] {
  return childrenOf(tree, null).filter(
    (category) => category.is_in_menu && hasGoods(tree, category),
  )
}

/** The mega menu: per category its children, brands, price bands and leading products. */
export function menuEntries(
  tree: Tree,
  featured: ReadonlyMap<number, readonly ProductCard[]>,
): MenuEntry[] {
  return menuCategories(tree).map((category) => ({
    ...categoryLink(category),
    children: childrenOf(tree, category.category_id)
      .filter((child) => hasGoods(tree, child))
      .map(categoryLink),
    brands: brandsOf(tree, category)
      .slice(0, most_brands)
      .map((brand) => brandLink(category, brand)),
    price_bands: priceBands(category),
    featured: (featured.get(category.category_id) ?? []).map(({ name, url_path }) => ({
      name: plainName(name),
      path: `/${url_path}`,
    })),
  }))
}
