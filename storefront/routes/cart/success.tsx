import { CircleCheck, CircleX, Clock } from '#storefront/ui/icons.tsx'
import { useEffect } from 'react'
import type { Order } from '#contracts/order.ts'
import { formatDateTime } from '#pure/dates.ts'
import { setCartCount } from '#storefront/cart-count.ts'
import type { PageMeta } from '#storefront/page.ts'
import type { SuccessData } from '#storefront/routes/cart/success.server.ts'
import { useShop } from '#storefront/shop-data.ts'
import { buttonClass } from '#storefront/ui/button.ts'
import { CheckoutLine } from '#storefront/widgets/checkout-line.tsx'
import { CheckoutRecap } from '#storefront/widgets/checkout-recap.tsx'
import { CheckoutSection } from '#storefront/widgets/checkout-section.tsx'
import { CheckoutTotals } from '#storefront/widgets/checkout-totals.tsx'
import { TransferOutcome } from '#storefront/widgets/transfer-outcome.tsx'
import { OrderLink } from '#storefront/widgets/order-link.tsx'
import { nextStep, outcomeOf, paymentName, stateName } from '#storefront/widgets/checkout-words.ts'

export function meta({ order }: SuccessData): PageMeta {
  return { title: `Đơn hàng ${order.code}`, robots: 'noindex, nofollow' }
}

/** /cart/success/{method}: the order as it is now, whatever became of it since. */
export function Page({ data }: { data: SuccessData }) {
  const { order, cart_quantity, is_linked, payment, is_over } = data
  useEffect(() => setCartCount(cart_quantity), [cart_quantity])
  return (
    <div className="grid gap-4 pb-6">
      <Outcome order={order} is_over={is_over} />
      {payment && (
        <TransferOutcome
          payment={payment}
          is_over={is_over}
          secret={is_linked ? order.secret : null}
        />
      )}
      <CheckoutSection title="THÔNG TIN ĐƠN HÀNG">
        <OrderFacts order={order} />
      </CheckoutSection>
      <CheckoutSection title="THÔNG TIN NHẬN HÀNG">
        <CheckoutRecap recipient={order.recipient} />
      </CheckoutSection>
      <CheckoutSection title="SẢN PHẨM">
        <ul className="-my-3 divide-y divide-line">
          {order.items.map((line) => (
            <CheckoutLine key={line.item_id} line={line} />
          ))}
        </ul>
        <div className="border-t border-line pt-4">
          <CheckoutTotals totals={order.totals} />
        </div>
      </CheckoutSection>
      {is_linked ? null : <OrderLink order={order} />}
      <a href="/" className={buttonClass('primary', 'min-h-12')}>
        Về trang chủ
      </a>
    </div>
  )
}

const looks = {
  good: { Icon: CircleCheck, color: 'text-success', ground: 'bg-success-soft' },
  waiting: { Icon: Clock, color: 'text-accent', ground: 'bg-gold-soft' },
  ended: { Icon: CircleX, color: 'text-sale', ground: 'bg-sale-soft' },
} as const

function Outcome({ order, is_over }: { order: Order; is_over: boolean }) {
  const { kind, title } = outcomeOf(is_over ? 'expired' : order.state)
  const { Icon, color, ground } = looks[kind]
  const { shop } = useShop()
  return (
    <section className="sheet flex flex-col items-center px-5 py-8 text-center">
      <span className={`grid size-20 place-items-center rounded-full ${ground}`}>
        <Icon className={`size-11 ${color}`} />
      </span>
      <h1 className="mt-5 text-2xl">{title}</h1>
      <p className="mt-2 max-w-md text-balance text-muted">
        {nextStep(is_over ? { ...order, state: 'expired' } : order)}
      </p>
      <p className="mt-5 rounded-2xl bg-mist px-6 py-3">
        <span className="block text-sm text-muted">Mã đơn hàng</span>
        <strong className="text-lg font-extrabold tracking-wide whitespace-nowrap select-all">
          {order.code}
        </strong>
      </p>
      <p className="mt-4 text-sm text-balance text-muted">
        Cần hỗ trợ, vui lòng gọi{' '}
        <a
          href={`tel:${shop.hotline.replace(/\D/g, '')}`}
          className="font-semibold whitespace-nowrap text-accent"
        >
          {shop.hotline}
        </a>{' '}
        và đọc mã đơn hàng.
      </p>
    </section>
  )
}

function OrderFacts({ order }: { order: Order }) {
  const facts = [
    ['Thời gian đặt', formatDateTime(new Date(order.created_at))],
    ['Trạng thái', stateName(order.state)],
    ['Thanh toán', paymentName(order.payment_method)],
  ] as const
  return (
    <dl className="grid gap-2.5 text-[15px]">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 sm:grid sm:grid-cols-[150px_1fr]">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right font-semibold sm:text-left">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
