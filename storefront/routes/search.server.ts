import { addresses } from '#storefront/addresses.ts'
import { firstCards, isDetour, loadList, wantsFilters } from '#storefront/listing-load.ts'
import { type PublicContext, publicPage, showPage } from '#storefront/page.ts'
import type { SearchData } from '#storefront/routes/search.tsx'

const PROPOSED = 10

/** /tim-kiem?q=: products that fit the words, or proposals where none does. */
export const page = publicPage<SearchData>({
  tags: () => ['listing'],
  loader: async (context) => {
    const q = context.url.searchParams.get('q')?.trim() ?? ''
    if (q === '') return { list: null, ...(await loadProposals(context)) }
    const list = await loadList(context, addresses.search.path, {})
    if (isDetour(list)) return list
    if (wantsFilters(context)) return showPage('filters', { name: `“${list.query.q}”`, list })
    if (list.listing.total > 0) return { list, trending: [], popular: [] }
    return { list, ...(await loadProposals(context)) }
  },
})

/** What others look for and buy. */
async function loadProposals(context: PublicContext): Promise<Omit<SearchData, 'list'>> {
  const { services, province_id } = context
  const [{ trending }, popular] = await Promise.all([
    services.search.suggest(null, { q: '', province_id, size: 1 }),
    firstCards(context, {}, PROPOSED, 'selling'),
  ])
  return { trending, popular }
}
