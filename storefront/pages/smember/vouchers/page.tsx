import { MemberCard, MemberFrame } from '#storefront/commerce/member/member-frame.tsx'
import type { VouchersData } from '#storefront/pages/smember/vouchers/page.server.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { buttonClass } from '#web/ui/button.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function meta(): PageMeta {
  return { title: 'Ưu đãi của bạn', robots: 'noindex, nofollow' }
}

/** /smember/uu-dai: vouchers with their codes and conditions. */
export function Page({ data: { vouchers } }: { data: VouchersData }) {
  return (
    <MemberFrame title="Ưu đãi của bạn">
      {vouchers.length === 0 && (
        <MemberCard>
          <EmptyState picture="no-result" title="Chưa có phiếu giảm giá nào">
            <p>Phiếu sinh nhật và phiếu lên hạng sẽ hiện ở đây khi bạn nhận được.</p>
            <a href="/" className={buttonClass('primary')}>
              Xem sản phẩm
            </a>
          </EmptyState>
        </MemberCard>
      )}
      <ul className="grid gap-4 lg:grid-cols-2">
        {vouchers.map((voucher) => (
          <VoucherTicket key={voucher.code} voucher={voucher} />
        ))}
      </ul>
      {vouchers.length > 0 && (
        <p className="text-body text-muted">Nhập mã trong giỏ hàng hoặc ở bước thanh toán.</p>
      )}
    </MemberFrame>
  )
}

/** What the voucher is worth at the left, as on a torn-off ticket; its rule and its code at the right. */
function VoucherTicket({ voucher }: { voucher: VouchersData['vouchers'][number] }) {
  const { code, name, description, worth, min_total, ends_at, is_own } = voucher
  return (
    <li className="flex overflow-hidden large-text:flex-col rounded-2xl bg-white shadow-card">
      <p className="grid w-28 shrink-0 place-items-center border-r-2 border-dashed border-white bg-sale p-2 large-text:w-auto text-center leading-tight font-extrabold text-white sm:w-32 sm:text-lg">
        {worth}
      </p>
      <div className="grid min-w-0 flex-1 content-start gap-1 p-4">
        {is_own && (
          <p className="w-fit rounded-full bg-gold-soft px-3 py-0.5 text-sm font-bold">
            Chỉ dành cho bạn
          </p>
        )}
        <p className="font-bold">{name}</p>
        {description !== '' && <p className="text-body text-muted">{description}</p>}
        <p className="text-sm text-muted">
          {min_total > 0 ? `Đơn từ ${formatDong(min_total)}. ` : 'Mọi đơn hàng. '}
          {ends_at === null ? '' : `Dùng đến ${formatDate(new Date(ends_at))}.`}
        </p>
        <p className="relative mt-1.5 flex min-h-11 items-center justify-between rounded-xl border border-dashed border-muted/60 bg-mist pr-11 pl-4">
          <span className="font-bold tracking-wide break-all select-all">{code}</span>
          <CopyButton text={code} name={`mã ${code}`} />
        </p>
      </div>
    </li>
  )
}
