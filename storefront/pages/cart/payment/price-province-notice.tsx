import { cart_addresses } from '#storefront/addresses/cart.ts'
import type { ProvinceConflict } from '#storefront/pages/cart/payment/price-province.ts'
import { buttonClass } from '#web/ui/button.ts'

interface NoticeProps {
  conflict: ProvinceConflict
}

const form_id = 'price-province'

/** Says which province the prices are of. Its button sends the form below: it stands within the form of the order. */
export function PriceProvinceNotice({ conflict }: NoticeProps) {
  const { price_province, receiving_province } = conflict
  return (
    <div role="note" className="grid gap-3 rounded-2xl bg-cream p-4 text-body">
      <p>
        Đơn này tính theo giá tại <strong>{price_province}</strong>, còn bạn nhận hàng tại{' '}
        <strong>{receiving_province}</strong>. Giá và ưu đãi ở hai nơi có thể khác nhau.
      </p>
      <button type="submit" form={form_id} className={buttonClass('outline', 'w-fit px-5')}>
        Xem giá tại {receiving_province}
      </button>
    </div>
  )
}

/** Leads to the list of what changes with the prices of the other province. */
export function PriceProvinceForm({ conflict }: NoticeProps) {
  return (
    <form id={form_id} method="post" action="/province" className="hidden">
      <input type="hidden" name="province_id" value={conflict.receiving_province_id} />
      <input type="hidden" name="return_to" value={cart_addresses.payment.path} />
    </form>
  )
}
