import type { Order } from '#contracts/storefront/order.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'

/** What the shopper shows in the shop: the pick-up code and its QR code, with where and until when. */
export function PickupPass({ pickup }: { pickup: NonNullable<Order['pickup']> }) {
  const { shop_name, address, time_opening, keep_until, code, qr } = pickup
  return (
    <CheckoutSection title="MÃ NHẬN HÀNG">
      <div className="grid items-center gap-4 sm:grid-cols-[auto_1fr]">
        <div className="grid justify-items-center gap-2">
          <img src={qr} alt="Mã QR nhận hàng" width={176} height={176} className="size-44" />
          <strong className="text-2xl font-extrabold tracking-widest tabular-nums select-all">
            {code.slice(0, 3)} {code.slice(3)}
          </strong>
        </div>
        <div className="grid gap-1.5 text-body">
          <p className="font-semibold">{shop_name}</p>
          <p>{address}</p>
          <p>Giờ mở cửa: {time_opening}</p>
          <p>
            Cửa hàng giữ hàng đến hết ngày <strong>{formatDate(startOfDay(keep_until))}</strong>.
          </p>
          <p className="text-muted">
            Đưa mã này cho nhân viên khi đến lấy. Ai có mã đều nhận được hàng, nên chỉ gửi cho người
            lấy hộ bạn.
          </p>
        </div>
      </div>
    </CheckoutSection>
  )
}
