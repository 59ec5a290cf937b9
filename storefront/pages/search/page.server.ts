import type { Suggestions } from '#contracts/storefront/search.ts'
import { formatDong } from '#pure/money.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import { withoutLinks } from '#pure/without-links.ts'
import { search_addresses } from '#storefront/addresses/search.ts'
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
import { news_part, part_key } from '#storefront/commerce/posts/news-search-path.ts'
import { foundPostLinks, loadFoundPosts } from '#storefront/pages/search/found-posts.ts'
import type { SearchData } from '#storefront/pages/search/page.tsx'

const PROPOSAL_COUNT = 10
const longest_in_title = 60
const longest_query = 200

/** /tim-kiem?q=: products that match the words, or proposals when none does. */
export const page = publicPage<SearchData>({
  tags: () => ['listing', 'repair', 'content'],
  loader: async (context) => {
    const q = context.url.searchParams.get('q')?.trim() ?? ''
    if (q === '')
      return {
        head: empty_query_meta,
        list: null,
        repairs: [],
        posts: [],
        ...(await loadProposals(context)),
      }
    if (context.url.searchParams.get(part_key) === news_part) {
      const posts = await loadFoundPosts(q.slice(0, longest_query), context)
      return 'detour' in posts ? posts : showPage('post-list', posts)
    }
    const list = await loadList(context, search_addresses.search.path, {})
    if (isDetour(list)) return list
    if (wantsFilters(context))
      return showPage('filters', { name: `“${titleText(list.query.q)}”`, list })
    const found = await context.services.search.repairs(null, {
      q: q.slice(0, longest_query),
      size: 6,
    })
    const repairs = found.map(({ name, path, price }) => ({
      title: price === null ? name : `${name}, giá từ ${formatDong(price)}`,
      path,
    }))
    const answered = new Set(list.listing.understood?.answers.map(({ path }) => path))
    const meant = list.listing.understood?.corrected ?? q.slice(0, longest_query)
    const posts = (await foundPostLinks(meant, context)).filter(({ path }) => !answered.has(path))
    if (list.listing.total > 0) {
      const head = headOf(list, await chosenTerm(context, list))
      return { head, list, repairs, posts, trending: [], popular: [] }
    }
    return { head: headOf(list, null), list, repairs, posts, ...(await loadProposals(context)) }
  },
})

const promise = 'Giá đã gồm VAT, giao nhanh hoặc nhận tại cửa hàng.'
const empty_query_meta: PageMeta = {
  title: 'Tìm kiếm',
  description: `Tìm điện thoại, laptop, máy tính bảng và phụ kiện theo tên, nhu cầu hay tầm giá. ${promise}`,
  canonical_path: search_addresses.search.path,
}

/** Only terms chosen by the shop may be indexed, because there is no end of possible searches. */
function headOf({ query, listing }: ListData, chosen: ChosenTerm | null): PageMeta {
  if (chosen === null) {
    const q = titleText(query.q)
    return {
      title: `Kết quả tìm kiếm cho “${q}”`,
      description: `${listing.total} sản phẩm cho từ khóa “${q}”. ${promise}`,
      canonical_path: search_addresses.search.path,
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

/** Whoever shares an address of a search writes what its preview says in the name of the shop. */
function titleText(q: string): string {
  return withoutLinks(q).slice(0, longest_in_title).toWellFormed()
}

/** A search term chosen by the shop. Its result is a page of its own. */
type ChosenTerm = Suggestions['trending'][number]

/** The term chosen by staff that equals the search; null when there is none or a filter is set. */
async function chosenTerm(
  { services, province_id }: PublicContext,
  list: ListData,
): Promise<ChosenTerm | null> {
  if (viewOf(list).kind !== 'plain') return null
  const { trending } = await services.search.suggest(null, { q: '', province_id, size: 1 })
  const searched = fold(list.query.q)
  return trending.find(({ text }) => fold(text) === searched) ?? null
}

/** Trending search terms and best-selling products. */
async function loadProposals(
  context: PublicContext,
): Promise<Pick<SearchData, 'trending' | 'popular'>> {
  const { services, province_id } = context
  const [{ trending }, popular] = await Promise.all([
    services.search.suggest(null, { q: '', province_id, size: 1 }),
    firstCards(context, {}, PROPOSAL_COUNT, 'selling'),
  ])
  return { trending, popular }
}
