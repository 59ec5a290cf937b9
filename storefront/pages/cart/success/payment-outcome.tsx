import { Form, useNavigation } from 'react-router'
import type { Order } from '#contracts/storefront/order.ts'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { bankTransferUrl, payAgainUrl, successUrl } from '#storefront/addresses/cart-links.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { usePaymentWatch } from '#storefront/commerce/checkout/payment-watch.ts'
import { payButtonText, paymentText } from '#storefront/pages/cart/success/payment-texts.ts'

interface PaymentOutcomeProps {
  order: Order
  payment: PaymentResult
  /** The order can no longer be paid. */
  is_over: boolean
  /** The secret of an order that was opened by its link. Only the owner may start a payment. */
  secret: string | null
}

/** Shows the state of the payment on the order's page, and updates it by itself. */
export function PaymentOutcome({ order, payment, is_over, secret }: PaymentOutcomeProps) {
  usePaymentWatch(payment, secret)
  const { status } = payment
  const can_pay = status === 'waiting' || status === 'failed' || status === 'review'
  const is_open = can_pay && order.state === 'awaiting_payment' && !is_over
  return (
    <CheckoutSection title="THANH TOÁN">
      <p className="text-[15px]" role="status">
        {paymentText(payment, is_over)}
      </p>
      {is_open && secret === null && <PaymentActions order={order} payment={payment} />}
      {is_open && <CheckAgain order={order} secret={secret} />}
    </CheckoutSection>
  )
}

function PaymentActions({ order, payment }: Pick<PaymentOutcomeProps, 'order' | 'payment'>) {
  const { code, payment_method } = order
  const is_busy = useNavigation().state !== 'idle'
  return (
    <div className="flex flex-wrap gap-3">
      {payment_method === 'bank_transfer' ? (
        <a href={bankTransferUrl(code)} className={buttonClass('primary', 'flex-1')}>
          Mở mã QR
        </a>
      ) : (
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
      )}
      <a href={payAgainUrl(code)} className={buttonClass('outline', 'flex-1 whitespace-nowrap')}>
        Đổi phương thức
      </a>
    </div>
  )
}

/** A link that reloads the page, for browsers without scripts. */
function CheckAgain({ order, secret }: { order: Order; secret: string | null }) {
  const { payment_method, code } = order
  return (
    <p className="hidden text-[15px] noscript:block">
      <a
        href={successUrl(payment_method ?? 'cod', code, secret ?? undefined)}
        className="font-semibold text-accent underline"
      >
        Xem lại trạng thái thanh toán
      </a>
    </p>
  )
}
