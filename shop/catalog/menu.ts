import type { MenuEntry } from '#contracts/storefront/catalog.ts'
import type { Listing } from '#contracts/storefront/search.ts'
import type { NeedRow } from '#shop/catalog/need-store.ts'
import { plainName } from '#shop/catalog/slug.ts'
import {
  branchOf,
  brandLink,
  brandsOf,
  categoryLink,
  childrenOf,
  hasProducts,
  priceBands,
  type Category,
  type Tree,
} from '#shop/catalog/tree.ts'

const max_brands = 14
const max_needs = 8

/** Returns the top categories that have products, in the order of the menu. */
export function menuCategories(tree: Tree): Category[] {
  return childrenOf(tree, null).filter(
    (category) => category.is_in_menu && hasProducts(tree, category),
  )
}

type MenuList = Pick<Listing, 'products' | 'price'>

/**
 * Returns the mega menu: for each category its children, brands, needs and featured products, and the price bands in
 * which there is something to buy.
 */
export function menuEntries(
  tree: Tree,
  lists: ReadonlyMap<number, MenuList>,
  needs: readonly NeedRow[],
): MenuEntry[] {
  return menuCategories(tree).map((category) => ({
    ...categoryLink(category),
    children: childrenOf(tree, category.category_id)
      .filter((child) => hasProducts(tree, child))
      .map(categoryLink),
    brands: brandsOf(tree, category)
      .slice(0, max_brands)
      .map((brand) => brandLink(category, brand)),
    price_bands: soldBands(category, lists.get(category.category_id)),
    needs: needsOf(tree, category, needs).map(({ code, name }) => ({
      name,
      path: `/${category.url_path}?need=${code}`,
    })),
    featured: (lists.get(category.category_id)?.products ?? []).map((card) => ({
      name: plainName(card.name),
      path: `/${card.url_path}`,
      thumbnail: card.thumbnail && { ...card.thumbnail, blur: undefined },
      price: card.price,
      special_price: card.special_price,
    })),
  }))
}

function soldBands(category: Category, list: MenuList | undefined): MenuEntry['price_bands'] {
  const sold = new Set(list?.price?.bands.map(({ label }) => label))
  return priceBands(category).filter(({ name }) => sold.has(name))
}

/** Returns the needs of a category and its descendants; needs with the same code count once. */
function needsOf(tree: Tree, category: Category, needs: readonly NeedRow[]): NeedRow[] {
  const branch_ids = new Set(branchOf(tree, category).map((category) => category.category_id))
  const here = needs.filter((need) => branch_ids.has(need.category_id))
  return [...new Map(here.map((need) => [need.code, need])).values()].slice(0, max_needs)
}
