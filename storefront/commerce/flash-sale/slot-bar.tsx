import type { FlashState } from '#contracts/price-parts.ts'
import { useFlash } from '#storefront/commerce/flash-sale/flash-news.ts'
import { slotText } from '#storefront/commerce/flash-sale/flash-texts.ts'

interface SlotBarProps {
  flash: FlashState
  /** Whether the page says above when the sale begins. */
  is_time_shown?: boolean
}

/** "Còn 3/10 suất" on a bar that shows the share of free slots. */
export function SlotBar({ flash: initial, is_time_shown }: SlotBarProps) {
  const flash = useFlash(initial)
  const share = flash.state === 'coming' ? 100 : (flash.slots_left / Math.max(1, flash.slots)) * 100
  return (
    <p className="slot-bar">
      <span aria-hidden className="slot-bar-left" style={{ width: `${Math.round(share)}%` }} />
      <span className="relative">{slotText(flash, is_time_shown)}</span>
    </p>
  )
}
