import { formatDong } from '#pure/money.ts'
import { bookingUrl } from '#storefront/addresses/booking-links.ts'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { HubChips } from '#storefront/commerce/repair/hub-chips.tsx'
import type { BookingData } from '#storefront/pages/booking/page.server.ts'

/** The services that are booked, with their prices of now. */
export function ServiceLines({ data }: { data: BookingData }) {
  const { lines, total, item_ids, province_id, shop_id } = data
  if (lines.length === 0) {
    return (
      <CheckoutSection title="DỊCH VỤ">
        <p>
          Bạn chưa chọn dịch vụ nào. Hãy tìm dòng máy cần sửa, ví dụ “thay pin iPhone 13”, rồi bấm
          “Đặt lịch ngay” trên trang dịch vụ.
        </p>
        <HubChips />
        <form action="/tim-kiem" className="flex gap-2">
          <input
            name="q"
            aria-label="Nhập dòng máy cần sửa"
            placeholder="Nhập dòng máy cần sửa"
            className="h-12 min-w-0 flex-1 rounded-xl border border-muted/70 px-4 placeholder:text-muted"
          />
          <button type="submit" className="button bg-accent px-5 text-white hover:bg-accent-dark">
            Tìm
          </button>
        </form>
      </CheckoutSection>
    )
  }
  return (
    <CheckoutSection title="DỊCH VỤ">
      <ul className="-my-3 divide-y divide-line">
        {lines.map(({ item_id, name, quantity, price, minutes, warranty_months }) => (
          <li key={item_id} className="flex items-start justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-semibold">
                {quantity > 1 && `${quantity} × `}
                {name}
              </p>
              <p className="text-sm text-muted">
                {durationText(minutes)}
                {warranty_months > 0 && ` · Bảo hành ${warranty_months} tháng`}
              </p>
              {lines.length > 1 && (
                <a
                  href={bookingUrl({
                    item_ids: item_ids.filter((id) => id !== item_id),
                    province_id,
                    shop_id: shop_id ?? undefined,
                  })}
                  className="-my-1 inline-flex min-h-11 items-center text-sm font-semibold text-accent hover:underline"
                >
                  Bỏ<span className="sr-only"> {name}</span>
                </a>
              )}
            </div>
            <p className="shrink-0 font-bold">{formatDong(price * quantity)}</p>
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-4 border-t border-line pt-3">
        <span>Tổng tạm tính</span>
        <strong className="text-lg text-sale">{formatDong(total)}</strong>
      </p>
    </CheckoutSection>
  )
}

function durationText(minutes: number): string {
  if (minutes <= 90) return `Khoảng ${minutes} phút`
  const hours = Math.ceil(minutes / 60)
  return hours < 24 ? `Khoảng ${hours} giờ` : `${Math.ceil(hours / 24)} ngày, máy gửi lại cửa hàng`
}
