import type { ReactNode } from 'react'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { promiseText } from '#pure/delivery-text.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { Icon } from '#web/ui/icons.tsx'
import { outcomeOf, nextStep, whyReopened } from '#storefront/commerce/checkout/checkout-texts.ts'
import type { SuccessData } from '#storefront/pages/cart/success/page.server.ts'
import { PaymentStatus } from '#storefront/pages/cart/success/payment-outcome.tsx'
import { telLink } from '#web/ui/tel-link.ts'

const looks = {
  good: { icon: 'circle-check', color: 'text-success', ground: 'bg-success-soft' },
  waiting: { icon: 'clock', color: 'text-accent', ground: 'bg-gold-soft' },
  ended: { icon: 'circle-x', color: 'text-sale', ground: 'bg-sale-soft' },
} as const

interface OrderOutcomeProps {
  order: SuccessData['order']
  payment: PaymentResult | null
  is_over: boolean
  /** The secret of an order that was opened by its link. */
  secret: string | null
  /** What the shopper can do now: one button that stands out, at most one beside it. */
  children: ReactNode
}

/** The head of an order's page: one state, what it means for goods and money, and what to do now. */
export function OrderOutcome({ order, payment, is_over, secret, children }: OrderOutcomeProps) {
  const shown = is_over ? { ...order, state: 'expired' as const } : order
  const { kind, title } = outcomeOf(shown.state, payment)
  const { icon, color, ground } = looks[kind]
  const { shop } = useShop()
  const status = payment && <PaymentStatus {...{ order, payment, is_over, secret }} />
  const reopened = whyReopened(shown)
  const waits = shown.state === 'awaiting_payment'
  const may_change = waits || shown.state === 'pending' || shown.state === 'confirmed'
  return (
    <section className="sheet flex flex-col items-center px-5 py-8 text-center">
      <span className={`grid size-20 place-items-center rounded-full ${ground}`}>
        <Icon name={icon} className={`size-11 ${color}`} />
      </span>
      <h1 className="mt-5 text-2xl">{title}</h1>
      <div className="mt-2 grid max-w-md gap-2 text-balance text-muted">
        {/* What matters most stands first: the money while it is awaited, else the goods. */}
        {waits && status}
        {shown.state === 'cancelled' && <WhyCancelled order={shown} />}
        {reopened !== null && <p className="font-semibold text-ink">{reopened}</p>}
        <p>{nextStep(shown)}</p>
        {!waits && status}
      </div>
      <Expected order={shown} />
      <p className="mt-5 rounded-2xl bg-mist px-4 py-3 sm:px-6">
        <span className="block text-sm text-muted">Mã đơn hàng</span>
        <strong className="font-extrabold whitespace-nowrap sm:text-lg sm:tracking-wide select-all">
          {order.code}
        </strong>
      </p>
      {/* The main one comes first: at the right beside another, above it where both have no room. */}
      <div className="mt-5 flex w-full max-w-md flex-row-reverse flex-wrap gap-3 empty:hidden">
        {children}
      </div>
      <p className="mt-4 text-sm text-balance text-muted">
        {may_change ? 'Muốn đổi người nhận, nơi nhận hoặc cần hỗ trợ' : 'Cần hỗ trợ'}, vui lòng gọi{' '}
        <a href={telLink(shop.hotline)} className="font-semibold whitespace-nowrap text-accent">
          {shop.hotline}
        </a>{' '}
        và đọc mã đơn hàng.
      </p>
    </section>
  )
}

/** What ended the order: the shopper did not always do it. */
function WhyCancelled({ order: { history } }: Pick<OrderOutcomeProps, 'order'>) {
  const note = history.findLast(({ state }) => state === 'cancelled')?.note ?? null
  return note === null ? null : <p className="font-semibold text-ink">{note}.</p>
}

/** When the goods are expected, while they are on their way to the shopper. */
function Expected({ order: { state, recipient } }: Pick<OrderOutcomeProps, 'order'>) {
  const is_coming = state === 'pending' || state === 'confirmed' || state === 'shipping'
  if (!is_coming || !recipient.promise) return null
  return (
    <p className="mt-4 flex items-center gap-2 rounded-full bg-success-soft px-4 py-2 font-bold text-success">
      <Icon name="truck" className="size-5 shrink-0" />
      <span>
        <span className="sr-only">Dự kiến: </span>
        {promiseText(recipient.promise, null)}
      </span>
    </p>
  )
}
