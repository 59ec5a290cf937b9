import type { CategoryPage } from '#contracts/catalog.ts'
import { withQuery } from '#storefront/addresses.ts'
import { catalogMeta } from '#storefront/catalog-meta.ts'
import type { Listing as Pages, ListQuery } from '#storefront/listing-pages.ts'
import type { PageMeta } from '#storefront/page.ts'
import { Breadcrumb } from '#storefront/ui/breadcrumb.tsx'
import { buttonClass } from '#storefront/ui/button.ts'
import { EmptyState } from '#storefront/ui/empty-state.tsx'
import { CategoryFilters, type PriceBand } from '#storefront/widgets/category-filters.tsx'
import { ChildCategories } from '#storefront/widgets/child-categories.tsx'
import { Listing } from '#storefront/widgets/listing.tsx'
import { SortLinks } from '#storefront/widgets/sort-links.tsx'

/** A category with the filters and the pages that the address asks for. */
export interface CategoryData {
  category: Omit<CategoryPage, 'list' | 'sort' | 'brand'>
  listing: Pages
  bands: PriceBand[]
  query: ListQuery
}

export function meta({ category, query }: CategoryData): PageMeta {
  const isFiltered = isNarrowed(query) || query.sort !== 'hot' || query.page > 1
  return catalogMeta(category.meta, isFiltered)
}

/** All products of a category, narrowed and ordered by links, five in a row. */
export function Page({ data: { category, listing, bands, query } }: { data: CategoryData }) {
  const brand = category.brands.find((each) => each.slug === query.brand)
  const name = brand ? `${category.name} ${brand.name}` : category.name
  const hrefOf = (change: Partial<ListQuery>) => listHref(category.path, { ...query, ...change })
  return (
    <>
      <Breadcrumb crumbs={category.breadcrumb} />
      <h1 className="text-2xl md:text-[28px]">
        {name}{' '}
        <span className="text-base font-semibold tracking-normal whitespace-nowrap text-muted">
          {listing.total} sản phẩm
        </span>
      </h1>
      {category.children.length > 0 ? (
        <div className="mt-3">
          <ChildCategories categories={category.children} label={`Nhóm trong ${category.name}`} />
        </div>
      ) : null}
      <div className="sheet mt-3 grid grid-cols-[minmax(0,1fr)] gap-2 overflow-hidden p-4 max-md:py-3 md:mt-4 md:gap-4 md:p-5">
        <CategoryFilters
          brands={category.brands}
          bands={bands}
          query={query}
          hrefOf={hrefOf}
          path={category.path}
        />
        <SortLinks current={query.sort} hrefOf={(sort) => hrefOf({ sort, page: 1 })} />
      </div>
      <div className="mt-4">
        {listing.products.length > 0 ? (
          <Listing listing={listing} label={name} hrefOf={(page) => hrefOf({ page })} />
        ) : (
          <NothingHere path={category.path} is_narrowed={isNarrowed(query)} />
        )}
      </div>
    </>
  )
}

function NothingHere({ path, is_narrowed }: { path: string; is_narrowed: boolean }) {
  return (
    <div className="sheet">
      <EmptyState picture="no-result" title="Chưa có sản phẩm phù hợp">
        <p>
          {is_narrowed
            ? 'Không có sản phẩm nào khớp với các lựa chọn của bạn. Hãy bớt một điều kiện.'
            : 'Nhóm hàng này đang được bổ sung. Mời bạn xem các danh mục khác.'}
        </p>
        <a href={is_narrowed ? path : '/danh-muc'} className={buttonClass('primary')}>
          {is_narrowed ? 'Bỏ chọn tất cả' : 'Xem tất cả danh mục'}
        </a>
      </EmptyState>
    </div>
  )
}

function isNarrowed({ brand, min_price, max_price }: ListQuery): boolean {
  return brand !== undefined || min_price !== undefined || max_price !== undefined
}

/** The address of a list; what is the default is left out of it. */
function listHref(path: string, { brand, min_price, max_price, sort, page }: ListQuery): string {
  return withQuery(path, {
    brand,
    min_price,
    max_price,
    sort: sort === 'hot' ? null : sort,
    page: page === 1 ? null : page,
  })
}
