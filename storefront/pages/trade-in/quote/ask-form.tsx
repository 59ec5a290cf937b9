import { Form, useNavigation } from 'react-router'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'
import { tradeAskUrl } from '#storefront/addresses/trade-in-links.ts'
import { CustomerName, CustomerPhone } from '#storefront/commerce/booking/contact-fields.tsx'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { choiceQuery } from '#storefront/commerce/trade/trade-choice.ts'
import { ValueCard } from '#storefront/commerce/trade/value-card.tsx'
import type { TradeAskData } from '#storefront/pages/trade-in/quote/page.server.ts'
import { TradeRefusalNotice } from '#storefront/pages/trade-in/quote/trade-refusal-notice.tsx'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope, SelectField, TextField } from '#web/ui/field.tsx'
import { ProvinceForm } from '#storefront/commerce/province/province-form.tsx'

/** Shop, day and contact: what is sent for a quote. */
export function AskForm({ data }: { data: TradeAskData }) {
  const { model, answers, value, change, province_id, contact, days, shops } = data
  const answer = useFormAnswer()
  const is_busy = useNavigation().state !== 'idle'
  return (
    <>
      <h1 className="text-2xl md:text-title-lg">Hoàn tất báo giá</h1>
      <ValueCard value={value}>
        <a href={change} className="finger font-semibold text-accent hover:underline">
          Sửa câu trả lời
        </a>
      </ValueCard>
      <CheckoutSection title="CỬA HÀNG THU MÁY">
        <ProvinceForm
          action={tradeAskUrl({})}
          hidden={{
            may: data.model.model_code,
            ...choiceQuery(data.model, data.answers, data.value.target?.item_id),
          }}
          provinces={data.provinces}
          province_id={data.province_id}
        />
      </CheckoutSection>
      <Form
        method="post"
        action={hereOf(data)}
        noValidate
        preventScrollReset
        className="grid gap-4"
        onSubmit={(event) => {
          if (is_busy) event.preventDefault()
        }}
      >
        <input type="hidden" name="intent" value="ask" />
        <input type="hidden" name="idempotency_key" value={data.idempotency_key} />
        <input type="hidden" name="device_code" value={model.device_code} />
        {Object.entries(answers).map(([question, chosen]) => (
          <input key={question} type="hidden" name={`answers[${question}]`} value={chosen} />
        ))}
        {value.target && <input type="hidden" name="target_item_id" value={value.target.item_id} />}
        <input type="hidden" name="province_id" value={province_id} />
        <input type="hidden" name="value_seen" value={value.value} />
        <TradeRefusalNotice answer={answer} />
        <FieldScope answer={answer}>
          <CheckoutSection title="NGÀY ĐẾN VÀ LIÊN HỆ">
            <SelectField name="erp_shop_id" label="Cửa hàng" required defaultValue="">
              <option value="">Chọn cửa hàng</option>
              {shops.map(({ id, name, address }) => (
                <option key={id} value={id}>
                  {name} – {address}
                </option>
              ))}
            </SelectField>
            <SelectField name="visit_on" label="Ngày đến" required defaultValue={days[0]}>
              {days.map((day) => (
                <option key={day} value={day}>
                  {formatDate(startOfDay(day))}
                </option>
              ))}
            </SelectField>
            <TextField
              name="imei"
              label={model.device_kind === 'dien-thoai' ? 'IMEI' : 'IMEI hoặc số serial'}
              optional
              maxLength={60}
              autoComplete="off"
              hint="Bấm *#06# trên máy để xem IMEI. Chưa có thì để trống, cửa hàng kiểm khi bạn đến."
            />
            <TextField
              name="device_report"
              label="Phiếu kiểm tra máy"
              optional
              maxLength={4_200}
              autoComplete="off"
              defaultValue={data.report}
              hint="Đã tự kiểm tra máy trên trình duyệt? Dán liên kết của phiếu để nhân viên xem."
            />
            <CustomerName defaultValue={contact.name} />
            <CustomerPhone
              hint="Cửa hàng gửi mã báo giá và giá thu cuối cùng tới số này."
              defaultValue={contact.phone}
            />
          </CheckoutSection>
        </FieldScope>
        <Captcha answer={answer} />
        <button
          type="submit"
          aria-disabled={is_busy}
          className={buttonClass('primary', 'min-h-12 w-full')}
        >
          Nhận mã báo giá
        </button>
      </Form>
    </>
  )
}

function hereOf({ model, answers, value, province_id }: TradeAskData): string {
  const query = choiceQuery(model, answers, value.target?.item_id)
  return tradeAskUrl({ may: model.model_code, ...query, tinh: province_id })
}
