import { MemberFrame } from '#storefront/commerce/member/member-frame.tsx'
import type { VouchersData } from '#storefront/pages/smember/vouchers/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { buttonClass } from '#web/ui/button.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function meta(): PageMeta {
  return { title: 'Ưu đãi của bạn', robots: 'noindex, nofollow' }
}

/** /smember/uu-dai: vouchers with their codes and conditions. */
export function Page({ data: { vouchers } }: { data: VouchersData }) {
  return (
    <MemberFrame title="Ưu đãi của bạn">
      {vouchers.length === 0 && (
        <EmptyState picture="no-result" title="Chưa có phiếu giảm giá nào">
          <p>Phiếu sinh nhật và phiếu lên hạng sẽ hiện ở đây khi bạn nhận được.</p>
          <a href="/" className={buttonClass('primary')}>
            Xem sản phẩm
          </a>
        </EmptyState>
      )}
      <ul className="grid gap-4 sm:grid-cols-2">
        {vouchers.map(({ code, name, description, worth, min_total, ends_at, is_own }) => (
          <li
            key={code}
            className="grid content-start gap-1.5 rounded-2xl bg-white p-5 shadow-card"
          >
            <p className="flex flex-wrap items-center justify-between gap-2">
              <span className="text-lg font-extrabold text-sale">{worth}</span>
              {is_own && (
                <span className="rounded-full bg-gold-soft px-3 py-0.5 text-sm font-bold">
                  Chỉ dành cho bạn
                </span>
              )}
            </p>
            <p className="font-semibold">{name}</p>
            {description !== '' && <p className="text-[15px] text-muted">{description}</p>}
            <p className="text-sm text-muted">
              {min_total > 0 ? `Đơn từ ${formatDong(min_total)}. ` : 'Mọi đơn hàng. '}
              {ends_at === null ? '' : `Dùng đến ${formatDate(new Date(ends_at))}.`}
            </p>
            <p className="mt-2 rounded-xl border border-dashed border-muted/60 bg-mist px-4 py-2.5 font-bold tracking-wide select-all">
              {code}
            </p>
            <p className="text-sm text-muted">Nhập mã ở bước thanh toán.</p>
          </li>
        ))}
      </ul>
    </MemberFrame>
  )
}
