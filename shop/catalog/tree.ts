import type { CategoryLink, MenuEntry } from '#contracts/storefront/catalog.ts'
import { formatDong } from '#pure/money.ts'

/** A category as a shelf of the shop: where it stands, and which brands lie on it. */
export interface Category {
  category_id: number
  parent_id: number | null
  name: string
  /** Address without a slash in front. */
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
  /** Of the goods on this very shelf, not of those below it. */
  brands: BrandShare[]
}

/** How many versions of a brand lie on a shelf. */
export interface BrandShare {
  brand_id: number
  name: string
  slug: string
  product_count: number
}

/** All categories, by number, in the order of the menu. */
export type Tree = ReadonlyMap<number, Category>

export function childrenOf(tree: Tree, category_id: number | null): Category[] {
  return [...tree.values()].filter((category) => category.parent_id === category_id)
}

/** The category and everything below it. */
export function branchOf(tree: Tree, category: Category): Category[] {
  const below = childrenOf(tree, category.category_id).flatMap((child) => branchOf(tree, child))
  return [category, ...below]
}

/** From the top of the tree down to the category. */
export function pathTo(tree: Tree, category: Category): Category[] {
  const parent = category.parent_id === null ? undefined : tree.get(category.parent_id)
  return parent ? [...pathTo(tree, parent), category] : [category]
}

/** Brands of a category and all below it, those with most versions first. */
export function brandsOf(tree: Tree, category: Category): BrandShare[] {
  const all = new Map<number, BrandShare>()
  for (const share of branchOf(tree, category).flatMap((shelf) => shelf.brands)) {
    const product_count = share.product_count + (all.get(share.brand_id)?.product_count ?? 0)
    all.set(share.brand_id, { ...share, product_count })
  }
  return [...all.values()].toSorted(
    (one, other) => other.product_count - one.product_count || one.slug.localeCompare(other.slug),
  )
}

export function hasGoods(tree: Tree, category: Category): boolean {
  return branchOf(tree, category).some((shelf) => shelf.brands.length > 0)
}

export function categoryLink({ name, url_path, thumbnail }: Category): CategoryLink {
  return { name, path: `/${url_path}`, thumbnail }
}

/** A category narrowed to one brand. */
export function brandLink(category: Category, brand: BrandShare): { name: string; path: string } {
  return { name: brand.name, path: `/${category.url_path}?brand=${brand.slug}` }
}

/** Price bands out of their upper ends: 2 and 4 million make "Dưới 2 triệu", "Từ 2 - 4 triệu", "Trên 4 triệu". */
export function priceBands({ url_path, price_bounds }: Category): MenuEntry['price_bands'] {
  if (price_bounds.length === 0) return []
  const ends = [null, ...price_bounds, null]
  return ends.slice(1).map((high, index) => {
    const low = ends[index] ?? null
    const ask = [low === null ? '' : `min_price=${low}`, high === null ? '' : `max_price=${high}`]
    return { name: bandName(low, high), path: `/${url_path}?${ask.filter(Boolean).join('&')}` }
  })
}

/** A range of prices as a shop assistant says it; null is an open end. */
export function bandName(low: number | null, high: number | null): string {
  if (low === null) return high === null ? 'Mọi mức giá' : `Dưới ${spoken(high)}`
  return high === null ? `Trên ${spoken(low)}` : `Từ ${range(low, high)}`
}

const million = 1_000_000

function range(low: number, high: number): string {
  return low >= million ? `${low / million} - ${spoken(high)}` : `${spoken(low)} - ${spoken(high)}`
}

function spoken(amount: number): string {
  return amount >= million
    ? `${String(amount / million).replace('.', ',')} triệu`
    : formatDong(amount)
}
