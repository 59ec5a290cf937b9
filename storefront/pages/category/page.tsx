import type { CategoryPage } from '#contracts/storefront/catalog.ts'
import type { Banner } from '#contracts/storefront/content.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { useSteadyList } from '#storefront/commerce/listing/listing-steady.ts'
import { headingOf, type ListData } from '#storefront/commerce/listing/listing-view.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { CategoryBanners } from '#storefront/commerce/categories/category-banners.tsx'
import { CategoryBrands } from '#storefront/commerce/categories/category-brands.tsx'
import { ChildCategories } from '#storefront/commerce/categories/child-categories.tsx'
import { ListingBelow } from '#storefront/commerce/listing/listing-below.tsx'
import { ListingCriteria } from '#storefront/commerce/listing/listing-criteria.tsx'
import { ListingHeading } from '#storefront/commerce/listing/listing-heading.tsx'
import { ListingResult } from '#storefront/commerce/listing/listing-result.tsx'
import { NeedsTiles } from '#storefront/pages/category/needs-tiles.tsx'

/** A category with the list that the address asks for. */
export interface CategoryData {
  head: PageMeta
  category: CategoryPage
  /** Its name within a sentence: "điện thoại". */
  name_within: string
  banners: Banner[]
  list: ListData
  /** The day of the prices: 20/11/2026. */
  date: string
}

export const meta = ({ head }: CategoryData): PageMeta => head

/** Filters left out of the filter bar: brands and needs have rows of their own. */
const OWN_ROWS = ['brand', 'need']

/** Shows the products of a category. Filters and sorts are links. */
export function Page({
  data: { category, name_within, banners, date, ...data },
}: {
  data: CategoryData
}) {
  const list = useSteadyList(data.list)
  const { name, breadcrumb, children, needs, description, faq } = category
  const heading = headingOf(name, list)
  return (
    <>
      <Breadcrumb crumbs={breadcrumb} />
      <ListingHeading title={heading} total={list.listing.total} />
      {children.length > 0 ? (
        <ChildCategories categories={children} label={`Nhóm trong ${name}`} />
      ) : null}
      <CategoryBrands list={list} />
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
        <ListingCriteria list={list} without={OWN_ROWS}>
          <NeedsTiles needs={needs} list={list} />
        </ListingCriteria>
        <ListingResult list={list} label={heading} />
        {/* After the products: whoever opens a category came for them. */}
        <CategoryBanners banners={banners} />
        <ListingBelow
          name={name}
          list={list}
          about={{
            title: `Mua ${name_within} ở đâu, chọn thế nào?`,
            subject: name_within,
            description,
            faq,
          }}
          date={date}
        />
      </div>
    </>
  )
}
