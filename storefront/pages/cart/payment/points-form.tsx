import { Form, useNavigation } from 'react-router'
import type { Quote } from '#contracts/storefront/quote.ts'
import { formatDong } from '#pure/money.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { buttonClass } from '#web/ui/button.ts'

/** "Điểm Smember": pays a part with points, as a plain form. Members without points do not see it. */
export function PointsForm({ points }: { points: Quote['points'] }) {
  const is_busy = useNavigation().state !== 'idle'
  if (points === undefined || (points.most === 0 && !points.are_used)) return null
  const { balance, most, are_used } = points
  return (
    <CheckoutSection title="ĐIỂM SMEMBER">
      <Form
        method="post"
        action={cart_addresses.payment.path}
        preventScrollReset
        className="flex flex-wrap items-center justify-between gap-3"
      >
        <p className="min-w-0 flex-1 basis-48 text-body">
          Bạn có {formatDong(balance).replace('đ', '')} điểm.{' '}
          {are_used
            ? `Đang dùng để giảm ${formatDong(most)}.`
            : `Đơn này dùng được để giảm ${formatDong(most)}.`}
        </p>
        <input type="hidden" name="are_used" value={are_used ? '0' : '1'} />
        <button
          type="submit"
          name="intent"
          value="points"
          disabled={is_busy}
          className={buttonClass('outline')}
        >
          {are_used ? 'Không dùng điểm' : 'Dùng điểm'}
        </button>
      </Form>
    </CheckoutSection>
  )
}
