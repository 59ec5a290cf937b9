import { EmptyState } from '#web/ui/empty-state.tsx'

const command = 'rounded-md bg-mist px-1.5 py-0.5 font-semibold text-ink'

/** A shop without products (SEED=none): explains to the administrator how to add them. */
export function EmptyShop() {
  return (
    <div className="sheet my-6">
      <EmptyState picture="orders" title="Cửa hàng chưa có sản phẩm" heading="h1">
        <p>
          Cơ sở dữ liệu đang trống. Nếu bạn là người quản trị, hãy chọn một trong hai cách sau rồi
          tải lại trang này:
        </p>
        <ol className="grid list-decimal gap-3 pl-6 text-left text-ink">
          <li>
            Xem thử với hàng mẫu: dừng máy chủ và chạy lại với{' '}
            <code className={command}>SEED=demo npm start</code>
          </li>
          <li>
            Nạp danh mục của bạn vào PostgreSQL: các bảng được mô tả trong thư mục{' '}
            <code className={command}>db/migrations</code>
          </li>
        </ol>
      </EmptyState>
    </div>
  )
}
