import type { Order } from '#contracts/storefront/order.ts'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { Icon } from '#web/ui/icons.tsx'
import { outcomeOf, nextStep } from '#storefront/commerce/checkout/checkout-texts.ts'
import { telLink } from '#web/ui/tel-link.ts'

const looks = {
  good: { icon: 'circle-check', color: 'text-success', ground: 'bg-success-soft' },
  waiting: { icon: 'clock', color: 'text-accent', ground: 'bg-gold-soft' },
  ended: { icon: 'circle-x', color: 'text-sale', ground: 'bg-sale-soft' },
} as const

interface OrderOutcomeProps {
  order: Order
  payment: PaymentResult | null
  is_over: boolean
}

/** The head of an order's page: the state of the order in a headline and one sentence. */
export function OrderOutcome({ order, payment, is_over }: OrderOutcomeProps) {
  const shown = is_over ? { ...order, state: 'expired' as const } : order
  const { kind, title } = outcomeOf(shown.state, payment?.status ?? null)
  const { icon, color, ground } = looks[kind]
  const { shop } = useShop()
  return (
    <section className="sheet flex flex-col items-center px-5 py-8 text-center">
      <span className={`grid size-20 place-items-center rounded-full ${ground}`}>
        <Icon name={icon} className={`size-11 ${color}`} />
      </span>
      <h1 className="mt-5 text-2xl">{title}</h1>
      <p className="mt-2 max-w-md text-balance text-muted">{nextStep(shown)}</p>
      <p className="mt-5 rounded-2xl bg-mist px-4 py-3 sm:px-6">
        <span className="block text-sm text-muted">Mã đơn hàng</span>
        <strong className="font-extrabold whitespace-nowrap sm:text-lg sm:tracking-wide select-all">
          {order.code}
        </strong>
      </p>
      <p className="mt-4 text-sm text-balance text-muted">
        Cần hỗ trợ, vui lòng gọi{' '}
        <a href={telLink(shop.hotline)} className="font-semibold whitespace-nowrap text-accent">
          {shop.hotline}
        </a>{' '}
        và đọc mã đơn hàng.
      </p>
    </section>
  )
}
