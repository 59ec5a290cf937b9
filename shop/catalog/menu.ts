import type { MenuEntry, ProductCard } from '#contracts/storefront/catalog.ts'
import type { NeedRow } from '#shop/catalog/need-store.ts'
import { plainName } from '#shop/catalog/slug.ts'
import {
  branchOf,
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
const most_needs = 8

/** The categories at the top of the tree that have something to sell, in the order of the menu. */
export function menuCategories(tree: Tree): Category[] {
  return childrenOf(tree, null).filter(
    (category) => category.is_in_menu && hasGoods(tree, category),
  )
}

/** The mega menu: per category its children, brands, price bands, needs and leading products. */
export function menuEntries(
  tree: Tree,
  featured: ReadonlyMap<number, readonly ProductCard[]>,
  needs: readonly NeedRow[],
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
    needs: needsOf(tree, category, needs).map(({ code, name }) => ({
      name,
      path: `/${category.url_path}?need=${code}`,
    })),
    featured: (featured.get(category.category_id) ?? []).map(({ name, url_path }) => ({
      name: plainName(name),
      path: `/${url_path}`,
    })),
  }))
}

/** Needs of a category and all below it; one that several shelves share is one. */
function needsOf(tree: Tree, category: Category, needs: readonly NeedRow[]): NeedRow[] {
  const shelves = new Set(branchOf(tree, category).map((shelf) => shelf.category_id))
  const here = needs.filter((need) => shelves.has(need.category_id))
  return [...new Map(here.map((need) => [need.code, need])).values()].slice(0, most_needs)
}
