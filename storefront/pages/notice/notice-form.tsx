import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { no_answer, useFormAnswer } from '#storefront/runtime/form-answer.ts'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope } from '#web/ui/field.tsx'

/** What a form asks for: its hidden fields, and the event and the hours as its words name them. */
export interface WishWords {
  fields: Readonly<Record<string, string | number>>
  /** "giá thấp hơn hiện nay": a message comes when … */
  when: string
  /** "từ 21 giờ đến 8 giờ sáng": no message comes … */
  night: string
}

interface NoticeFormProps {
  intent: 'email' | 'code' | 'sms'
  wish: WishWords
  button: string
  look?: 'primary' | 'outline'
  children: ReactNode
}

/** A form of /bao-tin or /nhac-toi about one wish. */
export function NoticeForm({ intent, wish, button, look = 'primary', children }: NoticeFormProps) {
  const answer = useFormAnswer()
  const own = answer.values['intent'] === intent ? answer : no_answer
  const { state, formData } = useNavigation()
  const is_busy = state === 'submitting' && formData?.get('intent') === intent
  return (
    <Form
      method="post"
      className="grid gap-4"
      onSubmit={(event) => {
        if (is_busy) event.preventDefault()
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(wish.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <RefusalNotice answer={own} lines={[]} has_captcha />
      <FieldScope answer={own}>{children}</FieldScope>
      <Captcha answer={own} />
      <button type="submit" aria-disabled={is_busy} className={buttonClass(look, 'min-h-12')}>
        {button}
      </button>
    </Form>
  )
}
