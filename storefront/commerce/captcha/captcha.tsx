import { useState } from 'react'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { waitWords } from '#storefront/refusals.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { CaptchaAltcha } from '#storefront/commerce/captcha/captcha-altcha.tsx'
import { CaptchaGoogle } from '#storefront/commerce/captcha/captcha-google.tsx'
import {
  type AskedCaptcha,
  askedCaptcha,
  type CaptchaProps,
} from '#storefront/commerce/captcha/captcha-asked.ts'
import { telLink } from '#web/ui/tel-link.ts'

/**
 * Stands in a form that heard "too often" and asks for a proof of being no machine, which goes along
 * with the next try (contract §5). It is not asked for before that, and waiting or calling helps too.
 */
export function Captcha({ answer }: { answer: FormAnswer }) {
  const asked = askedCaptcha(answer.refusal)
  const [solved, setSolved] = useState<{ answer: FormAnswer; response: string } | null>(null)
  if (asked === null) return null
  // A proof is good once: after another "too often" it is asked for anew.
  const response = solved?.answer === answer ? solved.response : null
  const onSolved = (given: string | null) =>
    setSolved(given === null ? null : { answer, response: given })
  return (
    <div className="rounded-2xl border border-line bg-white p-4">
      <CaptchaKind asked={asked} response={response} onSolved={onSolved} />
      <input type="hidden" name="g-recaptcha-response" value={response ?? ''} />
      <WayOut asked={asked} />
    </div>
  )
}

function CaptchaKind({ asked, ...props }: CaptchaProps & { asked: AskedCaptcha }) {
  return asked.site_key === null ? (
    <CaptchaAltcha {...props} />
  ) : (
    <CaptchaGoogle {...props} site_key={asked.site_key} />
  )
}

function WayOut({ asked }: { asked: AskedCaptcha }) {
  const { shop } = useShop()
  return (
    <p className="mt-2 text-sm text-muted noscript:mt-0">
      <span className="hidden noscript:inline">
        Trình duyệt của bạn đang tắt JavaScript nên không xác thực được tại đây.{' '}
      </span>
      {asked.is_unavailable && 'Hệ thống xác thực đang gián đoạn. '}
      Bạn có thể thử lại sau {waitWords(asked.retry_after)}, hoặc gọi{' '}
      <a href={telLink(shop.hotline)} className="font-semibold text-accent hover:underline">
        {shop.hotline}
      </a>{' '}
      để được hỗ trợ đặt hàng. Thông tin đã nhập được giữ nguyên.
    </p>
  )
}
