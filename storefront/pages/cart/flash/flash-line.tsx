import { formatDong } from '#pure/money.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { signInUrl } from '#storefront/addresses/sign-in.ts'
import type { ReactNode } from 'react'
import type { FlashState } from '#contracts/price-parts.ts'
import { useFlash } from '#storefront/commerce/flash-sale/flash-news.ts'
import { useFlashRenewal } from '#storefront/commerce/flash-sale/flash-renewal.ts'
import { type FlashOthers, flashProblem } from '#storefront/pages/cart/flash/flash-limit.ts'
import { Countdown } from '#storefront/commerce/flash-sale/countdown.tsx'
import { slotText } from '#storefront/commerce/flash-sale/flash-texts.ts'

interface FlashLineProps {
  flash: FlashState
  item_quantity: number
  /** False when the line costs its normal price. */
  has_flash_price: boolean
  others: FlashOthers
  /** Lowers the quantity to what the line may have. */
  lower: (quantity: number) => ReactNode
}

/** Shows the state of the flash sale of a line, and that it has more units than a customer may have. */
export function FlashLine({
  flash: initial,
  item_quantity,
  has_flash_price,
  others,
  lower,
}: FlashLineProps) {
  const flash = useFlash(initial)
  useFlashRenewal(initial, flash)
  if (flash.state === 'coming') return null
  const problem = has_flash_price ? flashProblem(flash, item_quantity, others) : null
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-note">
      <span className="rounded-md bg-sale px-1.5 py-0.5 font-bold text-white">Flash Sale</span>
      <span className="font-semibold text-sale">{slotText(flash)}</span>
      <Countdown flash={flash} />
      {problem === null ? null : (
        <div className="flex basis-full flex-wrap items-center gap-x-3 text-sale">
          <p>{problem.text}</p>
          {problem.most > 0 && lower(problem.most)}
        </div>
      )}
      {!has_flash_price && flash.needs_member && flash.state === 'running' ? (
        <a
          href={signInUrl(cart_addresses.cart.path)}
          data-text="Giá Flash Sale này dành riêng Smember. Đăng nhập để mua với giá đó."
          className="basis-full font-semibold text-accent hover:underline"
        >
          Dành riêng Smember: đăng nhập để mua giá {formatDong(flash.price)}
        </a>
      ) : null}
      {!has_flash_price && flash.state === 'sold_out' ? (
        <span className="basis-full text-muted">Sản phẩm đang tính theo giá thường.</span>
      ) : null}
    </div>
  )
}
