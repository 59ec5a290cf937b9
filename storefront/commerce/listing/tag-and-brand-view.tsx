import { useSteadyList } from '#storefront/commerce/listing/listing-steady.ts'
import { headingOf } from '#storefront/commerce/listing/listing-view.ts'
import type { CollectionData } from '#storefront/commerce/listing/tag-and-brand-data.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { ChildCategories } from '#storefront/commerce/categories/child-categories.tsx'
import { ListingBelow } from '#storefront/commerce/listing/listing-below.tsx'
import { ListingCriteria } from '#storefront/commerce/listing/listing-criteria.tsx'
import { ListingHeading } from '#storefront/commerce/listing/listing-heading.tsx'
import { ListingResult } from '#storefront/commerce/listing/listing-result.tsx'

interface CollectionPageProps {
  data: CollectionData
  /** Filters that the page itself applies. */
  without: readonly string[]
}

/** A named list with the categories of its products. */
export function CollectionPage({
  data: { collection, date, ...data },
  without,
}: CollectionPageProps) {
  const list = useSteadyList(data.list)
  const { name, breadcrumb, related, description, faq } = collection
  const heading = headingOf(name, list)
  return (
    <>
      <Breadcrumb crumbs={breadcrumb} />
      <ListingHeading title={heading} total={list.listing.total} />
      {related.length > 0 ? (
        <ChildCategories categories={related} label={`Nhóm hàng có ${name}`} />
      ) : null}
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
        <ListingCriteria list={list} without={without} />
        <ListingResult list={list} label={heading} />
        <ListingBelow
          name={name}
          list={list}
          about={{ title: `Về ${name}`, subject: name, description, faq }}
          date={date}
          without={without}
        />
      </div>
    </>
  )
}
