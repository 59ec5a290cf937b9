import { useState } from 'react'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { waitText } from '#storefront/refusals.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { CaptchaAltcha } from '#storefront/commerce/captcha/captcha-altcha.tsx'
import { CaptchaGoogle } from '#storefront/commerce/captcha/captcha-google.tsx'
import {
  type CaptchaRequest,
  captchaRequestOf,
  type CaptchaProps,
} from '#storefront/commerce/captcha/captcha-request.ts'
import { telLink } from '#web/ui/tel-link.ts'

/**
 * Shown in a form that was refused with too_many_requests. Its response is sent with the next attempt
 * (contract §5). Instead of solving it, the shopper may wait or call.
 */
export function Captcha({ answer }: { answer: FormAnswer }) {
  const request = captchaRequestOf(answer.refusal)
  const [solved, setSolved] = useState<{ answer: FormAnswer; response: string } | null>(null)
  if (request === null) return null
  // A response is valid once: after another refusal a new one is needed.
  const response = solved?.answer === answer ? solved.response : null
  const onSolved = (new_response: string | null) =>
    setSolved(new_response === null ? null : { answer, response: new_response })
  return (
    <div className="rounded-2xl border border-line bg-white p-4">
      <CaptchaKind request={request} response={response} onSolved={onSolved} />
      <input type="hidden" name="g-recaptcha-response" value={response ?? ''} />
      <CaptchaAlternatives request={request} />
    </div>
  )
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
