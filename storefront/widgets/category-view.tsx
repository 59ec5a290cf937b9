import { useSteadyList } from '#storefront/listing-steady.ts'
import { headingOf } from '#storefront/listing-view.ts'
import type { CategoryData } from '#storefront/routes/category.tsx'
import { Breadcrumb } from '#storefront/ui/breadcrumb.tsx'
import { CategoryBanners } from '#storefront/widgets/category-banners.tsx'
import { CategoryBrands } from '#storefront/widgets/category-brands.tsx'
import { ChildCategories } from '#storefront/widgets/child-categories.tsx'
import { ListingBelow } from '#storefront/widgets/listing-below.tsx'
import { ListingCriteria } from '#storefront/widgets/listing-criteria.tsx'
import { ListingHeading } from '#storefront/widgets/listing-heading.tsx'
import { ListingResult } from '#storefront/widgets/listing-result.tsx'
import { NeedsTiles } from '#storefront/widgets/needs-tiles.tsx'

/** What lies beside the filters: brands and needs have rows of their own. */
const OWN_ROWS = ['brand', 'need']

/** All products of a category, narrowed and ordered by links, five in a row. */
export function CategoryView({
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
      <CategoryBanners banners={banners} />
      {children.length > 0 ? (
        <ChildCategories categories={children} label={`Nhóm trong ${name}`} />
      ) : null}
      <CategoryBrands list={list} />
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
        <NeedsTiles needs={needs} list={list} />
        <ListingCriteria list={list} without={OWN_ROWS} />
        <ListingResult list={list} label={heading} />
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
