import { openMonthly } from '#shop/pricing/installment/lender.ts'
import { createBits, hasBit, setBit } from '#shop/search/index/bits.ts'
import { type Offer, offersOf, type Pricing } from '#shop/search/index/card-offers.ts'
import { putFact } from '#shop/search/index/fact-columns.ts'
import { isNeeded } from '#shop/search/index/needs.ts'
import { at, entry, type PriceView, type ProductIndex } from '#shop/search/index/product-index.ts'
import { ratingText } from '#pure/formats/rating.ts'
import type {
  ColorRow,
  Demand,
  FactRow,
  OfferedRows,
  ProductRow,
  ProductRows,
} from '#shop/search/index/product-store.ts'

/** Colours by version id, and the data for their prices. */
interface GroupedOffers {
  colors: Map<number, ColorRow[]>
  pricing: Pricing
}

interface GroupedRows extends GroupedOffers {
  facts: Map<number, FactRow[]>
}

export function groupOffers(rows: OfferedRows, now: Date): GroupedOffers {
  const { table, groups, lenders } = rows
  const province_prices = Map.groupBy(rows.province_prices, (row) => row.item_id)
  const group_prices = Map.groupBy(rows.group_prices, (row) => row.item_id)
  return {
    colors: Map.groupBy(rows.colors, (row) => row.parent_id),
    pricing: { table, groups, monthlyOf: openMonthly(lenders), province_prices, group_prices, now },
  }
}

export function groupRows(rows: ProductRows, now: Date): GroupedRows {
  return { ...groupOffers(rows, now), facts: Map.groupBy(rows.facts, (row) => row.product_id) }
}

/**
 * Writes products into the index and returns their ordinals. Products without a colour are skipped: they are not on
 * sale.
 */
export function putProducts(
  index: ProductIndex,
  products: readonly ProductRow[],
  { colors, pricing, facts }: GroupedRows,
): number[] {
  index.ordinals_by_category.clear()
  return products.flatMap((row) => {
    const own = colors.get(row.product_id)
    if (own === undefined) return []
    const ordinal = ordinalFor(index, row.product_id)
    putColumns(index, ordinal, row)
    putOffers(index, ordinal, own, pricing)
    putFacts(index, ordinal, facts.get(row.product_id) ?? [])
    setBit(index.listed, ordinal, true)
    return [ordinal]
  })
}

/** Updates only the prices of listed products; returns their ordinals. */
export function repriceProducts(
  index: ProductIndex,
  product_ids: readonly number[],
  { colors, pricing }: GroupedOffers,
): number[] {
  return product_ids.flatMap((product_id) => {
    const ordinal = index.ordinal_of.get(product_id)
    const own = colors.get(product_id)
    if (ordinal === undefined || own === undefined || !hasBit(index.listed, ordinal)) return []
    for (const offers of index.provinces.values()) offers.delete(ordinal)
    putOffers(index, ordinal, own, pricing)
    return [ordinal]
  })
}

/**
 * Removes products from the lists and returns their ordinals. `putProducts` adds those again that are still on sale.
 */
export function unlistProducts(index: ProductIndex, product_ids: readonly number[]): number[] {
  index.ordinals_by_category.clear()
  const ordinals = product_ids.flatMap((product_id) => index.ordinal_of.get(product_id) ?? [])
  for (const ordinal of ordinals) {
    setBit(index.listed, ordinal, false)
    for (const offers of index.provinces.values()) offers.delete(ordinal)
    for (const bits of index.available.values()) setBit(bits, ordinal, false)
    for (const members of index.tags.values()) members.delete(ordinal)
  }
  return ordinals
}

/** Stores views and sales. They affect only two sorts. */
export function putDemand(index: ProductIndex, demand: ReadonlyMap<number, Demand>): void {
  for (const [product_id, ordinal] of index.ordinal_of) {
    const { views, sold } = demand.get(product_id) ?? { views: 0, sold: 0 }
    index.views[ordinal] = views
    index.sold[ordinal] = sold
  }
}

function ordinalFor(index: ProductIndex, product_id: number): number {
  const known = index.ordinal_of.get(product_id)
  if (known !== undefined) return known
  const ordinal = index.used++
  index.ordinal_of.set(product_id, ordinal)
  return ordinal
}

function putColumns(index: ProductIndex, ordinal: number, row: ProductRow): void {
  index.product_id[ordinal] = row.product_id
  index.family_id[ordinal] = row.family_id
  index.brand_id[ordinal] = row.brand_id
  index.category_id[ordinal] = row.category_id
  index.brand_index[ordinal] = index.positions.brands.get(row.brand_id) ?? 0
  index.category_index[ordinal] = index.positions.categories.get(row.category_id) ?? 0
  index.position[ordinal] = row.position
  index.views[ordinal] = row.views
  index.sold[ordinal] = row.sold
  index.name[ordinal] = row.name
  index.url_path[ordinal] = row.url_path
  index.highlights[ordinal] = row.highlights
  index.rating[ordinal] = ratingText(row.by_stars ?? [])
  index.launched_on[ordinal] = row.launched_on
}

function putOffers(
  index: ProductIndex,
  ordinal: number,
  colors: readonly ColorRow[],
  pricing: Pricing,
): void {
  const category_ids = index.above.get(at(index.category_id, ordinal)) ?? []
  const launched_on = index.launched_on[ordinal] ?? null
  const { country, provinces } = offersOf(colors, category_ids, pricing, launched_on)
  putOffer(index.country, ordinal, country)
  index.thumbnail[ordinal] = country.thumbnail
  index.extras[ordinal] = country.extras
  for (const [province_id, offer] of provinces) {
    entry(index.provinces, province_id, () => new Map()).set(ordinal, offer)
  }
  for (const province_id of colors.flatMap((color) => color.provinces ?? [])) {
    const bits = entry(index.available, province_id, () => createBits(index.capacity))
    setBit(bits, ordinal, true)
  }
}

export function putOffer(view: PriceView, ordinal: number, offer: Offer): void {
  view.list_price[ordinal] = offer.list_price ?? 0
  view.final_price[ordinal] = offer.final_price ?? 0
  view.availability[ordinal] = offer.availability
  view.is_in_stock[ordinal] = offer.is_in_stock ? 1 : 0
}

function putFacts(index: ProductIndex, ordinal: number, rows: readonly FactRow[]): void {
  for (const column of index.facts.values()) column.codes[ordinal] = 0
  const present = entry(index.present, at(index.category_id, ordinal), () => new Set<number>())
  for (const row of rows) {
    const column = index.facts.get(row.attribute_id)
    if (!column) continue
    putFact(column, ordinal, row)
    present.add(row.attribute_id)
  }
  let fits_any = false
  for (const need of index.taxonomy.needs) {
    const bits = index.needs.get(need.need_id)
    if (!bits) continue
    const fits = isNeeded(index, ordinal, need)
    setBit(bits, ordinal, fits)
    fits_any ||= fits
  }
  setBit(index.needed, ordinal, fits_any)
}

export function putTags(index: ProductIndex, { tag_members }: ProductRows): void {
  const keys = new Map(index.taxonomy.tags.map((tag) => [tag.product_tag_id, tag.tag_key]))
  for (const { product_tag_id, product_id, position } of tag_members) {
    const ordinal = index.ordinal_of.get(product_id)
    const members = index.tags.get(keys.get(product_tag_id) ?? '')
    if (ordinal !== undefined && hasBit(index.listed, ordinal)) members?.set(ordinal, position)
  }
}
