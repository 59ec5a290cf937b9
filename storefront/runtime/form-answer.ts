import { useActionData } from 'react-router'
import type { FormAnswer } from '#storefront/runtime/page.ts'

/** What a form is shown with that was not sent, or whose neighbour was. */
export const no_answer: FormAnswer = { refusal: null, problems: {}, values: {} }

/** Returns the answer to the page's own form: the same with and without JavaScript. */
export function useFormAnswer(): FormAnswer {
  const answer: unknown = useActionData()
  return isFormAnswer(answer) ? answer : no_answer
}

/** Whether an outcome is a FormAnswer (not accepted) and not the data of an accepted form. */
export function isFormAnswer(answer: unknown): answer is FormAnswer {
  return (
    typeof answer === 'object' && answer !== null && 'problems' in answer && 'refusal' in answer
  )
}

/**
 * Whether an outcome is what a form asked for (`found`). It is shown at once, also to a plain form: the form only
 * asked, so sending it again with a reload changes nothing.
 */
export function isFound(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'found' in answer
}
