import type { Comparison, ProductCard } from '#contracts/storefront/catalog.ts'
import { loadSelling } from '#storefront/commerce/product-card/load-selling.ts'
import { type PublicContext, publicPage } from '#storefront/runtime/page.ts'
import type { CompareData, Picker } from '#storefront/pages/compare/compare-data.ts'

const MAX_QUERY_LENGTH = 200
const MAX_REQUESTED_IDS = 20
const MAX_COMPARED = 4
const PROPOSAL_COUNT = 8
/** `doi=them` adds a product; `doi={product_id}` replaces that product. */
const ADD = 'them'

/** /so-sanh?ids=1,2,3: compares products of one category. */
export const page = publicPage<CompareData>({
  loader: async (context) => {
    const { url, services, province_id } = context
    const requested_ids = readIds(url.searchParams.get('ids'))
    const only_different = url.searchParams.get('khac') === '1'
    const comparison = await services.catalog.compare(null, { product_ids: requested_ids })
    const { product_ids } = comparison
    const cards = await services.search.cards(null, { product_ids, province_id })
    const shown = withCards(comparison, cards)
    const left_out_count = comparison.left_out.length
    const picker = await pickerOf(context, shown, cards)
    const selling = cards.length === 0 ? await loadSelling(context) : []
    return { ...shown, cards, selling, only_different, left_out_count, picker }
  },
  tags: ({ cards, picker }) => [
    ...cards.map((card) => `product:${card.product_id}`),
    ...(picker || cards.length === 0 ? ['listing'] : []),
  ],
})

function readIds(text: string | null): number[] {
  const ids = (text ?? '').split(',').filter((part) => /^[1-9]\d{0,14}$/.test(part))
  return [...new Set(ids.map(Number))].slice(0, MAX_REQUESTED_IDS)
}

/** Removes the columns of products that have no card, because they have just been withdrawn. */
function withCards(
  { category, product_ids, groups }: Comparison,
  cards: readonly ProductCard[],
): Pick<Comparison, 'category' | 'groups'> {
  if (cards.length === product_ids.length) return { category, groups }
  const columns = cards.map((card) => product_ids.indexOf(card.product_id))
  return {
    category,
    groups: groups.map(({ name, rows }) => ({
      name,
      rows: rows.map((row) => ({
        ...row,
        values: columns.map((column) => row.values[column] ?? null),
        best: columns.flatMap((column, index) => (row.best.includes(column) ? [index] : [])),
      })),
    })),
  }
}

/** Products to add or to replace one with, when the address asks for them or only one product is compared. */
async function pickerOf(
  { url, services, province_id }: PublicContext,
  { category }: Pick<Comparison, 'category'>,
  cards: readonly ProductCard[],
): Promise<Picker | null> {
  const [first] = cards
  const requested = url.searchParams.get('doi')
  const replaced = cards.find((card) => String(card.product_id) === requested) ?? null
  const can_add = cards.length < MAX_COMPARED
  const is_wanted = replaced !== null || (can_add && (requested === ADD || cards.length === 1))
  if (!first || !category || !is_wanted) return null
  const q = (url.searchParams.get('q') ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_QUERY_LENGTH)
  const size = PROPOSAL_COUNT + MAX_COMPARED
  const candidates =
    q === ''
      ? await services.search.similar(null, { product_id: first.product_id, province_id, size })
      : (
          await services.search.products(null, {
            ...{ q, category_id: category.category_id, province_id, size },
            ...{ page: 1, with_facets: false, in_stock: false },
            ...{ brand: [], need: [], filters: {} },
          })
        ).products
  const compared_ids = new Set(cards.map((card) => card.product_id))
  return {
    q,
    replaced_id: replaced?.product_id ?? null,
    products: candidates
      .filter((card) => !compared_ids.has(card.product_id))
      .slice(0, PROPOSAL_COUNT),
  }
}
