import type { FlashState } from '#contracts/price-parts.ts'
import { useFlash } from '#storefront/commerce/flash-sale/flash-news.ts'
import { useTurn } from '#storefront/commerce/flash-sale/flash-renewal.ts'
import { Countdown } from '#storefront/commerce/flash-sale/countdown.tsx'
import { slotWords } from '#storefront/commerce/flash-sale/flash-texts.ts'

interface FlashLineProps {
  flash: FlashState
  item_quantity: number
  /** False for goods in the cart that cost their normal price. */
  has_flash_price: boolean
}

/** What a line of the cart or of a checkout has to do with a flash sale. */
export function FlashLine({ flash: given, item_quantity, has_flash_price }: FlashLineProps) {
  const flash = useFlash(given)
  useTurn(given, flash)
  if (flash.state === 'coming') return null
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px]">
      <span className="rounded-md bg-sale px-1.5 py-0.5 font-bold text-white">Flash Sale</span>
      <span className="font-semibold text-sale">{slotWords(flash)}</span>
      <Countdown flash={flash} />
      {item_quantity > flash.per_customer ? (
        <span className="basis-full text-sale">
          Mỗi SĐT chỉ được mua {flash.per_customer} sản phẩm cùng loại với giá Flash Sale. Vui lòng
          giảm số lượng.
        </span>
      ) : null}
      {!has_flash_price && flash.state === 'sold_out' ? (
        <span className="basis-full text-muted">Sản phẩm đang tính theo giá thường.</span>
      ) : null}
    </div>
  )
}
