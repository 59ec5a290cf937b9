import type { CategoryLink, MenuEntry } from '#contracts/storefront/catalog.ts'
import { formatDong } from '#pure/money.ts'

/** A category with its parent, its metadata and its brands. */
export interface Category {
  category_id: number
  parent_id: number | null
  name: string
  /** Address without a leading slash. */
  url_path: string
  thumbnail: string | null
  is_in_menu: boolean
  price_bounds: number[]
  meta_title: string
  meta_description: string
  meta_keywords: string
  canonical_tag: string
  meta_thumbnail: string | null
  meta_index: boolean
  meta_follow: boolean
  /** Brands of the products of this category itself, not of its descendants. */
  brands: BrandShare[]
}

/** The number of versions of a brand in a category. */
export interface BrandShare {
  brand_id: number
  name: string
  slug: string
  product_count: number
}

/** All categories by id, in the order of the menu. */
export type Tree = ReadonlyMap<number, Category>

export function childrenOf(tree: Tree, category_id: number | null): Category[] {
  return [...tree.values()].filter((category) => category.parent_id === category_id)
}

/** Returns the category and its descendants. */
export function branchOf(tree: Tree, category: Category): Category[] {
  const below = childrenOf(tree, category.category_id).flatMap((child) => branchOf(tree, child))
  return [category, ...below]
}

/** Returns the categories from the top of the tree down to the category. */
export function pathTo(tree: Tree, category: Category): Category[] {
  const parent = category.parent_id === null ? undefined : tree.get(category.parent_id)
  return parent ? [...pathTo(tree, parent), category] : [category]
}

/** Returns the brands of a category and its descendants, those with most versions first. */
export function brandsOf(tree: Tree, category: Category): BrandShare[] {
  const all = new Map<number, BrandShare>()
  for (const share of branchOf(tree, category).flatMap((category) => category.brands)) {
    const product_count = share.product_count + (all.get(share.brand_id)?.product_count ?? 0)
    all.set(share.brand_id, { ...share, product_count })
  }
  return [...all.values()].toSorted(
    (one, other) => other.product_count - one.product_count || one.slug.localeCompare(other.slug),
  )
}

export function hasProducts(tree: Tree, category: Category): boolean {
  return branchOf(tree, category).some((category) => category.brands.length > 0)
}

export function categoryLink({ name, url_path, thumbnail }: Category): CategoryLink {
  return { name, path: `/${url_path}`, thumbnail }
}

/** Returns a link to a category filtered by one brand. */
export function brandLink(category: Category, brand: BrandShare): { name: string; path: string } {
  return { name: brand.name, path: `/${category.url_path}?brand=${brand.slug}` }
}

/** Returns price bands from their bounds: 2 and 4 million give "Dưới 2 triệu", "Từ 2 - 4 triệu", "Trên 4 triệu". */
export function priceBands({ url_path, price_bounds }: Category): MenuEntry['price_bands'] {
  if (price_bounds.length === 0) return []
  const ends = [null, ...price_bounds, null]
  return ends.slice(1).map((high, index) => {
    const low = ends[index] ?? null
    const parameters = [
      low === null ? '' : `min_price=${low}`,
      high === null ? '' : `max_price=${high}`,
    ]
    return {
      name: bandName(low, high),
      path: `/${url_path}?${parameters.filter(Boolean).join('&')}`,
    }
  })
}

/** Returns the label of a price range; null is an open end. */
export function bandName(low: number | null, high: number | null): string {
  if (low === null) return high === null ? 'Mọi mức giá' : `Dưới ${formatAmount(high)}`
  return high === null ? `Trên ${formatAmount(low)}` : `Từ ${range(low, high)}`
}

const million = 1_000_000

function range(low: number, high: number): string {
  return low >= million
    ? `${low / million} - ${formatAmount(high)}`
    : `${formatAmount(low)} - ${formatAmount(high)}`
}

function formatAmount(amount: number): string {
  return amount >= million
    ? `${String(amount / million).replace('.', ',')} triệu`
    : formatDong(amount)
}
