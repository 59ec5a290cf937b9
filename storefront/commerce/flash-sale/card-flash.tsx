import type { FlashState } from '#contracts/price-parts.ts'
import { formatDong } from '#pure/money.ts'
import { hour } from '#storefront/commerce/flash-sale/flash-texts.ts'
import { SlotBar } from '#storefront/commerce/flash-sale/slot-bar.tsx'

/** On a product card: when the flash sale ends, or when it starts and its price. */
export function CardFlash({ flash }: { flash: FlashState }) {
  const is_coming = flash.state === 'coming'
  return (
    <>
      <p className="card-state text-sale">
        Flash Sale{flash.needs_member && ' Smember'}{' '}
        {is_coming
          ? `${hour(flash.starts_at)}: ${formatDong(flash.price)}`
          : `đến ${hour(flash.ends_at)}`}
      </p>
      {is_coming ? null : <SlotBar flash={flash} />}
    </>
  )
}
