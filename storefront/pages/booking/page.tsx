import { booking_addresses } from '#storefront/addresses/booking.ts'
import { BookingForm } from '#storefront/pages/booking/booking-form.tsx'
import type { BookingData } from '#storefront/pages/booking/page.server.ts'
import { ServiceLines } from '#storefront/pages/booking/service-lines.tsx'
import { ShopChoice } from '#storefront/pages/booking/shop-choice.tsx'
import type { PageMeta, ShopIdentity } from '#storefront/runtime/page.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Notice } from '#web/ui/notice.tsx'

export function meta({ item_ids }: BookingData, shop: ShopIdentity): PageMeta {
  return {
    title: 'Đặt lịch sửa chữa',
    description: `Đặt lịch sửa điện thoại, laptop, đồng hồ tại ${shop.name}: chọn cửa hàng và giờ hẹn, giữ giá, không cần trả trước.`,
    canonical_path: booking_addresses.booking.path,
    ...(item_ids.length === 0 ? {} : { robots: 'noindex, follow' }),
  }
}

/** /dat-lich: every choice is a link, so the page works without scripts; the last part is a form. */
export function Page({ data }: { data: BookingData }) {
  const { lines, shop_id, problem, has_too_many } = data
  return (
    <>
      <Breadcrumb crumbs={[{ name: 'Đặt lịch sửa chữa', path: booking_addresses.booking.path }]} />
      <div className="mx-auto mb-6 grid max-w-3xl gap-4">
        <div>
          <h1 className="text-2xl md:text-title-lg">Đặt lịch sửa chữa</h1>
          <p className="mt-1.5 text-muted">
            Giữ giờ với kỹ thuật viên và giữ giá hôm nay. Không cần trả trước.
          </p>
        </div>
        {has_too_many && (
          <Notice kind="error">
            Mỗi lịch hẹn có tối đa 5 dịch vụ nên lịch này chỉ gồm 5 dịch vụ đầu tiên. Vui lòng đặt
            thêm một lịch cho các dịch vụ còn lại.
          </Notice>
        )}
        <ServiceLines data={data} />
        {problem !== null && <Notice kind="error">{problem}</Notice>}
        {lines.length > 0 && <ShopChoice key={data.province_id} data={data} />}
        {lines.length > 0 && shop_id !== null && <BookingForm data={data} shop_id={shop_id} />}
      </div>
    </>
  )
}
