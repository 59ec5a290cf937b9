import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Totals } from '#contracts/storefront/quote.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { no_answer, useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { PaymentData, PaymentMethod } from '#storefront/pages/cart/payment/page.server.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { FieldScope } from '#web/ui/field.tsx'
import { Captcha, CaptchaAgain } from '#storefront/commerce/captcha/captcha.tsx'
import { captchaRequestOf } from '#storefront/commerce/captcha/captcha-request.ts'
import { CheckoutColumns } from '#storefront/commerce/checkout/checkout-columns.tsx'
import { CheckoutFoot } from '#storefront/commerce/checkout/checkout-footer.tsx'
import { CheckoutRecap } from '#storefront/commerce/checkout/checkout-recap.tsx'
import { CheckoutRefusal } from '#storefront/commerce/checkout/checkout-refusal.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { CheckoutSummary } from '#storefront/commerce/checkout/checkout-summary.tsx'
import { CheckoutTotals } from '#storefront/commerce/checkout/checkout-totals.tsx'
import { FreeDelivery } from '#storefront/commerce/checkout/free-delivery.tsx'
import { PaymentMethods } from '#storefront/commerce/checkout/payment-methods.tsx'
import { SeenCheckout } from '#storefront/commerce/checkout/seen-checkout.tsx'
import { PointsForm } from '#storefront/pages/cart/payment/points-form.tsx'
import {
  PriceProvinceForm,
  PriceProvinceNotice,
} from '#storefront/pages/cart/payment/price-province-notice.tsx'
import { AffiliateField } from '#storefront/pages/cart/payment/affiliate-field.tsx'
import { CheapestWay } from '#storefront/commerce/vouchers/cheapest-way.tsx'
import { VoucherForm } from '#storefront/commerce/vouchers/voucher-form.tsx'

export function meta(): PageMeta {
  return { title: 'Thanh toán', robots: 'noindex, nofollow' }
}

/** /cart/payment: the last step before the order. Sending the form twice makes one order. */
export function Page({ data }: { data: PaymentData }) {
  const { quote, province_conflict: conflict } = data
  const answer = useFormAnswer()
  const navigation = useNavigation()
  const is_busy = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'pay'
  const is_order = answer.values['intent'] === 'pay'
  const is_voucher = answer.values['intent'] === 'voucher'
  const is_voucher_change = answer.refusal?.code === 'voucher_change_needs_confirm'
  const { chosen, choose, asked, ask, totals } = useChosenMethod(
    data,
    answer.values['payment_method'],
  )
  return (
    <>
      <h1 className="text-2xl">3. THANH TOÁN</h1>
      <div className="mt-4 empty:hidden">
        {is_voucher_change || captchaRequestOf(answer.refusal) !== null ? null : (
          <CheckoutRefusal answer={answer} lines={quote.items} isBusy={is_busy} />
        )}
      </div>
      <CheckoutColumns
        goods={<CheckoutSummary quote={quote} is_beside />}
        foot={
          <>
            <CheckoutSection title="THÔNG TIN THANH TOÁN">
              <div aria-live="polite">
                <CheckoutTotals totals={totals} items={quote.items} />
              </div>
              {totals.shipping_fee > 0 && (
                <FreeDelivery subtotal={totals.subtotal} delivery={quote.delivery} />
              )}
            </CheckoutSection>
            {/* Only the press that orders: after another one, a solved captcha must not order. */}
            {answer.values['pressed'] === 'popup' && is_order ? (
              <CaptchaAgain answer={answer} path={cart_addresses.payment.path} />
            ) : (
              <Captcha answer={is_order ? answer : no_answer} form={form_id} />
            )}
            <CheckoutFoot
              form={form_id}
              label={conflict ? `Tổng tiền theo giá ${conflict.price_province}` : 'Tổng tiền'}
              total={totals.grand_total}
              button={is_busy ? 'Đang đặt…' : 'Thanh toán'}
              isBusy={is_busy}
              is_below_total={conflict === null}
            />
          </>
        }
      >
        {conflict && <PriceProvinceForm conflict={conflict} />}
        <CheapestWay
          path={cart_addresses.payment.path}
          subject="đơn này"
          cheapest={data.cheapest}
          changed={data.changed}
          now={{ payment_method: chosen?.code ?? '', code: quote.voucher?.code ?? '' }}
          payment_title={chosen?.title ?? null}
          total={totals.grand_total}
          before_total={data.before_total}
          answer={answer}
          onChoose={ask}
        />
        <VoucherForm
          path={cart_addresses.payment.path}
          vouchers={data.vouchers}
          quote={quote}
          problem={
            totals.adjustments.some(({ rule }) => rule === 'voucher') ? null : method_is_better
          }
          answer={is_voucher ? answer : no_answer}
        />
        <PointsForm points={quote.points} />
        <Form
          id={form_id}
          method="post"
          action={cart_addresses.payment.path}
          preventScrollReset
          onSubmit={(event) => {
            if (is_busy) event.preventDefault()
          }}
          className="grid gap-4"
        >
          <input type="hidden" name="intent" value="pay" />
          <SeenCheckout quote={quote} grand_total={totals.grand_total} />
          <input type="hidden" name="idempotency_key" value={data.idempotency_key} />
          <AffiliateField />
          <ShownTotals methods={data.payment_methods} />
          <FieldScope answer={is_voucher ? no_answer : answer}>
            <PaymentMethods
              key={asked}
              methods={data.payment_methods}
              chosen={chosen?.code}
              onChoose={choose}
            />
          </FieldScope>
          <CheckoutSection
            title="THÔNG TIN NHẬN HÀNG"
            more={{ text: 'Thay đổi', href: cart_addresses.paymentInfo.path }}
          >
            <CheckoutRecap recipient={quote.recipient} />
            {conflict && <PriceProvinceNotice conflict={conflict} />}
          </CheckoutSection>
          <Terms />
        </Form>
      </CheckoutColumns>
    </>
  )
}

const form_id = 'dat-hang'
const method_is_better = 'Chưa trừ vào đơn: ưu đãi của phương thức thanh toán đang chọn có lợi hơn.'
/** The chosen payment method, and the totals of the order with its offer. */
function useChosenMethod(
  { quote, payment_methods, wished_method }: PaymentData,
  sent: string | undefined,
): {
  chosen: PaymentMethod | undefined
  choose: (code: string) => void
  /** How often a press elsewhere on the page has chosen: the list of methods then starts anew. */
  asked: number
  ask: (code: string) => void
  totals: Totals
} {
  const available = payment_methods.filter(({ problem }) => problem === null)
  const [{ code, asked }, setChoice] = useState({
    code: sent ?? wished_method,
    asked: 0,
  })
  const chosen = available.find((method) => method.code === code) ?? available[0]
  return {
    chosen,
    choose: (next) => setChoice({ code: next, asked }),
    asked,
    ask: (next) => setChoice({ code: next, asked: asked + 1 }),
    totals: totalsWith(quote.totals, chosen),
  }
}

/** The totals with the deductions for `method`. */
function totalsWith(totals: Totals, method: PaymentMethod | undefined): Totals {
  if (!method) return totals
  const { adjustments, grand_total } = method
  return { ...totals, adjustments, grand_total }
}

/** The shown total of each payment method, so that the server can compare it without scripts too. */
function ShownTotals({ methods }: { methods: readonly PaymentMethod[] }) {
  return methods.map(({ code, grand_total }) => (
    <input key={code} type="hidden" name={`grand_total_${code}`} value={grand_total} />
  ))
}

function Terms() {
  const { shop } = useShop()
  return (
    <p className="px-1 text-sm text-muted">
      Bằng việc nhấn “Thanh toán”, bạn đồng ý đặt mua các sản phẩm trên theo{' '}
      <PolicyLink code="sale-terms">điều kiện mua bán</PolicyLink> và{' '}
      <PolicyLink code="returns">chính sách đổi trả</PolicyLink> của {shop.name}. Thông tin của bạn
      chỉ được dùng để xử lý và giao đơn hàng này, theo{' '}
      <PolicyLink code="privacy">chính sách dữ liệu cá nhân</PolicyLink>. Đơn thanh toán bằng thẻ từ
      10.000.000đ cần thẻ và CCCD của chủ thẻ khi nhận hàng.
    </p>
  )
}

/** A link to a policy, in another tab: the order stays as it is. Plain text if the shop does not have the page. */
function PolicyLink({ code, children }: { code: string; children: string }) {
  const { policies } = useShop()
  const policy = policies.find((one) => one.code === code)
  if (policy === undefined) return children
  return (
    <a href={policy.path} target="_blank" rel="noopener" className="underline hover:text-accent">
      {children}
    </a>
  )
}
