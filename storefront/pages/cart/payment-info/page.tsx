import { type SubmitEvent, useRef, useState } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import type { Recipient } from '#contracts/storefront/quote.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { FormAnswer, PageMeta } from '#storefront/runtime/page.ts'
import type { PaymentInfoData } from '#storefront/pages/cart/payment-info/page.server.ts'
import { FieldScope, TextAreaField, TextField } from '#web/ui/field.tsx'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { CheckoutColumns } from '#storefront/commerce/checkout/checkout-columns.tsx'
import { CheckoutDelivery } from '#storefront/pages/cart/payment-info/delivery-section.tsx'
import { CheckoutFoot } from '#storefront/commerce/checkout/checkout-footer.tsx'
import { CheckoutInvoice } from '#storefront/pages/cart/payment-info/invoice-section.tsx'
import { DataTransferChoice } from '#storefront/pages/cart/payment-info/data-transfer-choice.tsx'
import { SalutationChoice } from '#storefront/pages/cart/payment-info/salutation-choice.tsx'
import { CheckoutRecipient } from '#storefront/pages/cart/payment-info/recipient-section.tsx'
import { CheckoutStep } from '#storefront/pages/cart/payment-info/checkout-step.tsx'
import { lineOf, type StepName, typedOf } from '#storefront/pages/cart/payment-info/steps.ts'
import { useSteps } from '#storefront/pages/cart/payment-info/use-steps.ts'
import { CheckoutSummary } from '#storefront/commerce/checkout/checkout-summary.tsx'
import { SavedAddresses } from '#storefront/pages/cart/payment-info/saved-addresses.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ProvinceButton } from '#storefront/commerce/province/province-button.tsx'

export function meta(): PageMeta {
  return { title: 'Thông tin đơn hàng', robots: 'noindex, nofollow' }
}

/**
 * /cart/payment-info: one form. A phone shows one step of it at a time. Problems are shown beside their fields, and all
 * typed fields stay.
 */
export function Page({ data }: { data: PaymentInfoData }) {
  const { quote } = data
  const { recipient } = quote
  const fresh_answer = useFormAnswer()
  const answer = useLastAnswer(fresh_answer)
  const form = useRef<HTMLFormElement>(null)
  const navigation = useNavigation()
  const submit = useSubmit()
  const isBusy = navigation.state !== 'idle' && navigation.formData !== undefined
  const steps = useSteps(form, isKnown(recipient) ? 'nhan-hang' : 'khach-hang', fresh_answer)
  const action = withQuery(cart_addresses.paymentInfo.path, data.way)
  const was_sent = Object.keys(answer.values).length > 0
  const typed = steps.typed ?? (was_sent ? answer.values : typedOf(recipient))
  const step = (name: StepName, can_open: boolean) => ({
    ...{ name, open: steps.open, line: lineOf(name, typed, data.shops) },
    onOpen: can_open ? () => steps.show(name) : null,
  })

  function send(event: SubmitEvent<HTMLFormElement>) {
    if (isBusy) return event.preventDefault()
    const element = event.currentTarget
    if (steps.open !== 'khach-hang' || !hasFoldedSteps(element)) return
    event.preventDefault()
    if (isOpenStepFilled(element)) return steps.show('nhan-hang')
    const sent = new FormData(element)
    sent.set('step', steps.open)
    void submit(sent, { method: 'post', action, preventScrollReset: true })
  }

  return (
    <>
      <h1 className="text-2xl">2. THÔNG TIN ĐƠN HÀNG</h1>
      <ProvinceButton
        look="line"
        province_name={
          data.provinces.find(({ province_id }) => province_id === quote.province_id)?.name
        }
      />
      <SavedAddresses
        addresses={data.saved_addresses}
        chosen={data.filled_address}
        way={data.way}
      />
      <Form
        key={data.filled_address}
        ref={form}
        method="post"
        action={action}
        noValidate
        preventScrollReset
        onSubmit={send}
        className="grid gap-4"
      >
        {answer.refusal?.code !== 'legacy_lists' && (
          <RefusalNotice answer={answer} lines={quote.items} has_captcha />
        )}
        {quote.voucher_lost !== null && <Notice kind="error">{quote.voucher_lost}</Notice>}
        <CheckoutColumns
          goods={<CheckoutSummary quote={quote} is_beside />}
          foot={
            <>
              <Captcha answer={answer} />
              <CheckoutFoot
                label="Tổng tiền tạm tính"
                total={data.total}
                button="Tiếp tục"
                isBusy={isBusy}
              />
            </>
          }
        >
          <FieldScope answer={answer}>
            <CheckoutStep {...step('khach-hang', true)}>
              <CustomerFields recipient={recipient} answer={answer} />
            </CheckoutStep>
            <CheckoutStep {...step('nhan-hang', steps.open === 'yeu-cau-khac')}>
              <CheckoutDelivery data={data} answer={answer} />
              <CheckoutRecipient recipient={recipient} answer={answer} />
            </CheckoutStep>
            <CheckoutStep {...step('yeu-cau-khac', steps.open === 'nhan-hang')}>
              <MoreFields quote={quote} answer={answer} />
            </CheckoutStep>
          </FieldScope>
        </CheckoutColumns>
        {/* Last, so that the intent of a pressed button comes first. */}
        <input type="hidden" name="intent" value="save" />
      </Form>
    </>
  )
}

/**
 * The last answer, also after another step was opened, which forgets the router's own: fields whose default it is would
 * change with it.
 */
function useLastAnswer(answer: FormAnswer): FormAnswer {
  const [last, setLast] = useState(answer)
  const is_new = Object.keys(answer.values).length > 0 && answer !== last
  if (is_new) setLast(answer)
  return is_new ? answer : last
}

/** Whether the form shows one step at a time. */
function hasFoldedSteps(form: HTMLFormElement): boolean {
  const folded = form.querySelector('[data-step=folded] > :last-child')
  return folded !== null && folded.getClientRects().length === 0
}

/** Whether the open step looks complete to the browser. Else the server says what is wrong. */
function isOpenStepFilled(form: HTMLFormElement): boolean {
  const fields = form.querySelectorAll<HTMLInputElement>('[data-step=open] input')
  return [...fields].every((field) => field.validity.valid)
}

interface MoreFieldsProps {
  quote: PaymentInfoData['quote']
  answer: FormAnswer
}

function MoreFields({ quote: { recipient, offers_data_transfer }, answer }: MoreFieldsProps) {
  return (
    <>
      {offers_data_transfer && (
        <DataTransferChoice saved={recipient?.data_transfer ?? false} answer={answer} />
      )}
      <TextAreaField
        name="note"
        label="Ghi chú"
        optional
        maxLength={500}
        rows={2}
        placeholder="Ví dụ: giao giờ hành chính, gọi trước khi đến"
        defaultValue={recipient?.note ?? ''}
      />
      <CheckoutInvoice saved={recipient?.company_invoice ?? null} answer={answer} />
    </>
  )
}

/** The shape of a Vietnamese mobile number, however it is grouped. The server knows the prefixes in use. */
const mobile_pattern = String.raw`\D*(84|0)\D*[35789](\D*\d){8}\D*`

/** Whether the first step is done. A phone of before may be a landline, which identifies no customer. */
function isKnown(recipient: Recipient | null): boolean {
  return recipient !== null && new RegExp(`^${mobile_pattern}$`).test(recipient.phone)
}

interface CustomerFieldsProps {
  recipient: Recipient | null
  answer: FormAnswer
}

function CustomerFields({ recipient, answer }: CustomerFieldsProps) {
  const wasSent = Object.keys(answer.values).length > 0
  const wantsNews = wasSent
    ? answer.values['promotion_announcement'] === '1'
    : (recipient?.promotion_announcement ?? false)
  return (
    <>
      <SalutationChoice saved={recipient?.salutation ?? null} />
      <TextField
        name="name"
        label="Họ và tên"
        required
        maxLength={60}
        autoComplete="name"
        defaultValue={recipient?.name}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="phone"
          label="Số điện thoại"
          type="tel"
          inputMode="tel"
          required
          maxLength={30}
          pattern={mobile_pattern}
          autoComplete="tel"
          defaultValue={recipient?.phone}
        />
        <TextField
          name="email"
          label="Email"
          optional
          type="email"
          inputMode="email"
          maxLength={200}
          autoComplete="email"
          hint="Hóa đơn VAT sẽ gửi qua email này"
          defaultValue={recipient?.email ?? ''}
        />
      </div>
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="promotion_announcement"
          value="1"
          defaultChecked={wantsNews}
          className="size-5 shrink-0 accent-accent"
        />
        Nhận email thông báo và ưu đãi
      </label>
    </>
  )
}
