import type { Sort } from '#contracts/catalog.ts'
import { addresses, withQuery } from '#storefront/addresses.ts'
import type { Listing as Pages } from '#storefront/listing-pages.ts'
import type { PageMeta } from '#storefront/page.ts'
import { useShop } from '#storefront/shop-data.ts'
import { Breadcrumb } from '#storefront/ui/breadcrumb.tsx'
import { EmptyState } from '#storefront/ui/empty-state.tsx'
import { CategoryTiles } from '#storefront/widgets/category-tiles.tsx'
import { Listing } from '#storefront/widgets/listing.tsx'
import { SortLinks } from '#storefront/widgets/sort-links.tsx'

export interface SearchData {
  q: string
  /** null: best match first. */
  sort: Sort | null
  /** null: nothing was asked for yet. */
  listing: Pages | null
}

export function meta({ q }: SearchData): PageMeta {
  return {
    title: q === '' ? 'Tìm kiếm' : `Kết quả tìm kiếm cho “${q}”`,
    canonical_path: addresses.search.path,
    robots: 'noindex, follow',
  }
}

/** What was found for the words, or what to do when nothing was. */
export function Page({ data: { q, sort, listing } }: { data: SearchData }) {
  const hrefOf = (change: { sort?: Sort; page?: number }) =>
    withQuery(addresses.search.path, { q, sort, ...change })
  const crumbs = [{ name: 'Tìm kiếm', path: addresses.search.path }]
  if (listing === null || listing.total === 0) {
    return (
      <>
        <Breadcrumb crumbs={crumbs} />
        <NothingFound q={q} />
      </>
    )
  }
  return (
    <>
      <Breadcrumb crumbs={crumbs} />
      <h1 className="text-xl md:text-2xl">
        Tìm thấy {listing.total} sản phẩm cho từ khóa “{q}”
      </h1>
      <div className="sheet mt-4 overflow-hidden p-4 md:px-5">
        <SortLinks current={sort} hrefOf={(next) => hrefOf({ sort: next })} />
      </div>
      <div className="mt-4">
        <Listing listing={listing} label="Kết quả" hrefOf={(page) => hrefOf({ page })} />
      </div>
    </>
  )
}

function NothingFound({ q }: { q: string }) {
  const { top_categories } = useShop()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="sheet">
        {q === '' ? (
          <EmptyState picture="search" title="Bạn muốn mua gì hôm nay?" heading="h1">
            <p>Nhập tên sản phẩm, thương hiệu hoặc nhóm hàng vào ô tìm kiếm phía trên.</p>
          </EmptyState>
        ) : (
          <EmptyState
            picture="no-result"
            title={`Không tìm thấy sản phẩm nào cho “${q}”`}
            heading="h1"
          >
            <p>
              Hãy thử từ ngắn hơn, kiểm tra lỗi gõ (có dấu hay không dấu đều được), hoặc chọn một
              danh mục dưới đây.
            </p>
          </EmptyState>
        )}
      </div>
      {top_categories.length > 0 ? (
        <CategoryTiles categories={top_categories} label="Danh mục sản phẩm" />
      ) : null}
    </div>
  )
}
