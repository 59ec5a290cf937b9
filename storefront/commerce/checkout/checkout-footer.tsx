import { Icon } from '#web/ui/icons.tsx'
import { formatDong } from '#pure/money.ts'
import { buttonClass } from '#web/ui/button.ts'

/**
 * The place of a foot, which stays visible; the content behind it fades into the background. It is one row with a total
 * and a button; in a column the button goes below the total.
 */
export const stickyFoot =
  'sticky bottom-0 z-10 -mx-2 mt-2 bg-linear-to-t from-mist from-60% to-transparent px-2 pt-3 pb-2 large-text:static lg:in-data-columns:mt-0 lg:in-data-columns:pt-0'

/** The card of a foot. */
export const footCard =
  'flex items-center justify-between gap-x-3 gap-y-2 rounded-2xl border border-line bg-white py-2 pr-2 pl-4 shadow-raised large-text:flex-wrap large-text:px-4 sm:pl-5 lg:in-data-columns:flex-col lg:in-data-columns:items-stretch lg:in-data-columns:gap-y-3 lg:in-data-columns:px-5 lg:in-data-columns:py-4'

/** Its button: as wide as its words beside the total, as its card where it stands alone in a row. */
export const footButton = 'min-h-12 min-w-32 shrink-0 max-sm:px-4 large-text:grow'

interface CheckoutFootProps {
  label: string
  total: number
  button: string
  isBusy: boolean
  /** On a wide screen it stands right below the total, which is then not told again. */
  is_below_total?: boolean
  /** The id of the form, if this is not inside it. */
  form?: string
}

/** The footer of a checkout step: the total and the submit button. */
export function CheckoutFoot({
  label,
  total,
  button,
  isBusy,
  is_below_total = false,
  form,
}: CheckoutFootProps) {
  return (
    // In a column it lies right below the totals, which it would cover.
    <div className={`${stickyFoot} lg:in-data-columns:static`}>
      <div className={footCard}>
        <p
          className={`min-w-0 lg:in-data-columns:flex lg:in-data-columns:items-baseline lg:in-data-columns:justify-between lg:in-data-columns:gap-4 ${is_below_total ? 'lg:hidden!' : ''}`}
        >
          <span className="block text-note leading-tight font-semibold lg:in-data-columns:text-base">
            {label}
          </span>
          <span className="block text-lg leading-snug font-extrabold tracking-tight text-sale max-[360px]:text-base sm:text-xl">
            {formatDong(total)}
          </span>
        </p>
        <button
          type="submit"
          form={form}
          aria-disabled={isBusy}
          className={buttonClass('primary', footButton)}
        >
          {isBusy && <Icon name="loader-circle" className="size-5 motion-safe:animate-spin" />}
          {button}
        </button>
      </div>
    </div>
  )
}
