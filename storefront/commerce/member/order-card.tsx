import { Form, useNavigation } from 'react-router'
import { LinePicture } from '#storefront/commerce/checkout/checkout-line.tsx'
import { payAgainUrl, successUrl } from '#storefront/addresses/cart-links.ts'
import { memberOrdersUrl } from '#storefront/addresses/member-links.ts'
import { stateKind, stateName } from '#storefront/commerce/checkout/checkout-texts.ts'
import { StateBadge } from '#storefront/commerce/member/member-item.tsx'
import type { MemberOrder } from '#contracts/storefront/member.ts'
import { formatDong } from '#pure/money.ts'
import { paidRows } from '#pure/price-rows.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import { buttonClass } from '#web/ui/button.ts'

/** An order in a list of the member, with what can be done about it. */
export function OrderCard({
  order,
  heading: Heading,
}: {
  order: MemberOrder
  heading: 'h2' | 'h3'
}) {
  const { code, state, payment_method, created_at, grand_total, item_quantity, name } = order
  const is_busy = useNavigation().state !== 'idle'
  const paid = paidRows(state, grand_total, order.paid_total)
  const [, missing] = paid
  const has_ended = state === 'cancelled' || state === 'expired'
  const detail = successUrl(payment_method ?? 'cod', code)
  return (
    <article className="rounded-2xl bg-white p-4 shadow-card sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-2 gap-y-1 text-body">
        <Heading className="text-body font-bold tracking-normal">
          <a href={detail} className="hover:text-accent hover:underline">
            {code}
          </a>
        </Heading>
        <StateBadge kind={stateKind(state)}>{stateName(state)}</StateBadge>
      </div>
      <div className="mt-3 flex gap-3 large-text:flex-col">
        <LinePicture line={order} className="size-16 shrink-0" />
        <div className="min-w-0 flex-1 justify-between gap-3 sm:flex">
          <div className="min-w-0">
            <p className="line-clamp-2 font-semibold">{name}</p>
            <p className="text-sm text-muted">
              {item_quantity} sản phẩm · {formatDate(new Date(created_at))}
            </p>
          </div>
          <div className="tabular-nums sm:text-right">
            <p className="font-bold text-sale">{formatDong(grand_total)}</p>
            {missing && (
              <p className="text-sm text-muted">
                {paid.map(([label, amount]) => `${label} ${amount}`).join(' · ')}
              </p>
            )}
          </div>
        </div>
      </div>
      {order.company !== null && (
        <p className="mt-2 text-sm text-muted">
          Hóa đơn công ty: {order.company.name}, MST {order.company.tax_code}
        </p>
      )}
      <Form
        method="post"
        action={memberOrdersUrl()}
        className="mt-4 flex flex-wrap justify-end gap-2 border-t border-line pt-3"
      >
        <input type="hidden" name="order_code" value={code} />
        <a href={detail} className={buttonClass('quiet')}>
          Xem chi tiết<span className="sr-only"> đơn {code}</span>
        </a>
        {state === 'awaiting_payment' && (
          <a href={payAgainUrl(code)} className={buttonClass('primary')}>
            Thanh toán<span className="sr-only"> đơn {code}</span>
          </a>
        )}
        {(state === 'delivered' || has_ended) && (
          <button
            type="submit"
            name="intent"
            value="buy_again"
            disabled={is_busy}
            className={buttonClass('outline')}
          >
            Mua lại<span className="sr-only"> đơn {code}</span>
          </button>
        )}
      </Form>
    </article>
  )
}
