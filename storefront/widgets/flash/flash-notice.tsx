import type { FlashState } from '#contracts/price-parts.ts'
import { formatDong } from '#pure/money.ts'
import { Countdown } from '#storefront/widgets/flash/countdown.tsx'
import { hourAndDay, ruleWords } from '#storefront/widgets/flash/flash-words.ts'
import { SlotBar } from '#storefront/widgets/flash/slot-bar.tsx'

/** The flash sale of what a product page shows: until when, how many slots, by which rule. */
export function FlashNotice({ flash }: { flash: FlashState }) {
  return (
    <section aria-label="Flash Sale" className="flash-notice">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-[15px] tracking-normal uppercase">Flash Sale</h2>
        <Countdown flash={flash} />
      </div>
      {flash.state === 'coming' && (
        <p className="text-sm">
          Giá {formatDong(flash.price)} từ {hourAndDay(flash.starts_at)}
        </p>
      )}
      <SlotBar flash={flash} />
      <p className="text-[13px]">{ruleWords(flash)}</p>
    </section>
  )
}
