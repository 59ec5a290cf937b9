import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { FormAnswer } from '#storefront/runtime/page.ts'
import {
  type StepName,
  stepNamed,
  stepOfAnswer,
  type Typed,
} from '#storefront/pages/cart/payment-info/steps.ts'

interface Steps {
  open: StepName
  /** Opens a step as a new entry of the history, so that the back button returns to the one before. */
  show: (step: StepName) => void
  /** What the form has now, as it was when a step was last folded; null: it was not folded yet. */
  typed: Typed | null
}

/**
 * The step that a phone shows: the one that an answer is about, else the one in the address, else `first`. The hash
 * that the page was loaded with does not count: the server cannot see it, and a reload may have emptied the form.
 */
export function useSteps(
  form: RefObject<HTMLFormElement | null>,
  first: StepName,
  answer: FormAnswer,
): Steps {
  const { hash, search, key } = useLocation()
  const navigate = useNavigate()
  const [loaded] = useState(key)
  const [typed, setTyped] = useState<Typed | null>(null)
  const answered = stepOfAnswer(answer)
  const open = answered ?? (key === loaded ? null : stepNamed(hash.slice(1))) ?? first
  const has_problem = answer.refusal !== null || Object.keys(answer.problems).length > 0
  const is_wrong = answered !== null && has_problem
  const shown = useRef(open)
  useEffect(() => {
    if (shown.current === open || !form.current) return
    shown.current = open
    setTyped(readTyped(form.current))
    if (!is_wrong) showHeading(form.current)
  }, [form, open, is_wrong])
  function show(step: StepName) {
    void navigate({ search, hash: step }, { preventScrollReset: true })
  }
  return { open, show, typed }
}

function readTyped(form: HTMLFormElement): Typed {
  return Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  )
}

/** What is seen of the page above an opened step, in pixels. */
const gap_above = 12

/** Brings the heading of the opened step to the top and focuses it. */
function showHeading(form: HTMLFormElement): void {
  const step = form.querySelector<HTMLElement>('[data-step=open]')
  if (step === null) return
  const top = step.getBoundingClientRect().top + scrollY - gap_above
  scrollTo({ top, behavior: 'instant' })
  step.querySelector('h2')?.focus({ preventScroll: true })
}
