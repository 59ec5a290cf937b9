import type { FlashState } from '#contracts/price-parts.ts'
import { useFlash } from '#storefront/commerce/flash-sale/flash-news.ts'
import { slotWords } from '#storefront/commerce/flash-sale/flash-texts.ts'

/** "Còn 3/10 suất" on a bar that is as full as slots are left. */
export function SlotBar({ flash: given }: { flash: FlashState }) {
  const flash = useFlash(given)
  const share = flash.state === 'coming' ? 100 : (flash.slots_left / Math.max(1, flash.slots)) * 100
  return (
    <p className="slot-bar">
      <span aria-hidden className="slot-bar-left" style={{ width: `${Math.round(share)}%` }} />
      <span className="relative">{slotWords(flash)}</span>
    </p>
  )
}
