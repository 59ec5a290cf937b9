import type { Facet, FacetValue, ListingQuestion } from '#contracts/storefront/search.ts'
import { countIn, intersection } from '#shop/search/index/bits.ts'
import { isShown, sortedByCount } from '#shop/search/facets/facet-values.ts'
import { factFacet, mayFilter } from '#shop/search/facets/fact-facets.ts'
import type { Narrowed } from '#shop/search/facets/narrowing.ts'
import { needBits } from '#shop/search/index/needs.ts'
import { at } from '#shop/search/index/product-index.ts'
import type { PriceView, ProductIndex } from '#shop/search/index/product-index.ts'

/** Returns the useful facets of a list. Each facet counts the products that pass all other filters. */
export function facetsOf(
  index: ProductIndex,
  view: PriceView,
  question: ListingQuestion,
  narrowed: Narrowed,
): Facet[] {
  const among = (code: string) => membersFor(narrowed, code)
  const facets = [
    categoryFacet(index, question, among('category')),
    brandFacet(index, question, among('brand')),
    needFacet(index, view, question, among('need')),
  ]
  return [...facets.filter(isUseful), ...factFacets(index, question, narrowed)]
}

/** Returns the products that a filter's own facet counts: those that pass all other filters. */
export function membersFor({ listed, near }: Narrowed, code: string): Int32Array {
  const more = near.get(code)
  if (!more || more.length === 0) return listed
  const all = new Int32Array(listed.length + more.length)
  all.set(listed)
  all.set(more, listed.length)
  return all
}

/** Counts the products of each value in a column of numbers below `size`. */
function countBy(column: Uint32Array, size: number, among: Int32Array): Uint32Array {
  const counts = new Uint32Array(size)
  for (let turn = 0; turn < among.length; turn++) {
    const value = column[among[turn] as number] as number
    counts[value] = (counts[value] as number) + 1
  }
  return counts
}

function countCategories(index: ProductIndex, among: Int32Array): Uint32Array {
  return countBy(index.category_index, index.taxonomy.categories.length, among)
}

/** Counts the products that at least one shop of the province has in stock. */
export function countAvailable(
  index: ProductIndex,
  province_id: number,
  among: Int32Array,
): number {
  const bits = index.available.get(province_id)
  return bits ? countIn(bits, among) : 0
}

function isUseful({ values }: Facet): boolean {
  return values.length > 1 || values.some((value) => value.is_selected)
}

function brandFacet(index: ProductIndex, question: ListingQuestion, among: Int32Array): Facet {
  const { brands } = index.taxonomy
  const counts = countBy(index.brand_index, brands.length, among)
  const values: FacetValue[] = []
  brands.forEach(({ name, slug }, position) => {
    const count = at(counts, position)
    const is_selected = question.brand.includes(slug)
    if (count > 0 || is_selected) values.push({ value: slug, label: name, count, is_selected })
  })
  return { code: 'brand', name: 'Thương hiệu', values: sortedByCount(values) }
}

/** Returns the facet of the products' categories, in the order of the menu. */
function categoryFacet(index: ProductIndex, question: ListingQuestion, among: Int32Array): Facet {
  const counts = countCategories(index, among)
  const asked = question.filters['category'] ?? []
  const values = index.taxonomy.categories.map(({ name, url_path }, position) => ({
    value: url_path,
    label: name,
    count: at(counts, position),
    is_selected: asked.includes(url_path),
  }))
  return { code: 'category', name: 'Danh mục', values: values.filter(isShown) }
}

/** Returns the facet of the needs of the products' categories, each code once. */
function needFacet(
  index: ProductIndex,
  view: PriceView,
  question: ListingQuestion,
  among: Int32Array,
): Facet {
  // Few products fit any need, so only those are counted.
  const candidates = intersection(index.needed, among)
  const here = categoriesOf(index, countCategories(index, among))
  const fitting = index.taxonomy.needs.filter(({ category_id, code }) => {
    const branch = index.branches.get(category_id)
    return question.need.includes(code) || here.some((id) => branch?.has(id))
  })
  const values = [...Map.groupBy(fitting, (need) => need.code)].map(([code, needs]) => {
    return {
      value: code,
      label: needs[0]?.name ?? code,
      count: countIn(needBits(index, view, needs), candidates),
      is_selected: question.need.includes(code),
    }
  })
  return { code: 'need', name: 'Nhu cầu', values: values.filter(isShown) }
}

/** Returns the ids of the categories with a count above 0. */
function categoriesOf(index: ProductIndex, counts: Uint32Array): number[] {
  return index.taxonomy.categories
    .filter((_category, position) => at(counts, position) > 0)
    .map((category) => category.category_id)
}

function factFacets(index: ProductIndex, question: ListingQuestion, narrowed: Narrowed): Facet[] {
  const { listed } = narrowed
  const max_counts = maxCountsOf(index, countCategories(index, listed))
  return index.taxonomy.attributes
    .filter((attribute) => attribute.is_filterable)
    .flatMap(({ attribute_id, code }) => {
      const column = index.facts.get(attribute_id)
      const asked = question.filters[code] ?? []
      const max = max_counts.get(attribute_id) ?? 0
      if (!column || (asked.length === 0 && !mayFilter(max, listed.length))) return []
      return factFacet(column, membersFor(narrowed, code), asked) ?? []
    })
}

/** Returns for each attribute an upper bound of the products that have it, from the counts of their categories. */
function maxCountsOf(index: ProductIndex, counts: Uint32Array): Map<number, number> {
  const max = new Map<number, number>()
  index.taxonomy.categories.forEach(({ category_id }, position) => {
    const count = at(counts, position)
    if (count === 0) return
    for (const attribute_id of index.present.get(category_id) ?? []) {
      max.set(attribute_id, (max.get(attribute_id) ?? 0) + count)
    }
  })
  return max
}
