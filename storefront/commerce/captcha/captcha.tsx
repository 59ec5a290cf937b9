import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { refusalMessage, waitText } from '#storefront/refusals.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { CaptchaAltcha } from '#storefront/commerce/captcha/captcha-altcha.tsx'
import { CaptchaGoogle } from '#storefront/commerce/captcha/captcha-google.tsx'
import {
  type CaptchaRequest,
  captchaRequestOf,
  type CaptchaProps,
} from '#storefront/commerce/captcha/captcha-request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { telLink } from '#web/ui/tel-link.ts'

/**
 * Shown above the button of a form that was refused with too_many_requests: why, and the captcha (contract §5). Once it
 * is solved, the form is sent again by itself, with the button that was pressed. Instead, the shopper may wait or call.
 */
export function Captcha({ answer, form }: CaptchaNoticeProps) {
  const request = captchaRequestOf(answer.refusal)
  return request === null ? null : <CaptchaNotice answer={answer} form={form} request={request} />
}

/**
 * The same for a press whose form has no fields to type in, or has gone with its popup: once the captcha is solved, the
 * refused values are sent again as they were.
 */
export function CaptchaAgain({ answer, path }: { answer: FormAnswer; path: string }) {
  const request = captchaRequestOf(answer.refusal)
  if (request === null) return null
  const { 'g-recaptcha-response': _used, ...values } = answer.values
  return (
    <Form method="post" action={path} preventScrollReset>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <CaptchaNotice answer={answer} request={request} />
    </Form>
  )
}

interface CaptchaNoticeProps {
  answer: FormAnswer
  /** The id of its form, if it stands outside of it. */
  form?: string | undefined
}

function CaptchaNotice({
  answer,
  form: form_id,
  request,
}: CaptchaNoticeProps & { request: CaptchaRequest }) {
  const [solved, setSolved] = useState<{ answer: FormAnswer; response: string } | null>(null)
  const notice = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // A response is valid once: after another refusal a new one is needed.
  const response = solved?.answer === answer ? solved.response : null
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'center' })
    notice.current?.focus({ preventScroll: true })
  }, [answer])
  useEffect(() => {
    const form = response === null ? null : field.current?.form
    form?.requestSubmit(pressedButton(form, answer.values))
  }, [response, answer])
  const onSolved = (new_response: string | null) =>
    setSolved(new_response === null ? null : { answer, response: new_response })
  return (
    <Notice ref={notice} kind="error">
      <p>
        {answer.refusal && refusalMessage(answer.refusal).text}{' '}
        <span className="noscript:hidden">Xác nhận bên dưới để tiếp tục.</span>
      </p>
      <div className="mt-3 rounded-xl border border-line bg-white p-3 noscript:hidden">
        <CaptchaKind request={request} response={response} onSolved={onSolved} />
      </div>
      <input
        ref={field}
        type="hidden"
        name="g-recaptcha-response"
        form={form_id}
        value={response ?? ''}
      />
      <CaptchaAlternatives request={request} />
    </Notice>
  )
}

/** The button whose press was refused: a form may have several. */
function pressedButton(
  form: HTMLFormElement,
  values: FormAnswer['values'],
): HTMLButtonElement | undefined {
  const buttons = [...form.elements].filter(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement && element.type === 'submit',
  )
  const named = buttons.find(({ name, value }) => name !== '' && values[name] === value)
  return named ?? buttons.find(({ name }) => name === '') ?? buttons[0]
}

function CaptchaKind({ request, ...props }: CaptchaProps & { request: CaptchaRequest }) {
  return request.site_key === null ? (
    <CaptchaAltcha {...props} />
  ) : (
    <CaptchaGoogle {...props} site_key={request.site_key} />
  )
}

/** The captcha is the way on. How long to wait is said only to those who cannot solve it. */
function CaptchaAlternatives({ request }: { request: CaptchaRequest }) {
  const { shop } = useShop()
  const wait = `Bạn có thể thử lại sau ${waitText(request.retry_after)}.`
  return (
    <p className="mt-2 text-sm text-muted noscript:mt-0">
      <span className="hidden noscript:inline">
        Trình duyệt của bạn đang tắt JavaScript nên không xác thực được tại đây. {wait}{' '}
      </span>
      {request.is_unavailable && `Hệ thống xác thực đang gián đoạn. ${wait} `}
      Nếu cần hỗ trợ đặt hàng, vui lòng gọi{' '}
      <a href={telLink(shop.hotline)} className="font-semibold text-accent hover:underline">
        {shop.hotline}
      </a>
      . Thông tin đã nhập được giữ nguyên.
    </p>
  )
}
