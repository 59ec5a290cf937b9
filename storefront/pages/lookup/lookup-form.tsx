import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { no_answer, useFormAnswer } from '#storefront/runtime/form-answer.ts'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope, TextField } from '#web/ui/field.tsx'

interface LookupFormProps {
  intent: string
  button: string
  /** Above the fields, where a tab has several forms. */
  title?: string
  has_line?: boolean
  children: ReactNode
}

/** One form of /tracuu. It is a POST, so that phone and code stand in no address and no log. */
export function LookupForm({ intent, button, title, has_line, children }: LookupFormProps) {
  const answer = useFormAnswer()
  const own = answer.values['intent'] === intent ? answer : no_answer
  const { state, formData } = useNavigation()
  const is_busy = state === 'submitting' && formData?.get('intent') === intent
  return (
    <Form
      method="post"
      className={`grid gap-4 ${has_line === true ? 'border-t border-line pt-5' : ''}`}
      onSubmit={(event) => {
        if (is_busy) event.preventDefault()
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      {title !== undefined && <h2 className="text-base tracking-normal">{title}</h2>}
      <RefusalNotice answer={own} lines={[]} has_captcha />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FieldScope answer={own}>{children}</FieldScope>
      </div>
      <Captcha answer={own} />
      <button
        type="submit"
        aria-disabled={is_busy}
        className={buttonClass('primary', 'min-h-12 sm:w-fit sm:px-8')}
      >
        {is_busy ? 'Đang tra cứu…' : button}
      </button>
    </Form>
  )
}

export function PhoneField() {
  return (
    <TextField
      name="phone"
      label="Số điện thoại đặt hàng"
      hint="Số đã dùng khi đặt, ví dụ 0912 345 678"
      type="tel"
      inputMode="tel"
      maxLength={30}
      autoComplete="tel"
    />
  )
}
