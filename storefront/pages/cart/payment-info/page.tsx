import { Form, useNavigation } from 'react-router'
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
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { CheckoutSummary } from '#storefront/commerce/checkout/checkout-summary.tsx'
import { SavedAddresses } from '#storefront/pages/cart/payment-info/saved-addresses.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ProvinceButton } from '#storefront/commerce/province/province-button.tsx'

export function meta(): PageMeta {
  return { title: 'Thông tin đơn hàng', robots: 'noindex, nofollow' }
}

/** /cart/payment-info: one form. Problems are shown beside their fields, and all typed fields stay. */
export function Page({ data }: { data: PaymentInfoData }) {
  const { quote } = data
  const answer = useFormAnswer()
  const navigation = useNavigation()
  const isBusy = navigation.state !== 'idle' && navigation.formData !== undefined
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
        method="post"
        action={withQuery(cart_addresses.paymentInfo.path, data.way)}
        noValidate
        preventScrollReset
        onSubmit={(event) => {
          if (isBusy) event.preventDefault()
        }}
        className="mt-2 grid gap-4"
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
                total={quote.totals.grand_total}
                button="Tiếp tục"
                isBusy={isBusy}
              />
            </>
          }
        >
          <FieldScope answer={answer}>
            <CustomerSection recipient={quote.recipient} answer={answer} />
            <CheckoutSection title="THÔNG TIN NHẬN HÀNG">
              <CheckoutDelivery data={data} answer={answer} />
              <CheckoutRecipient recipient={quote.recipient} answer={answer} />
              <TextAreaField
                name="note"
                label="Ghi chú"
                optional
                maxLength={500}
                rows={2}
                placeholder="Ví dụ: giao giờ hành chính, gọi trước khi đến"
                defaultValue={quote.recipient?.note ?? ''}
              />
            </CheckoutSection>
            <CheckoutSection title="HÓA ĐƠN">
              <CheckoutInvoice saved={quote.recipient?.company_invoice ?? null} answer={answer} />
            </CheckoutSection>
            {quote.offers_data_transfer && (
              <CheckoutSection title="MÁY CŨ CỦA BẠN">
                <DataTransferChoice
                  saved={quote.recipient?.data_transfer ?? false}
                  answer={answer}
                />
              </CheckoutSection>
            )}
          </FieldScope>
        </CheckoutColumns>
        {/* Last, so that the intent of a pressed button comes first. */}
        <input type="hidden" name="intent" value="save" />
      </Form>
    </>
  )
}

interface CustomerSectionProps {
  recipient: Recipient | null
  answer: FormAnswer
}

function CustomerSection({ recipient, answer }: CustomerSectionProps) {
  const wasSent = Object.keys(answer.values).length > 0
  const wantsNews = wasSent
    ? answer.values['promotion_announcement'] === '1'
    : (recipient?.promotion_announcement ?? false)
  return (
    <CheckoutSection title="THÔNG TIN KHÁCH HÀNG">
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
          hint="(*) Hóa đơn VAT sẽ được gửi qua email này"
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
    </CheckoutSection>
  )
}
