import { Form, useNavigation } from 'react-router'
import { addresses } from '#storefront/addresses.ts'
import { useFormAnswer } from '#storefront/form-answer.ts'
import type { PageMeta } from '#storefront/page.ts'
import type { PaymentData, PaymentMethod } from '#storefront/routes/cart/payment.server.ts'
import { useShop } from '#storefront/shop-data.ts'
import { FieldScope, ProblemText, RadioCard, useFieldAnswer } from '#storefront/ui/field.tsx'
import { Captcha } from '#storefront/widgets/captcha.tsx'
import { askedCaptcha } from '#storefront/widgets/captcha-asked.ts'
import { RefusalNotice } from '#storefront/widgets/checkout-answer.tsx'
import { CheckoutFoot } from '#storefront/widgets/checkout-foot.tsx'
import { CheckoutRecap } from '#storefront/widgets/checkout-recap.tsx'
import { CheckoutRefusal } from '#storefront/widgets/checkout-refusal.tsx'
import { CheckoutSection } from '#storefront/widgets/checkout-section.tsx'
import { CheckoutSummary } from '#storefront/widgets/checkout-summary.tsx'
import { CheckoutTotals } from '#storefront/widgets/checkout-totals.tsx'

export function meta(): PageMeta {
  return { title: 'Thanh toán', robots: 'noindex, nofollow' }
}

/** /cart/payment: the last look before the order. Sending it twice makes one order. */
export function Page({ data }: { data: PaymentData }) {
  const { quote, payment_methods } = data
  const answer = useFormAnswer()
  const navigation = useNavigation()
  const isBusy = navigation.state !== 'idle' && navigation.formData !== undefined
  return (
    <>
      <h1 className="text-2xl">2. THANH TOÁN</h1>
      <div className="mt-4 empty:hidden">
        {askedCaptcha(answer.refusal) === null ? (
          <CheckoutRefusal answer={answer} lines={quote.items} isBusy={isBusy} />
        ) : (
          <RefusalNotice answer={answer} lines={quote.items} />
        )}
      </div>
      <Form
        method="post"
        action={addresses.payment.path}
        preventScrollReset
        onSubmit={(event) => {
          if (isBusy) event.preventDefault()
        }}
        className="mt-4 grid gap-4"
      >
        <input type="hidden" name="intent" value="pay" />
        <input type="hidden" name="quote_id" value={quote.quote_id} />
        <input type="hidden" name="grand_total" value={quote.totals.grand_total} />
        <input type="hidden" name="idempotency_key" value={data.idempotency_key} />
        <Captcha answer={answer} />
        <CheckoutSummary quote={quote} />
        <CheckoutSection title="THÔNG TIN THANH TOÁN">
          <CheckoutTotals totals={quote.totals} />
        </CheckoutSection>
        <FieldScope answer={answer}>
          <PaymentMethods methods={payment_methods} chosen={answer.values['payment_method']} />
        </FieldScope>
        <CheckoutSection
          title="THÔNG TIN NHẬN HÀNG"
          more={{ text: 'Thay đổi', href: addresses.paymentInfo.path }}
        >
          <CheckoutRecap recipient={quote.recipient} />
        </CheckoutSection>
        <Terms />
        <CheckoutFoot
          label="Tổng tiền"
          total={quote.totals.grand_total}
          button={isBusy ? 'Đang đặt hàng…' : 'Thanh toán'}
          isBusy={isBusy}
        />
      </Form>
    </>
  )
}

interface PaymentMethodsProps {
  methods: readonly PaymentMethod[]
  chosen: string | undefined
}

function PaymentMethods({ methods, chosen }: PaymentMethodsProps) {
  const { problem, noteEdit } = useFieldAnswer('payment_method')
  const first = methods.some(({ code }) => code === chosen) ? chosen : methods[0]?.code
  return (
    <CheckoutSection title="PHƯƠNG THỨC THANH TOÁN">
      <div
        role="radiogroup"
        tabIndex={-1}
        aria-label="Phương thức thanh toán"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'payment-method-problem' : undefined}
        className="grid gap-2 rounded-xl outline-none"
      >
        {methods.map(({ code, title, description }) => (
          <RadioCard
            key={code}
            name="payment_method"
            value={code}
            defaultChecked={code === first}
            onInput={noteEdit}
          >
            <span className="block font-semibold">{title}</span>
            <span className="block text-sm text-muted">{description}</span>
          </RadioCard>
        ))}
        {problem && <ProblemText id="payment-method-problem">{problem}</ProblemText>}
      </div>
    </CheckoutSection>
  )
}

function Terms() {
  const { shop } = useShop()
  return (
    <p className="px-1 text-sm text-muted">
      Bằng việc nhấn “Thanh toán”, bạn đồng ý đặt mua các sản phẩm trên theo quy định mua hàng của{' '}
      {shop.name}. Thông tin của bạn chỉ được dùng để xử lý và giao đơn hàng này.
    </p>
  )
}
