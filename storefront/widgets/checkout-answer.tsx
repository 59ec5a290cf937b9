import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { FormAnswer } from '#storefront/page.ts'
import { wordsForRefusal } from '#storefront/refusals.ts'
import { Notice } from '#storefront/ui/notice.tsx'
import { scrollToAndFocus } from '#storefront/ui/scroll-to.ts'

/** The words of a form's "no" at the top of its page; what changed meanwhile is shown anew below. */
export function AnswerNotice({ answer }: { answer: FormAnswer }) {
  if (answer.refusal) return <RefusalNotice answer={answer} />
  const problem = Object.values(answer.problems)[0]
  return problem === undefined ? null : <Notice kind="error">{problem}</Notice>
}

/** Only the refusal, brought into sight: wrong fields have their words beside them. */
export function RefusalNotice({ answer }: { answer: FormAnswer }) {
  const { pathname } = useLocation()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (notice.current) scrollToAndFocus(notice.current)
  }, [answer])
  if (!answer.refusal) return null
  const { text, button, href } = wordsForRefusal(answer.refusal)
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
