import { Form, useNavigation } from 'react-router'
import type { Order } from '#contracts/storefront/order.ts'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { bankTransferUrl, payAgainUrl, successUrl } from '#storefront/addresses/cart-links.ts'
import { cardPlanUrl } from '#storefront/addresses/loan.ts'
import { cardQuery, wishOfPlan } from '#storefront/commerce/installment/card-wish.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { usePaymentWatch } from '#storefront/commerce/checkout/payment-watch.ts'
import { payButtonText, paymentText } from '#storefront/pages/cart/success/payment-texts.ts'

interface PaymentStatusProps {
  order: Order
  payment: PaymentResult
  /** The order can no longer be paid. */
  is_over: boolean
  /** The secret of an order that was opened by its link. */
  secret: string | null
}

/** Says the state of the payment, and updates it by itself. */
export function PaymentStatus({ order, payment, is_over, secret }: PaymentStatusProps) {
  usePaymentWatch(payment, secret)
  return <p role="status">{paymentText(withCardPart(payment, order), is_over)}</p>
}

/** What the page of the provider asks for, where a card pays a part only. */
function withCardPart(payment: PaymentResult, { card_plan, payment_method }: Order): PaymentResult {
  const is_asked = payment.status === 'waiting' || payment.status === 'failed'
  return is_asked && payment_method === 'alepay' && card_plan !== null
    ? { ...payment, amount: card_plan.amount }
    : payment
}

interface PaymentActionsProps {
  order: Order
  payment: PaymentResult
}

/** The way to pay now, another way, and without scripts a link that looks again. */
export function PaymentActions({ order, payment }: PaymentActionsProps) {
  const { code, payment_method, card_plan } = order
  return (
    <>
      {payment_method === 'bank_transfer' ? (
        <a
          href={bankTransferUrl(code)}
          className={buttonClass('primary', 'flex-1 whitespace-nowrap')}
        >
          {payButtonText(payment)}
        </a>
      ) : (
        <PayAgain order={order} payment={payment} />
      )}
      {payment_method === 'alepay' && card_plan !== null && (
        <a
          href={cardPlanUrl(code, cardQuery(wishOfPlan(card_plan)))}
          className={buttonClass('outline', 'flex-1 whitespace-nowrap')}
        >
          Đổi gói trả góp
        </a>
      )}
      <a href={payAgainUrl(code)} className={buttonClass('outline', 'flex-1 whitespace-nowrap')}>
        Đổi phương thức
      </a>
      <CheckAgain order={order} />
    </>
  )
}

function PayAgain({ order: { code, payment_method }, payment }: PaymentActionsProps) {
  const is_busy = useNavigation().state !== 'idle'
  return (
    <Form
      method="post"
      action={successUrl(payment_method ?? 'cod', code)}
      className="flex flex-1"
      onSubmit={(event) => {
        if (is_busy) event.preventDefault()
      }}
    >
      <input type="hidden" name="order_code" value={code} />
      <input type="hidden" name="payment_method" value={payment_method ?? ''} />
      <button
        type="submit"
        name="intent"
        value="retry"
        aria-disabled={is_busy}
        className={buttonClass('primary', 'flex-1 whitespace-nowrap')}
      >
        {is_busy && <Icon name="loader-circle" className="size-5 motion-safe:animate-spin" />}
        {payButtonText(payment)}
      </button>
    </Form>
  )
}

/** A link that loads the page again, for browsers without scripts. */
export function CheckAgain({ order, secret }: { order: Order; secret?: string }) {
  const { payment_method, code } = order
  return (
    <p className="hidden w-full text-body noscript:block">
      <a
        href={successUrl(payment_method ?? 'cod', code, secret)}
        className="font-semibold text-accent underline"
      >
        Xem lại trạng thái thanh toán
      </a>
    </p>
  )
}
