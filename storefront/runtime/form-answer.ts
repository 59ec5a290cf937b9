import { useActionData } from 'react-router'
import type { FormAnswer } from '#storefront/runtime/page.ts'

const NOTHING: FormAnswer = { refusal: null, problems: {}, values: {} }

/** What the page's own form heard after it was sent: the same with and without JavaScript. */
export function useFormAnswer(): FormAnswer {
  const answer: unknown = useActionData()
  return isFormAnswer(answer) ? answer : NOTHING
}

/** Tells a form's "no" from the data of its "yes". */
export function isFormAnswer(answer: unknown): answer is FormAnswer {
  return (
    typeof answer === 'object' && answer !== null && 'problems' in answer && 'refusal' in answer
  )
}
