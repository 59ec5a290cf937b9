import type { Suggestions } from '#contracts/storefront/search.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import { addresses } from '#storefront/addresses/addresses.ts'
import {
  firstCards,
  isDetour,
  loadList,
  wantsFilters,
} from '#storefront/commerce/listing/listing-load.ts'
import { descriptionOf, type ListData, viewOf } from '#storefront/commerce/listing/listing-view.ts'
import {
  type PageMeta,
  type PublicContext,
  publicPage,
  showPage,
} from '#storefront/runtime/page.ts'
import type { SearchData } from '#storefront/pages/search/page.tsx'

const PROPOSED = 10

/** /tim-kiem?q=: products that fit the words, or proposals where none does. */
export const page = publicPage<SearchData>({
  tags: () => ['listing'],
  loader: async (context) => {
    const q = context.url.searchParams.get('q')?.trim() ?? ''
    if (q === '') return { head: askedNothing, list: null, ...(await loadProposals(context)) }
    const list = await loadList(context, addresses.search.path, {})
    if (isDetour(list)) return list
    if (wantsFilters(context)) return showPage('filters', { name: `“${list.query.q}”`, list })
    if (list.listing.total > 0) {
      const head = headOf(list, await chosenTerm(context, list))
      return { head, list, trending: [], popular: [] }
    }
    return { head: headOf(list, null), list, ...(await loadProposals(context)) }
  },
})

const promise = 'Giá đã gồm VAT, giao nhanh hoặc nhận tại cửa hàng.'
const askedNothing: PageMeta = {
  title: 'Tìm kiếm',
  description: `Tìm điện thoại, laptop, máy tính bảng và phụ kiện theo tên, nhu cầu hay tầm giá. ${promise}`,
  canonical_path: addresses.search.path,
}

/** Endless words can be searched for: only what the shop itself names is a page for search engines. */
function headOf({ query, listing }: ListData, chosen: ChosenTerm | null): PageMeta {
  if (chosen === null) {
    return {
      title: `Kết quả tìm kiếm cho “${query.q}”`,
      description: `${listing.total} sản phẩm cho từ khóa “${query.q}”. ${promise}`,
      canonical_path: addresses.search.path,
      robots: 'noindex, follow',
    }
  }
  const name = chosen.text.charAt(0).toUpperCase() + chosen.text.slice(1)
  return {
    title: `${name}: ${listing.total} sản phẩm chính hãng`,
    description: descriptionOf(name, listing),
    canonical_path: chosen.path,
  }
}

/** The term of the shop's own choice that was searched for, word for word: a page of its own. */
type ChosenTerm = Suggestions['trending'][number]

/** What the shop has staff name as searched for, when it is that and nothing else that is asked for. */
async function chosenTerm(
  { services, province_id }: PublicContext,
  list: ListData,
): Promise<ChosenTerm | null> {
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
