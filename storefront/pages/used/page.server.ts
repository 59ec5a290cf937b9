import { UsedGrade, UsedSort } from '#contracts/storefront/trade/used.ts'
import { used_addresses } from '#storefront/addresses/used.ts'
import { type PublicContext, publicPage } from '#storefront/runtime/page.ts'
import { breadcrumbList, graph } from '#storefront/seo/structured-data/graph.ts'
import type { UsedData, UsedFilters } from '#storefront/pages/used/used-data.ts'

const page_size = 24
const longest_text = 100

/** /may-cu: used devices by version and grade, with filters that work without scripts. */
export const page = publicPage<UsedData>({
  tags: ({ cards }) => [
    ...['used', 'locations'],
    ...new Set(cards.map(({ new_product_id }) => `product:${new_product_id}`)),
  ],
  structured: (_data, shop) =>
    graph([breadcrumbList([{ name: 'Máy cũ', path: used_addresses.used.path }], shop)]),
  loader: async ({ url, services, province_id }: PublicContext) => {
    const filters = filtersOf(url.searchParams)
    const page = Math.max(1, digits(url.searchParams.get('page'), 10_000))
    const list = services.used.list(null, {
      kind: filters.kind === '' ? undefined : filters.kind,
      series: filters.series === '' ? undefined : filters.series,
      grades: [...filters.grades],
      min_battery: orAbsent(filters.min_battery),
      min_price: orAbsent(filters.min_price),
      max_price: orAbsent(filters.max_price),
      at_province_id: orAbsent(filters.at_province_id),
      shop_id: orAbsent(filters.shop_id),
      ...{ q: filters.q, sort: filters.sort, page, size: page_size, province_id },
    })
    const [{ total, ...found }, { terms }] = await Promise.all([
      list,
      services.returns.returnTerms(null, {}),
    ])
    return { filters, page, pages: Math.ceil(total / page_size), total, ...found, terms }
  },
})

function filtersOf(search: URLSearchParams): UsedFilters {
  const number = (key: string, max: number) => {
    const value = digits(search.get(key)?.replaceAll('.', '') ?? null, max)
    return value === 0 ? '' : String(value)
  }
  const text = (key: string) => (search.get(key) ?? '').trim().slice(0, longest_text)
  const sort = UsedSort.safeParse(search.get('sap_xep'))
  return {
    kind: text('loai').slice(0, 60),
    series: text('dong'),
    grades: UsedGrade.options.filter((grade) => search.getAll('hang').includes(grade)),
    min_battery: number('pin', 100),
    min_price: number('gia_tu', 1_000_000_000),
    max_price: number('gia_den', 1_000_000_000),
    at_province_id: number('tinh', 9_999),
    shop_id: number('cua_hang', 1_000_000_000),
    q: text('q'),
    sort: sort.success ? sort.data : 'newest',
  }
}

/** Digits as a number; 0 for anything else, and for what is too large. */
function digits(text: string | null, max: number): number {
  const value = /^\d{1,12}$/.test(text ?? '') ? Number(text) : 0
  return value > max ? 0 : value
}

function orAbsent(digits_text: string): number | undefined {
  return digits_text === '' ? undefined : Number(digits_text)
}
