import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { CategoryData } from '#storefront/pages/category/page.tsx'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { useSteadyList } from '#storefront/commerce/listing/listing-steady.ts'
import { headingOf } from '#storefront/commerce/listing/listing-view.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { CategoryBanners } from '#storefront/commerce/categories/category-banners.tsx'
import { CategoryBrands } from '#storefront/commerce/categories/category-brands.tsx'
import { CategoryTiles } from '#storefront/commerce/categories/category-tiles.tsx'
import { ListingBelow } from '#storefront/commerce/listing/listing-below.tsx'
import { ListingCriteria } from '#storefront/commerce/listing/listing-criteria.tsx'
import { ListingHeading } from '#storefront/commerce/listing/listing-heading.tsx'
import { ListingResult } from '#storefront/commerce/listing/listing-result.tsx'
import { ProductSlider } from '#storefront/commerce/product-card/product-slider.tsx'

/** A group of accessories with its leading products. */
export interface AccessoryRow {
  name: string
  path: string
  products: ProductCard[]
}

export interface AccessoriesData extends CategoryData {
  /** Empty when the list is filtered, sorted or past page 1. */
  rows: AccessoryRow[]
}

export const meta = ({ head }: AccessoriesData): PageMeta => head

const OWN_ROWS = ['brand']

/** Shows the groups of accessories as tiles, a row of products per group, and the filterable list of all. */
export function Page({
  data: { category, name_within, banners, rows, date, ...data },
}: {
  data: AccessoriesData
}) {
  const list = useSteadyList(data.list)
  const { name, breadcrumb, children, description, faq } = category
  const heading = headingOf(name, list)
  return (
    <>
      <Breadcrumb crumbs={breadcrumb} />
      <ListingHeading title={heading} total={list.listing.total} />
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
        <CategoryBanners banners={banners} eager />
        {children.length > 0 ? (
          <CategoryTiles categories={children} label={`Nhóm trong ${name}`} />
        ) : null}
        {rows.map((row) => (
          <section key={row.path} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
            <SectionHeading title={row.name} more={{ text: 'Xem tất cả', href: row.path }} />
            <ProductSlider products={row.products} label={row.name} />
          </section>
        ))}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
          <h2 className="text-xl md:text-2xl">{`Tất cả ${name_within}`}</h2>
          <CategoryBrands list={list} />
          <ListingCriteria list={list} without={OWN_ROWS} />
          <ListingResult list={list} label={heading} />
        </div>
        <ListingBelow
          name={name}
          list={list}
          about={{ title: `Chọn ${name_within} thế nào?`, subject: name_within, description, faq }}
          date={date}
        />
      </div>
    </>
  )
}
