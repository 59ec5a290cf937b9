import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { Suggestions } from '#contracts/storefront/search.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { addresses } from '#storefront/addresses/addresses.ts'
import { filterCount } from '#storefront/commerce/listing/listing-query.ts'
import { useSteadyList } from '#storefront/commerce/listing/listing-steady.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { ListingCategories } from '#storefront/pages/search/search-categories.tsx'
import { ListingCriteria } from '#storefront/commerce/listing/listing-criteria.tsx'
import { ListingProposals } from '#storefront/pages/search/search-proposals.tsx'
import { ListingResult } from '#storefront/commerce/listing/listing-result.tsx'
import { ListingUnderstood } from '#storefront/pages/search/search-understood.tsx'

export interface SearchData {
  head: PageMeta
  /** null: nothing was asked for yet. */
  list: ListData | null
  /** What others search for, and what they buy: where there is no list to show. */
  trending: Suggestions['trending']
  popular: ProductCard[]
}

export const meta = ({ head }: SearchData): PageMeta => head

const OWN_ROWS = ['category']

/** What was found for the words, or what to do when nothing was. */
export function Page({ data: { list, trending, popular } }: { data: SearchData }) {
  const crumbs = [{ name: 'Tìm kiếm', path: addresses.search.path }]
  const isEmpty = list === null || (list.listing.total === 0 && filterCount(list.query) === 0)
  if (isEmpty) {
    return (
      <>
        <Breadcrumb crumbs={crumbs} />
        <ListingProposals list={list} trending={trending} popular={popular} />
      </>
    )
  }
  return (
    <>
      <Breadcrumb crumbs={crumbs} />
      <Found found={list} />
    </>
  )
}

function Found({ found }: { found: ListData }) {
  const list = useSteadyList(found)
  const { query, listing } = list
  return (
    <>
      <h1 className="text-xl md:text-2xl">
        {`Tìm thấy ${listing.total} sản phẩm cho từ khóa “${query.q}”`}
      </h1>
      <ListingUnderstood list={list} />
      <ListingCategories list={list} />
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
        <ListingCriteria list={list} without={OWN_ROWS} />
        <ListingResult list={list} label="Kết quả" />
      </div>
    </>
  )
}
