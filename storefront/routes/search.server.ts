import { fold } from '#pure/vietnamese-text.ts'
import { addresses } from '#storefront/addresses.ts'
import { firstCards, isDetour, loadList, wantsFilters } from '#storefront/listing-load.ts'
import { type ListData, viewOf } from '#storefront/listing-view.ts'
import { type PublicContext, publicPage, showPage } from '#storefront/page.ts'
import type { SearchData } from '#storefront/routes/search.tsx'

const PROPOSED = 10

/** /tim-kiem?q=: products that fit the words, or proposals where none does. */
export const page = publicPage<SearchData>({
  tags: () => ['listing'],
  loader: async (context) => {
    const q = context.url.searchParams.get('q')?.trim() ?? ''
    if (q === '') return { list: null, chosen: null, ...(await loadProposals(context)) }
    const list = await loadList(context, addresses.search.path, {})
    if (isDetour(list)) return list
    if (wantsFilters(context)) return showPage('filters', { name: `“${list.query.q}”`, list })
    if (list.listing.total > 0) {
      const chosen = await chosenTerm(context, list)
      return { list, chosen, trending: [], popular: [] }
    }
    return { list, chosen: null, ...(await loadProposals(context)) }
  },
})

/** What the shop has staff name as searched for, when it is that and nothing else that is asked for. */
async function chosenTerm(
  { services, province_id }: PublicContext,
  list: ListData,
): Promise<SearchData['chosen']> {
  if (viewOf(list).kind !== 'plain') return null
  const { trending } = await services.search.suggest(null, { q: '', province_id, size: 1 })
  const asked = fold(list.query.q)
  return trending.find(({ text }) => fold(text) === asked) ?? null
}

/** What others look for and buy. */
async function loadProposals(
  context: PublicContext,
): Promise<Pick<SearchData, 'trending' | 'popular'>> {
  const { services, province_id } = context
  const [{ trending }, popular] = await Promise.all([
    services.search.suggest(null, { q: '', province_id, size: 1 }),
    firstCards(context, {}, PROPOSED, 'selling'),
  ])
  return { trending, popular }
}
