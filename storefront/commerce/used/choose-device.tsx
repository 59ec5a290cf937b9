import type { UsedRow } from '#contracts/storefront/trade/used.ts'
import { cart_addresses } from '#storefront/addresses/cart.ts'
import { HeldBadge } from '#storefront/commerce/used/held-badge.tsx'
import { buttonClass } from '#web/ui/button.ts'

interface ChooseDeviceProps {
  device: Pick<UsedRow, 'imei_id' | 'item_id' | 'imei_tail' | 'supply' | 'reserved_until'>
  /** The text of the button. */
  button: string
  className?: string
}

/** "Chọn máy": puts this very device into the cart, by its imei_id. It leads to the cart. */
export function ChooseDevice({ device, button, className = '' }: ChooseDeviceProps) {
  const { imei_id, item_id, imei_tail, supply } = device
  if (supply !== 'listed') return <HeldBadge {...device} />
  return (
    <form method="post" action={cart_addresses.cart.path} className={className}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="item_id" value={item_id} />
      <input type="hidden" name="item_type" value="1" />
      <input type="hidden" name="item_quantity" value="1" />
      <input type="hidden" name="meta[imei_id]" value={imei_id} />
      <button
        type="submit"
        name="buy_now"
        value="1"
        aria-label={`${button}, IMEI …${imei_tail}`}
        className={buttonClass('primary', 'min-h-11 w-full px-5 whitespace-nowrap')}
      >
        {button}
      </button>
    </form>
  )
}
