import type { CartItem } from '#contracts/storefront/cart.ts'
import type { FlashState } from '#contracts/price-parts.ts'

type Line = Pick<
  CartItem,
  'line_id' | 'item_quantity' | 'is_selected' | 'state' | 'url_path' | 'flash' | 'price_trace'
>

/** What the other lines that are bought take of the same flash sale. */
export interface FlashOthers {
  /** Of the same product in any colour: a customer's limit counts them together. */
  of_kind: number
  /** Of the same slots: the same colour, bought with something else. */
  of_slots: number
}

export function flashOthers(line: Line, lines: readonly Line[]): FlashOthers {
  const { flash, url_path } = line
  const others = lines.filter(
    (other) =>
      other.line_id !== line.line_id &&
      other.is_selected &&
      other.state === 'available' &&
      hasFlashPrice(other),
  )
  const quantityOf = (isSame: (other: Line) => boolean) =>
    others.filter(isSame).reduce((sum, { item_quantity }) => sum + item_quantity, 0)
  return {
    of_kind: quantityOf(
      (other) => other.flash?.flash_sale_id === flash?.flash_sale_id && other.url_path === url_path,
    ),
    of_slots: quantityOf((other) => other.flash?.flash_sale_item_id === flash?.flash_sale_item_id),
  }
}

export function hasFlashPrice({ price_trace }: Pick<Line, 'price_trace'>): boolean {
  return price_trace.some(({ rule }) => rule === 'flash')
}

/**
 * Why the checkout would refuse so many units, before it is asked; null: it would not. `most` is what this line may
 * have; 0: other lines have all of it.
 */
export function flashProblem(
  { per_customer, slots_left }: Pick<FlashState, 'per_customer' | 'slots_left'>,
  item_quantity: number,
  { of_kind, of_slots }: FlashOthers,
): { text: string; most: number } | null {
  const of_customer = Math.max(per_customer - of_kind, 0)
  const of_sale = Math.max(slots_left - of_slots, 0)
  const most = Math.min(of_customer, of_sale)
  if (item_quantity <= most) return null
  const what = most > 0 ? 'Vui lòng giảm số lượng.' : 'Vui lòng bỏ chọn bớt.'
  if (of_customer > of_sale) return { text: `Chỉ còn ${slots_left} suất Flash Sale. ${what}`, most }
  const together = of_kind > 0 ? ', tính chung các màu' : ''
  return {
    text: `Mỗi SĐT chỉ được mua ${per_customer} sản phẩm cùng loại với giá Flash Sale${together}. ${what}`,
    most,
  }
}
