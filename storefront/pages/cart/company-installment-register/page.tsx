import { Form, useNavigation } from 'react-router'
import { formatDong } from '#pure/money.ts'
import { loanChoiceUrl, loanRegisterUrl } from '#storefront/addresses/loan.ts'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { CheckoutSection } from '#storefront/commerce/checkout/checkout-section.tsx'
import { application_texts } from '#storefront/commerce/installment/application-texts.ts'
import { LoanGoods } from '#storefront/commerce/installment/loan-choice.tsx'
import { formatRate } from '#storefront/commerce/installment/loan-texts.ts'
import { loanQuery } from '#storefront/commerce/installment/loan-wish.ts'
import type { RegisterData } from '#storefront/pages/cart/company-installment-register/page.server.ts'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope, ProblemText, SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'

export function meta({ company }: RegisterData): PageMeta {
  return { title: `Hồ sơ trả góp ${company.name}`, robots: 'noindex, nofollow' }
}

/** The form asks for what the company demands, and for nothing else. */
export function Page({ data }: { data: RegisterData }) {
  const { company, wish, line, total, form } = data
  const answer = useFormAnswer()
  const is_busy = useNavigation().state !== 'idle'
  const { agrees } = answer.problems
  return (
    <Form
      method="post"
      action={loanRegisterUrl(loanQuery(wish))}
      noValidate
      preventScrollReset
      className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-6"
      onSubmit={(event) => {
        if (is_busy) event.preventDefault()
      }}
    >
      <h1 className="text-2xl">Hồ sơ trả góp</h1>
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="company_id" value={company.company_id} />
      <input type="hidden" name="prepaid_percent" value={wish.prepaid_percent} />
      <input type="hidden" name="months" value={wish.months} />
      <input type="hidden" name="has_insurance" value={wish.has_insurance ? '1' : '0'} />
      <LoanGoods line={line} total={total} />
      <Chosen data={data} />
      <RefusalNotice answer={answer} lines={[line]} texts={application_texts} has_captcha />
      <FieldScope answer={answer}>
        <Person data={data} />
        <Place data={data} />
      </FieldScope>
      <div className="sheet grid gap-3 p-4 sm:p-5">
        <label className="flex min-h-11 cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            name="agrees"
            value="1"
            aria-invalid={agrees === undefined ? undefined : true}
            className="mt-0.5 size-5 shrink-0 accent-accent"
          />
          <span>
            Tôi đồng ý để cửa hàng chuyển hồ sơ này cho {form.company_name} xét duyệt. Cửa hàng lưu
            hồ sơ ở dạng mã hóa và xóa sau khi kết thúc.
          </span>
        </label>
        {agrees !== undefined && <ProblemText id="agrees-problem">{agrees}</ProblemText>}
        <Captcha answer={answer} />
        <button
          type="submit"
          aria-disabled={is_busy}
          className={buttonClass('primary', 'min-h-12 w-full sm:w-auto sm:justify-self-end')}
        >
          {form.pictures.length > 0 ? 'Tiếp tục: ảnh giấy tờ' : 'Tiếp tục'}
        </button>
      </div>
    </Form>
  )
}

function Chosen({ data: { company, wish } }: { data: RegisterData }) {
  const { loan, name, installment_type } = company
  return (
    <CheckoutSection
      title={name.toUpperCase()}
      more={{
        text: 'Đổi gói',
        href: loanChoiceUrl(installment_type, loanQuery(wish)),
      }}
    >
      <p>
        Góp <strong className="text-sale">{formatDong(loan.monthly)}</strong> × {loan.months} tháng,
        trả trước {formatDong(loan.prepaid)}. Tổng {formatDong(loan.total)}, chênh lệch{' '}
        {formatDong(loan.difference)}. Lãi suất phẳng {formatRate(loan.flat_rate_month)}/tháng, lãi
        suất thực {formatRate(loan.effective_rate_year)}/năm.
      </p>
    </CheckoutSection>
  )
}

/** Who borrows: what the company asks for. */
function Person({ data: { form, contact } }: { data: RegisterData }) {
  return (
    <CheckoutSection title="NGƯỜI VAY">
      <TextField
        name="name"
        label="Họ và tên như trên căn cước"
        required
        maxLength={60}
        autoComplete="name"
        defaultValue={contact.name}
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
          defaultValue={contact.phone}
        />
        <TextField
          name="email"
          label="Email"
          optional
          type="email"
          inputMode="email"
          maxLength={200}
          autoComplete="email"
          defaultValue={contact.email}
        />
        <TextField
          name="birth_date"
          label="Ngày sinh"
          type="date"
          required
          autoComplete="bday"
          hint={`Từ ${form.min_age} đến ${form.max_age} tuổi.`}
        />
        <TextField
          name="document_number"
          label="Số căn cước"
          inputMode="numeric"
          required
          maxLength={15}
          autoComplete="off"
          hint="12 chữ số."
        />
        {form.asks.includes('income') && (
          <TextField
            name="income"
            label="Thu nhập mỗi tháng (đồng)"
            inputMode="numeric"
            required
            maxLength={16}
            autoComplete="off"
          />
        )}
        {form.asks.includes('job') && (
          <TextField
            name="job"
            label="Nghề nghiệp"
            required
            maxLength={120}
            autoComplete="organization-title"
          />
        )}
      </div>
      {form.asks.includes('address') && (
        <TextAreaField
          name="address"
          label="Nơi ở hiện tại"
          required
          maxLength={300}
          rows={2}
          autoComplete="street-address"
        />
      )}
      {Array.from({ length: form.relatives }, (_, n) => (
        <fieldset key={n} className="grid gap-4 sm:grid-cols-3">
          <legend className="mb-1.5 text-sm font-semibold">{`Người thân ${n + 1}`}</legend>
          <TextField name={`relatives[${n}][name]`} label="Họ và tên" required maxLength={60} />
          <TextField
            name={`relatives[${n}][phone]`}
            label="Số điện thoại"
            type="tel"
            inputMode="tel"
            required
            maxLength={30}
          />
          <TextField name={`relatives[${n}][relation]`} label="Quan hệ" required maxLength={40} />
        </fieldset>
      ))}
    </CheckoutSection>
  )
}

/** Where the contract is signed and the goods are received. */
function Place({ data: { form, shops, contact } }: { data: RegisterData }) {
  return (
    <CheckoutSection title="KÝ HỢP ĐỒNG VÀ NHẬN MÁY">
      <SelectField
        name="erp_shop_id"
        label="Cửa hàng"
        required
        defaultValue={contact.shop_id ?? ''}
      >
        <option value="">Chọn cửa hàng</option>
        {shops.map(({ shop_id, name, address }) => (
          <option key={shop_id} value={shop_id}>
            {`${name} – ${address}`}
          </option>
        ))}
      </SelectField>
      <p className="text-sm text-muted">
        Cửa hàng giữ hàng {form.reserve_hours} giờ trong lúc xét duyệt. Máy được giao sau khi bạn ký
        hợp đồng.
      </p>
    </CheckoutSection>
  )
}
