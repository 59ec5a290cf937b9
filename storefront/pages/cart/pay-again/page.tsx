import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { formatDong } from '#pure/money.ts'
import { paidRows } from '#pure/price-rows.ts'
import { payAgainUrl, successUrl } from '#storefront/addresses/cart-links.ts'
import { no_answer, useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { PayAgainData } from '#storefront/pages/cart/pay-again/page.server.ts'
import { ConfirmTotal } from '#storefront/pages/cart/pay-again/confirm-total.tsx'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope } from '#web/ui/field.tsx'
import { Captcha, CaptchaAgain } from '#storefront/commerce/captcha/captcha.tsx'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { CheckoutFoot } from '#storefront/commerce/checkout/checkout-footer.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { CheckoutTotals } from '#storefront/commerce/checkout/checkout-totals.tsx'
import { PaymentMethods } from '#storefront/commerce/checkout/payment-methods.tsx'

export function meta({ order }: PayAgainData): PageMeta {
  return { title: `Thanh toán đơn ${order.code}`, robots: 'noindex, nofollow' }
}

/** /cart/pay-again: "Đổi phương thức" for an order that waits for payment. */
export function Page({ data: { order, methods, chosen } }: { data: PayAgainData }) {
  const answer = useFormAnswer()
  const is_busy = useNavigation().state !== 'idle'
  const { code, state, payment_method, expires_at, totals, items, payment } = order
  const wanted = answer.values['payment_method'] ?? chosen
  const is_offered = methods.some((method) => method.code === wanted)
  const [picked, pick] = useState(is_offered && wanted !== null ? wanted : methods[0]?.code)
  const is_confirmed = answer.values['pressed'] === 'popup'
  const method = methods.find(({ code: id }) => id === picked)
  return (
    <div className="grid gap-4 pb-6">
      <h1 className="text-2xl">ĐỔI PHƯƠNG THỨC THANH TOÁN</h1>
      {answer.refusal?.code === 'payment_total_change' ? (
        <ConfirmTotal order_code={code} answer={answer} is_busy={is_busy} />
      ) : (
        <RefusalNotice answer={answer} lines={items} has_captcha />
      )}
      <CheckoutSection title={`ĐƠN HÀNG ${code}`}>
        <CheckoutTotals
          totals={totals}
          items={items}
          paid={paidRows(state, totals.grand_total, payment.paid_total)}
        />
        {expires_at !== null && (
          <p className="text-body text-muted">
            Sản phẩm được giữ cho bạn đến {formatDateTime(new Date(expires_at))}.
          </p>
        )}
      </CheckoutSection>
      <Form
        method="post"
        action={payAgainUrl(code)}
        preventScrollReset
        onSubmit={(event) => {
          if (is_busy) event.preventDefault()
        }}
        className="grid gap-4"
      >
        <input type="hidden" name="intent" value="choose" />
        <input type="hidden" name="order_code" value={code} />
        <FieldScope answer={answer}>
          <PaymentMethods
            methods={methods.map((offered) => withTotal(offered, totals.grand_total))}
            chosen={picked}
            onChoose={pick}
          />
        </FieldScope>
        <Captcha answer={is_confirmed ? no_answer : answer} />
        <CheckoutFoot
          {...footOf(method, totals.grand_total)}
          button={is_busy ? 'Đang chuyển…' : 'Thanh toán'}
          isBusy={is_busy}
        />
      </Form>
      {/* The confirmed total goes along: the form above would only ask for it again. */}
      {is_confirmed && <CaptchaAgain answer={answer} path={payAgainUrl(code)} />}
      <a href={successUrl(payment_method ?? 'cod', code)} className={buttonClass('quiet')}>
        Quay lại đơn hàng
      </a>
    </div>
  )
}

/** The total, or the part of it that is still to be paid: money has come, or a card leaves a rest for the hand-over. */
function footOf(method: PayAgainData['methods'][number] | undefined, grand_total: number) {
  if (method === undefined) return { label: 'Tổng tiền', total: grand_total }
  const { code, amount } = method
  if (amount === method.grand_total) return { label: 'Tổng tiền', total: amount }
  return { label: code === 'cod' ? 'Trả khi nhận hàng' : 'Cần thanh toán', total: amount }
}

/** Says so if a method lacks the payment offer of the current one. */
function withTotal(method: PayAgainData['methods'][number], current_total: number) {
  if (method.offer !== null || method.grand_total === current_total) return method
  const text = `Không có ưu đãi của cách thanh toán cũ, tổng tiền ${formatDong(method.grand_total)}.`
  return { ...method, description: `${method.description} ${text}`.trim() }
}
