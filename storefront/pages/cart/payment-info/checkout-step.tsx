import { type ReactNode, useId } from 'react'
import {
  type StepName,
  step_names,
  step_titles,
} from '#storefront/pages/cart/payment-info/steps.ts'
import { Icon } from '#web/ui/icons.tsx'

/** Only the last step may be left empty. */
const empty_line = 'Ghi chú, hóa đơn, chuyển dữ liệu'

interface CheckoutStepProps {
  name: StepName
  /** The step that a phone shows. */
  open: StepName
  /** Opens this step on a phone; null: it cannot be opened yet. */
  onOpen: (() => void) | null
  /** What stands for the step while it is folded. */
  line: string
  children: ReactNode
}

/**
 * A part of the form. A phone with scripts shows one at a time, the others fold to one line. On wider screens, and
 * without scripts, all stand open. Folded fields are still sent.
 */
export function CheckoutStep({ name, open, onOpen, line, children }: CheckoutStepProps) {
  const heading = useId()
  const is_open = name === open
  const position = step_names.indexOf(name)
  const is_done = position < step_names.indexOf(open)
  return (
    <section
      aria-labelledby={heading}
      data-step={is_open ? 'open' : 'folded'}
      className="sheet p-4 sm:p-5"
    >
      <div className="flex items-center gap-3">
        <span
          aria-hidden
          className={`grid size-7 shrink-0 place-items-center rounded-full text-sm font-bold md:hidden noscript:hidden ${is_open ? 'bg-accent text-white' : 'bg-mist text-muted'}`}
        >
          {is_done ? <Icon name="check" className="size-4 text-success" /> : position + 1}
        </span>
        <h2
          id={heading}
          tabIndex={-1}
          className="min-w-0 flex-1 text-base tracking-normal outline-none"
        >
          {step_titles[name]}
        </h2>
        {!is_open && onOpen !== null && (
          <button
            type="button"
            onClick={onOpen}
            className="-my-2 -mr-2 min-h-11 shrink-0 rounded-lg px-2 font-semibold text-accent md:hidden noscript:hidden"
          >
            {is_done || line !== '' ? 'Sửa' : 'Thêm'}
            <span className="sr-only"> {step_titles[name].toLowerCase()}</span>
          </button>
        )}
      </div>
      {!is_open && onOpen !== null && (
        <p className="mt-1 truncate pl-10 text-body md:hidden noscript:hidden">
          {line === '' ? <span className="text-muted">{empty_line}</span> : line}
        </p>
      )}
      <div className={`mt-4 grid gap-4 ${is_open ? '' : 'max-md:not-noscript:hidden'}`}>
        {children}
      </div>
    </section>
  )
}
