import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { NoticeSubject } from '#contracts/storefront/notices.ts'
import { Captcha } from '#storefront/commerce/captcha/captcha.tsx'
import { RefusalNotice } from '#storefront/commerce/checkout/checkout-answer.tsx'
import { useFormAnswer } from '#storefront/runtime/form-answer.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { buttonClass } from '#web/ui/button.ts'
import { FieldScope } from '#web/ui/field.tsx'

interface NoticeFormProps {
  intent: 'email' | 'code' | 'sms'
  item: NoticeSubject
  button: string
  look?: 'primary' | 'outline'
  children: ReactNode
}

const no_answer: FormAnswer = { refusal: null, problems: {}, values: {} }

/** A form of /bao-tin about one item. What is told of follows from the stock: an item that is sold out comes back. */
export function NoticeForm({ intent, item, button, look = 'primary', children }: NoticeFormProps) {
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
      <input type="hidden" name="kind" value={item.is_in_stock ? 'price' : 'stock'} />
      <input type="hidden" name="item_id" value={item.item_id} />
      <RefusalNotice answer={own} lines={[]} has_captcha />
      <FieldScope answer={own}>{children}</FieldScope>
      <Captcha answer={own} />
      <button type="submit" aria-disabled={is_busy} className={buttonClass(look, 'min-h-12')}>
        {button}
      </button>
    </Form>
  )
}
