import type { DeliveryTerms } from '#contracts/price-parts.ts'
import { missingForFree, moreForFree } from '#pure/delivery-text.ts'

interface FreeDeliveryProps {
  /** What the goods cost. */
  subtotal: number
  delivery: DeliveryTerms
}

/** "Mua thêm 210.000đ để được miễn phí giao hàng", with a thin bar; nothing where the delivery is free. */
export function FreeDelivery({ subtotal, delivery }: FreeDeliveryProps) {
  const missing = missingForFree(subtotal, delivery)
  if (missing === 0 || subtotal === 0) return null
  const share = Math.floor((subtotal / delivery.free_from) * 100)
  return (
    <div className="grid gap-1.5 text-sm">
      <p className="font-semibold">{moreForFree(missing)}</p>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-line">
        <div className="h-full rounded-full bg-success" style={{ width: `${share}%` }} />
      </div>
    </div>
  )
}
