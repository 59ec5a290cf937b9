import { buttonClass } from '#web/ui/button.ts'

interface CancelButtonsProps {
  /** The page without the question. */
  back: string
  /** What the shopper does instead. */
  stay: string
  is_busy: boolean
}

/** "Hủy đơn hàng", or back. The main one stands at the right, or above where both have no room. */
export function CancelButtons({ back, stay, is_busy }: CancelButtonsProps) {
  return (
    <div className="flex flex-row-reverse flex-wrap gap-3">
      <button
        type="submit"
        name="intent"
        value="cancel"
        disabled={is_busy}
        className={buttonClass('primary', 'flex-1 whitespace-nowrap')}
      >
        Hủy đơn hàng
      </button>
      <a
        href={back}
        data-scroll="keep"
        data-history="replace"
        className={buttonClass('outline', 'flex-1 whitespace-nowrap')}
      >
        {stay}
      </a>
    </div>
  )
}
