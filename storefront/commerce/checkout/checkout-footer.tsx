import { Icon } from '#web/ui/icons.tsx'
import type { ReactNode } from 'react'
import { formatDong } from '#pure/money.ts'
import { buttonClass } from '#web/ui/button.ts'

/** A footer that stays visible; the content behind it fades into the background. */
export const stickyFoot =
  'sticky bottom-0 z-10 -mx-2 mt-2 bg-linear-to-t from-mist from-60% to-transparent px-2 pt-3 pb-3 sm:pb-4 large-text:static'

interface CheckoutFootProps {
  label: string
  total: number
  note?: ReactNode
  button: string
  isBusy: boolean
  /** On a wide screen it stands right below the total, which is then not told again. */
  is_below_total?: boolean
  /** The id of the form, if this is not inside it. */
  form?: string
}

/**
 * The footer of a checkout step: the total and the submit button. In a column of its own it lies below the totals: stuck
 * to the bottom it would cover them.
 */
export function CheckoutFoot({
  label,
  total,
  note,
  button,
  isBusy,
  is_below_total = false,
  form,
}: CheckoutFootProps) {
  return (
    <div
      className={`${stickyFoot} lg:in-data-columns:static lg:in-data-columns:mt-0 lg:in-data-columns:pt-0`}
    >
      <div className="rounded-2xl border border-line bg-white px-4 py-3 shadow-raised sm:px-5">
        <div
          className={`flex flex-wrap items-center justify-between gap-x-4 ${is_below_total ? 'lg:hidden' : ''}`}
        >
          <p className="font-semibold">{label}</p>
          <p className="text-xl font-extrabold tracking-tight text-sale">{formatDong(total)}</p>
        </div>
        {note && <div className="text-note text-muted">{note}</div>}
        <button
          type="submit"
          form={form}
          aria-disabled={isBusy}
          className={buttonClass(
            'primary',
            `min-h-12 w-full ${is_below_total ? 'max-lg:mt-3' : 'mt-3'}`,
          )}
        >
          {isBusy && <Icon name="loader-circle" className="size-5 motion-safe:animate-spin" />}
          {button}
        </button>
      </div>
    </div>
  )
}
