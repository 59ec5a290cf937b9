import { addresses } from '#storefront/addresses.ts'
import { filterCount } from '#storefront/listing-query.ts'
import { useSteadyList } from '#storefront/listing-steady.ts'
import type { ListData } from '#storefront/listing-view.ts'
import type { SearchData } from '#storefront/routes/search.tsx'
import { Breadcrumb } from '#storefront/ui/breadcrumb.tsx'
import { ListingCategories } from '#storefront/widgets/listing-categories.tsx'
import { ListingCriteria } from '#storefront/widgets/listing-criteria.tsx'
import { ListingProposals } from '#storefront/widgets/listing-proposals.tsx'
import { ListingResult } from '#storefront/widgets/listing-result.tsx'
import { ListingUnderstood } from '#storefront/widgets/listing-understood.tsx'

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
