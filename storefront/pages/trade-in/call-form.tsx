import { Form } from 'react-router'
import { trade_in_addresses } from '#storefront/addresses/trade-in.ts'
import { CustomerName, CustomerPhone } from '#storefront/commerce/booking/contact-fields.tsx'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import { buttonClass } from '#web/ui/button.ts'
import { ProblemText, TextField } from '#web/ui/field.tsx'

const problem_id = 'tu-van-dong-y'

/** "Đăng ký tư vấn": name, phone and model, and the consent to be called. */
export function CallForm() {
  const answer = useFormAnswer()
  const problem = answer.problems['agrees']
  return (
    <Form
      method="post"
      action={trade_in_addresses.tradeInQuote.path}
      noValidate
      className="grid gap-3 md:grid-cols-3"
    >
      <input type="hidden" name="intent" value="call" />
      <CustomerName />
      <CustomerPhone />
      <TextField name="model" label="Máy muốn bán" optional maxLength={100} />
      <div className="md:col-span-2">
        <label className="finger flex min-h-11 items-start gap-2.5 text-body">
          <input
            type="checkbox"
            name="agrees"
            value="1"
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={problem === undefined ? undefined : problem_id}
            className="mt-0.5 size-5 shrink-0 accent-accent"
          />
          Tôi đồng ý để cửa hàng gọi số này một lần về việc thu cũ. Số được xóa sau 13 tháng, hoặc
          khi tôi yêu cầu.
        </label>
        {problem !== undefined && <ProblemText id={problem_id}>{problem}</ProblemText>}
      </div>
      <Captcha answer={answer} />
      <button type="submit" className={buttonClass('primary', 'min-h-12 px-6')}>
        Đăng ký tư vấn
      </button>
    </Form>
  )
}
