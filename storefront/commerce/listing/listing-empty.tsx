import { filterCount, listHref, unfiltered } from '#storefront/commerce/listing/listing-query.ts'
import type { ListData } from '#storefront/commerce/listing/listing-view.ts'
import { buttonClass } from '#web/ui/button.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** An empty list: the filters to remove, each with the count of products then, or links elsewhere. */
export function ListingEmpty({ list }: { list: ListData }) {
  const { path, query, removable_filters } = list
  if (filterCount(query) === 0) {
    return (
      <div className="sheet">
        <EmptyState picture="no-result" title="Chưa có sản phẩm phù hợp">
          <p>Nhóm hàng này đang được bổ sung. Mời bạn xem các danh mục khác.</p>
          <a href="/danh-muc" className={buttonClass('primary')}>
            Xem tất cả danh mục
          </a>
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="sheet">
      <EmptyState picture="no-result" title="Không có sản phẩm nào khớp tất cả lựa chọn">
        {removable_filters.length > 0 ? (
          <>
            <p>Bỏ bớt một điều kiện để thấy sản phẩm gần nhất với ý bạn:</p>
            <ul className="grid w-full gap-2">
              {removable_filters.map(({ label, href, count }) => (
                <li key={href}>
                  <a
                    href={href}
                    rel="nofollow"
                    data-scroll="keep"
                    className="flex min-h-12 items-center justify-between gap-3 rounded-xl border border-line px-4 py-2 text-left font-semibold text-ink hover:border-accent hover:text-accent"
                  >
                    <span>
                      Bỏ <span className="text-accent">{label}</span>
                    </span>
                    <span className="shrink-0 text-sm text-muted">{`${count} sản phẩm`}</span>
                  </a>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p>Hãy bớt vài điều kiện, hoặc bắt đầu lại từ đầu.</p>
        )}
        <a
          href={listHref(path, unfiltered(query))}
          data-scroll="keep"
          className={buttonClass('primary')}
        >
          Bỏ chọn tất cả
        </a>
      </EmptyState>
    </div>
  )
}
