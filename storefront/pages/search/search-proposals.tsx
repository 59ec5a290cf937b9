import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { Suggestions } from '#contracts/storefront/search.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { frame_paths } from '#storefront/addresses/frame-paths.ts'
import { SearchAnswers } from '#storefront/pages/search/search-answers.tsx'
import { CategoryTiles } from '#storefront/commerce/categories/category-tiles.tsx'
import { ListingUnderstood, UsedLink } from '#storefront/pages/search/search-understood.tsx'
import { ProductGrid } from '#storefront/commerce/product-card/product-grid.tsx'

interface ListingProposalsProps {
  /** The search that found nothing; null when there is no search yet. */
  list: ListData | null
  trending: Suggestions['trending']
  popular: readonly ProductCard[]
}

/** Proposals after an empty search: trending terms, categories and best-selling products. */
export function ListingProposals({ list, trending, popular }: ListingProposalsProps) {
  const { top_categories } = useShop()
  const { answers = [], absent = null, is_used = false } = list?.listing.understood ?? {}
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
      {list !== null && answers.length > 0 ? (
        <section aria-labelledby="hoi-ve">
          <h1 id="hoi-ve" className="text-xl md:text-2xl">{`Bạn hỏi về “${list.query.q}”`}</h1>
          <UsedLink is_used={is_used} q={list.query.q} has_new={false} />
          <SearchAnswers answers={answers} />
          <p className="mt-3 text-muted">
            Chưa thấy điều bạn cần? Nhân viên ở cửa hàng gần bạn luôn sẵn sàng giải đáp.{' '}
            <a href={frame_paths.shops} className="font-semibold text-accent">
              Xem cửa hàng và số điện thoại
            </a>
          </p>
        </section>
      ) : (
        <div className="sheet">
          {list === null ? (
            <EmptyState picture="search" title="Bạn muốn mua gì hôm nay?" heading="h1">
              <p>Nhập tên sản phẩm, thương hiệu hoặc nhóm hàng vào ô tìm kiếm phía trên.</p>
              <TrendingTerms trending={trending} />
            </EmptyState>
          ) : (
            <EmptyState
              picture="no-result"
              title={
                absent === null
                  ? `Không tìm thấy sản phẩm nào cho “${list.query.q}”`
                  : `Chưa bán “${absent}”`
              }
              heading="h1"
            >
              <ListingUnderstood list={list} />
              <p>
                {absent === null
                  ? 'Hãy thử từ ngắn hơn hoặc tên dòng máy, có dấu hay không dấu đều được. Hoặc xem những gì người khác đang tìm:'
                  : 'Cửa hàng chưa có mặt hàng này. Mời bạn xem những gì người khác đang tìm:'}
              </p>
              <TrendingTerms trending={trending} />
            </EmptyState>
          )}
        </div>
      )}
      {top_categories.length > 0 ? (
        <CategoryTiles categories={top_categories} label="Danh mục sản phẩm" />
      ) : null}
      {popular.length > 0 ? (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
          <SectionHeading title="Sản phẩm bán chạy" />
          <ProductGrid products={popular} label="Sản phẩm bán chạy" />
        </section>
      ) : null}
    </div>
  )
}

function TrendingTerms({ trending }: Pick<ListingProposalsProps, 'trending'>) {
  if (trending.length === 0) return null
  return (
    // Not centred: each term that arrives would move the others of its line.
    <ul className="flex w-full flex-wrap gap-2" aria-label="Từ khóa được tìm nhiều">
      {trending.map(({ text, path }) => (
        <li key={path}>
          <a
            href={path}
            className="finger inline-flex min-h-10 items-center rounded-full bg-mist px-4 py-1.5 text-sm font-semibold text-ink hover:text-accent"
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}
