import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import { captchaRequestOf } from '#storefront/commerce/captcha/captcha-request.ts'
import { refusalMessage } from '#storefront/refusals.ts'
import { Notice } from '#web/ui/notice.tsx'
import { scrollToAndFocus } from '#web/ui/scroll-to.ts'
import { withItemName } from '#storefront/commerce/checkout/checkout-item-name.ts'

interface NoticeProps {
  answer: FormAnswer
  /** The lines that the answer may be about. */
  lines: Parameters<typeof withItemName>[1]
  /** Texts that stand beside the page. */
  texts?: Parameters<typeof refusalMessage>[1]
  /** The form has a captcha, which says at its button why it is asked for. */
  has_captcha?: boolean
}

/** The refusal or the first field problem of a form, at the top of its page. */
export function AnswerNotice(props: NoticeProps) {
  const { answer } = props
  if (answer.refusal) return <RefusalNotice {...props} />
  const problem = Object.values(answer.problems)[0]
  return problem === undefined ? null : <Notice kind="error">{problem}</Notice>
}

/** Only the refusal, scrolled into view. Field problems are shown beside their fields. */
export function RefusalNotice({ answer, lines, texts, has_captcha = false }: NoticeProps) {
  const { pathname } = useLocation()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (notice.current) scrollToAndFocus(notice.current)
  }, [answer])
  if (!answer.refusal) return null
  if (has_captcha && captchaRequestOf(answer.refusal) !== null) return null
  const { text, button, href } = refusalMessage(withItemName(answer.refusal, lines), texts)
  return (
    <Notice ref={notice} kind="error">
      <p>{text}</p>
      {href !== undefined && href !== pathname && (
        <a href={href} className="mt-1 inline-block font-semibold text-accent hover:underline">
          {button}
        </a>
      )}
    </Notice>
  )
}
