import type { Comparison, ProductCard } from '#contracts/storefront/catalog.ts'
import { type PublicContext, publicPage } from '#storefront/runtime/page.ts'
import type { CompareData, Picker } from '#storefront/pages/compare/compare-data.ts'

const LONGEST_QUERY = 200
const MOST_ASKED = 20
const MOST_COMPARED = 4
const proposals = 8
/** `doi=them`: one more; `doi={number}`: in place of that one. */
const ADD = 'them'

/** /so-sanh?ids=1,2,3: products of one category beside each other. */
export const page = publicPage<CompareData>({
  loader: async (context) => {
    const { url, services, province_id } = context
    const asked = readIds(url.searchParams.get('ids'))
    const only_different = url.searchParams.get('khac') === '1'
    const comparison = await services.catalog.compare(null, { product_ids: asked })
    const { product_ids } = comparison
    const cards = await services.search.cards(null, { product_ids, province_id })
    const shown = withCards(comparison, cards)
    const left_out_count = comparison.left_out.length
    const picker = await pickerOf(context, shown, cards)
    return { ...shown, cards, only_different, left_out_count, picker }
  },
  tags: ({ cards, picker }) => [
    ...cards.map((card) => `product:${card.product_id}`),
    ...(picker ? ['listing'] : []),
  ],
})

function readIds(text: string | null): number[] {
  const ids = (text ?? '').split(',').filter((part) => /^[1-9]\d{0,14}$/.test(part))
  return [...new Set(ids.map(Number))].slice(0, MOST_ASKED)
}

/** Columns of products that left the shop in this moment go. */
function withCards(
  { category, product_ids, groups }: Comparison,
  cards: readonly ProductCard[],
): Pick<Comparison, 'category' | 'groups'> {
  if (cards.length === product_ids.length) return { category, groups }
  const places = cards.map((card) => product_ids.indexOf(card.product_id))
  return {
    category,
    groups: groups.map(({ name, rows }) => ({
      name,
      rows: rows.map((row) => ({
        ...row,
        values: places.map((place) => row.values[place] ?? null),
        best: places.flatMap((place, index) => (row.best.includes(place) ? [index] : [])),
      })),
    })),
  }
}

/** What may be put beside them, once somebody asks for one more or another, or there is only one. */
async function pickerOf(
  { url, services, province_id }: PublicContext,
  { category }: Pick<Comparison, 'category'>,
  cards: readonly ProductCard[],
): Promise<Picker | null> {
  const [first] = cards
  const wish = url.searchParams.get('doi')
  const replaced = cards.find((card) => String(card.product_id) === wish) ?? null
  const has_room = cards.length < MOST_COMPARED
  const is_wanted = replaced !== null || (has_room && (wish === ADD || cards.length === 1))
  if (!first || !category || !is_wanted) return null
  const q = (url.searchParams.get('q') ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST_QUERY)
  const size = proposals + MOST_COMPARED
  const found =
    q === ''
      ? await services.search.similar(null, { product_id: first.product_id, province_id, size })
      : (
          await services.search.products(null, {
            ...{ q, category_id: category.category_id, province_id, size },
            ...{ page: 1, with_facets: false, in_stock: false },
            ...{ brand: [], need: [], filters: {} },
          })
        ).products
  const held = new Set(cards.map((card) => card.product_id))
  return {
    q,
    replaced_id: replaced?.product_id ?? null,
    products: found.filter((card) => !held.has(card.product_id)).slice(0, proposals),
  }
}
