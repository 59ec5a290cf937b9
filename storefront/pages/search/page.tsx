import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { Suggestions, Understood } from '#contracts/storefront/search.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { filterCount } from '#storefront/commerce/listing/listing-query.ts'
import { useSteadyList } from '#storefront/commerce/listing/listing-steady.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { SearchAnswers } from '#storefront/pages/search/search-answers.tsx'
import { ListingCategories } from '#storefront/pages/search/search-categories.tsx'
import { ListingCriteria } from '#storefront/commerce/listing/listing-criteria.tsx'
import { ListingProposals } from '#storefront/pages/search/search-proposals.tsx'
import { ListingResult } from '#storefront/commerce/listing/listing-result.tsx'
import { ListingUnderstood } from '#storefront/pages/search/search-understood.tsx'

export interface SearchData {
  head: PageMeta
  /** null when there is no search yet. */
  list: ListData | null
  /** Repair services, if the words ask for a repair. */
  repairs: Understood['answers']
  /** Articles with the words. */
  posts: Understood['answers']
  /** Trending terms and popular products, for when there is no list to show. */
  trending: Suggestions['trending']
  popular: ProductCard[]
}

export const meta = ({ head }: SearchData): PageMeta => head

const OWN_ROWS = ['category']

/** Shows the result of a search, or proposals when it is empty. */
export function Page({ data: { list, repairs, posts, trending, popular } }: { data: SearchData }) {
  const crumbs = [{ name: 'Tìm kiếm', path: frame_paths.search }]
  const isEmpty = list === null || (list.listing.total === 0 && filterCount(list.query) === 0)
  if (isEmpty) {
    return (
      <>
        <Breadcrumb crumbs={crumbs} />
        <SearchAnswers title="Dịch vụ sửa chữa" icon="need-phone" answers={repairs} />
        <SearchAnswers title="Tin tức" icon="need-book" answers={posts} />
        <ListingProposals list={list} trending={trending} popular={popular} />
      </>
    )
  }
  return (
    <>
      <Breadcrumb crumbs={crumbs} />
      <SearchResult loaded={list} repairs={repairs} />
      <SearchAnswers title="Tin tức" icon="need-book" answers={posts} />
    </>
  )
}

/** The heading says what was found, or that only similar products are sold. */
function headingOf({ query, listing: { total, understood } }: ListData): string {
  if (understood?.absent) return `Chưa bán “${understood.absent}”, xem dòng gần nhất`
  const is_near = understood?.is_loosened || understood?.is_beyond_price || understood?.is_used
  return is_near
    ? `Sản phẩm gần nhất với “${query.q}”`
    : `Tìm thấy ${total} sản phẩm cho từ khóa “${query.q}”`
}

function SearchResult({ loaded, repairs }: { loaded: ListData; repairs: Understood['answers'] }) {
  const list = useSteadyList(loaded)
  const { listing } = list
  return (
    <>
      <h1 className="text-xl md:text-2xl">{headingOf(list)}</h1>
      <SearchAnswers title="Dịch vụ sửa chữa" icon="need-phone" answers={repairs} />
      <ListingUnderstood list={list} />
      <SearchAnswers answers={listing.understood?.answers ?? []} />
      <ListingCategories list={list} />
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
        <ListingCriteria list={list} without={OWN_ROWS} />
        <ListingResult list={list} label="Kết quả" />
      </div>
    </>
  )
}
