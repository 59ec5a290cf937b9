import { useEffect } from 'react'
import type { Order } from '#contracts/storefront/order.ts'
import { formatDong } from '#pure/money.ts'
import { paidRows } from '#pure/price-rows.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { setCartCount } from '#storefront/runtime/cart-count.ts'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { refusalMessage } from '#storefront/refusals.ts'
import type { SuccessData } from '#storefront/pages/cart/success/page.server.ts'
import { Notice } from '#web/ui/notice.tsx'
import { FittingGoods } from '#storefront/pages/cart/success/fitting-list.tsx'
import { captchaRequestOf } from '#storefront/commerce/captcha/captcha-request.ts'
import { CaptchaAgain } from '#storefront/commerce/captcha/captcha.tsx'
import { CheckoutLine } from '#storefront/commerce/checkout/checkout-line.tsx'
import { CheckoutRecap } from '#storefront/commerce/checkout/checkout-recap.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { CheckoutTotals } from '#storefront/commerce/checkout/checkout-totals.tsx'
import { cardPlanText } from '#storefront/commerce/installment/card-wish.ts'
import { paymentName, stateName } from '#storefront/commerce/checkout/checkout-texts.ts'
import { NextSteps } from '#storefront/pages/cart/success/next-steps.tsx'
import { OrderActions } from '#storefront/pages/cart/success/order-actions.tsx'
import { OrderCancel, OrderCancelLink } from '#storefront/pages/cart/success/order-cancel.tsx'
import { OrderHistory } from '#storefront/pages/cart/success/order-history.tsx'
import { OrderInvoice } from '#storefront/pages/cart/success/order-invoice.tsx'
import { OrderLink } from '#storefront/pages/cart/success/order-link.tsx'
import { OrderOutcome } from '#storefront/pages/cart/success/order-outcome.tsx'
import { OrderReturns } from '#storefront/pages/cart/success/order-returns.tsx'
import { PickupPass } from '#storefront/pages/cart/success/pickup-pass.tsx'

export function meta({ order }: SuccessData): PageMeta {
  return { title: `Đơn hàng ${order.code}`, robots: 'noindex, nofollow' }
}

/** /cart/success/{method}: the order in its current state. */
export function Page({ data }: { data: SuccessData }) {
  const { order, cart_quantity, is_linked, payment, is_over, asks_to_cancel } = data
  const answer = useFormAnswer()
  const { refusal } = answer
  const secret = is_linked ? order.secret : null
  useEffect(() => setCartCount(cart_quantity), [cart_quantity])
  return (
    <div className="grid gap-4 pb-6">
      {refusal && captchaRequestOf(refusal) === null && (
        <Notice kind="error">{refusalMessage(refusal).text}</Notice>
      )}
      {asks_to_cancel && <OrderCancel order={order} secret={secret} />}
      <OrderOutcome {...{ order, payment, is_over, secret }}>
        <div className="w-full text-left empty:hidden">
          <CaptchaAgain
            answer={answer}
            path={successUrl(order.payment_method ?? 'cod', order.code, secret ?? undefined)}
          />
        </div>
        <OrderActions data={data} />
      </OrderOutcome>
      {order.pickup && <PickupPass pickup={order.pickup} />}
      <NextSteps order={order} />
      <CheckoutSection title="THÔNG TIN ĐƠN HÀNG">
        <OrderFacts order={order} is_over={is_over} />
        <OrderHistory history={order.history} />
        {order.can_cancel && !is_over && <OrderCancelLink order={order} secret={secret} />}
      </CheckoutSection>
      {data.returns && (
        <OrderReturns order_code={order.code} secret={secret} returns={data.returns} />
      )}
      <CheckoutSection title="THÔNG TIN NHẬN HÀNG">
        <CheckoutRecap
          recipient={
            data.steps === 'none' && order.state !== 'shipping'
              ? withoutPromise(order)
              : order.recipient
          }
        />
        {order.can_ask_invoice && !is_over && <OrderInvoice {...{ order, secret, answer }} />}
      </CheckoutSection>
      <CheckoutSection title="SẢN PHẨM">
        <ul className="-my-3 divide-y divide-line">
          {order.items.map((line, index) => (
            <CheckoutLine key={line.line_id ?? `gift ${index}`} line={line} lines={order.items} />
          ))}
        </ul>
        <div className="border-t border-line pt-4">
          <CheckoutTotals
            totals={order.totals}
            items={order.items}
            paid={paidRows(order.state, order.totals.grand_total, order.payment.paid_total)}
          />
        </div>
      </CheckoutSection>
      {is_linked ? null : <OrderLink order={order} />}
      <FittingGoods cards={data.fitting} />
    </div>
  )
}

/** The goods are there, or never will be. */
function withoutPromise({ recipient }: Order): Order['recipient'] {
  return { ...recipient, promise: null }
}

/** How a card splits the order, while it is to be paid or was paid by it. */
function cardFacts({ card_plan, payment_method }: Order): (readonly [string, string])[] {
  if (card_plan === null || !(card_plan.is_paid || payment_method === 'alepay')) return []
  const { amount, rest } = card_plan
  return [
    ['Chia kỳ qua thẻ', cardPlanText(card_plan)],
    ...(rest > 0
      ? ([
          ['Thẻ trả', formatDong(amount)],
          ['Trả khi nhận máy', formatDong(rest)],
        ] as const)
      : []),
  ]
}

/** Shows an order past its deadline as expired before the job has closed it, as the headline does. */
function OrderFacts({ order, is_over }: { order: Order; is_over: boolean }) {
  const { method_title } = order.payment
  const state = is_over && order.state === 'awaiting_payment' ? 'expired' : order.state
  const facts = [
    ['Thời gian đặt', formatDateTime(new Date(order.created_at))],
    ['Trạng thái', stateName(state)],
    ['Thanh toán', method_title ?? paymentName(order.payment_method)],
    ...cardFacts(order),
  ] as const
  return (
    <dl className="grid gap-2.5 text-body">
      {facts.map(([name, value]) => (
        <div key={name} className="grid grid-cols-[104px_1fr] gap-x-3 sm:grid-cols-[150px_1fr]">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
