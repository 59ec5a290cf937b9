import { useEffect, useRef } from 'react'
import { captchaRequestOf } from '#storefront/commerce/captcha/captcha-request.ts'
import { trade_texts } from '#storefront/commerce/trade/trade-refusals.ts'
import { refusalMessage } from '#storefront/refusals.ts'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { Notice } from '#web/ui/notice.tsx'
import { scrollToAndFocus } from '#web/ui/scroll-to.ts'

/** Why something about a quote was refused. Whoever may solve a captcha sees it instead. */
export function TradeRefusalNotice({ answer }: { answer: FormAnswer }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (notice.current) scrollToAndFocus(notice.current)
  }, [answer])
  const { refusal } = answer
  if (refusal === null || captchaRequestOf(refusal) !== null) return null
  return (
    <Notice ref={notice} kind="error">
      <p className="font-semibold">{refusalMessage(refusal, trade_texts).text}</p>
    </Notice>
  )
}
