import type { Facet, ListingQuestion } from '#contracts/search.ts'
import { hasBit } from '#shop/search/bits.ts'
import { isThere, mostFirst } from '#shop/search/facet-values.ts'
import { factFacet } from '#shop/search/fact-facets.ts'
import { needTest, type Narrowed } from '#shop/search/narrowing.ts'
import { at } from '#shop/search/orders.ts'
import type { PriceView, ProductIndex } from '#shop/search/product-index.ts'

/** The filters that make sense for a list, with counts that follow all other filters. */
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
    ...factFacets(index, question, narrowed),
  ]
  return facets.filter((facet) => facet !== null && isUseful(facet)).map(withoutNull)
}

/** What a filter's own facet counts: all that pass the other filters. */
export function membersFor({ listed, near }: Narrowed, code: string): Int32Array {
  const more = near.get(code)
  if (!more || more.length === 0) return listed
  const all = new Int32Array(listed.length + more.length)
  all.set(listed)
  all.set(more, listed.length)
  return all
}

/** How many goods have each number in a column. */
export function countBy(column: ArrayLike<number>, among: Int32Array): Map<number, number> {
  const counts = new Map<number, number>()
  for (let turn = 0; turn < among.length; turn++) {
    const value = at(column, at(among, turn))
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

/** How many goods a shop of the province has. */
export function countAvailable(
  index: ProductIndex,
  province_id: number,
  among: Int32Array,
): number {
  const bits = index.available.get(province_id)
  if (!bits) return 0
  let count = 0
  for (let turn = 0; turn < among.length; turn++) {
    if (hasBit(bits, at(among, turn))) count++
  }
  return count
}

function isUseful({ values }: Facet): boolean {
  return values.length > 1 || values.some((value) => value.is_selected)
}

function withoutNull(facet: Facet | null): Facet {
  return facet as Facet
}

function brandFacet(index: ProductIndex, question: ListingQuestion, among: Int32Array): Facet {
  const counts = countBy(index.brand_id, among)
  const values = index.shelves.brands.map(({ brand_id, name, slug }) => ({
    value: slug,
    label: name,
    count: counts.get(brand_id) ?? 0,
    is_selected: question.brand.includes(slug),
  }))
  return { code: 'brand', name: 'Thương hiệu', values: mostFirst(values.filter(isThere)) }
}

/** Categories in the order of the menu; one that lies above all others would narrow nothing. */
function categoryFacet(
  index: ProductIndex,
  question: ListingQuestion,
  among: Int32Array,
): Facet | null {
  const counts = countBy(index.category_id, among)
  const asked = question.filters['category'] ?? []
  const values = index.shelves.categories.map(({ category_id, name, url_path }) => ({
    value: url_path,
    label: name,
    count: counts.get(category_id) ?? 0,
    is_selected: asked.includes(url_path),
  }))
  return { code: 'category', name: 'Danh mục', values: values.filter(isThere) }
}

function needFacet(
  index: ProductIndex,
  view: PriceView,
  question: ListingQuestion,
  among: Int32Array,
): Facet {
  const by_code = Map.groupBy(index.shelves.needs, (need) => need.code)
  const values = [...by_code].map(([code, needs]) => {
    const tests = needs.map((need) => needTest(index, view, need))
    return {
      value: code,
      label: needs[0]?.name ?? code,
      count: among.reduce((sum, ordinal) => sum + (tests.some((test) => test(ordinal)) ? 1 : 0), 0),
      is_selected: question.need.includes(code),
    }
  })
  return { code: 'need', name: 'Nhu cầu', values: values.filter(isThere) }
}

function factFacets(
  index: ProductIndex,
  question: ListingQuestion,
  narrowed: Narrowed,
): (Facet | null)[] {
  const categories = countBy(index.category_id, narrowed.listed).keys()
  const present = new Set([...categories].flatMap((id) => [...(index.present.get(id) ?? [])]))
  return index.shelves.attributes
    .filter((attribute) => attribute.is_filterable)
    .filter(({ attribute_id, code }) => present.has(attribute_id) || code in question.filters)
    .map(({ attribute_id, code }) => {
      const column = index.facts.get(attribute_id)
      const asked = question.filters[code] ?? []
      return column ? factFacet(column, membersFor(narrowed, code), asked) : null
    })
}
