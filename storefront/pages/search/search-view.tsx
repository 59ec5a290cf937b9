import { addresses } from '#storefront/addresses/addresses.ts'
import { filterCount } from '#storefront/commerce/listing/listing-query.ts'
import { useSteadyList } from '#storefront/commerce/listing/listing-steady.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import type { SearchData } from '#storefront/pages/search/page.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { ListingCategories } from '#storefront/pages/search/search-categories.tsx'
import { ListingCriteria } from '#storefront/commerce/listing/listing-criteria.tsx'
import { ListingProposals } from '#storefront/pages/search/search-proposals.tsx'
import { ListingResult } from '#storefront/commerce/listing/listing-result.tsx'
import { ListingUnderstood } from '#storefront/pages/search/search-understood.tsx'

const OWN_ROWS = ['category']

/** What was found for the words, or what to do when nothing was. */
export function SearchView({ data: { list, trending, popular } }: { data: SearchData }) {
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
