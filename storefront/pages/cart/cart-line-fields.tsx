import type { CartItem } from '#contracts/storefront/cart.ts'

/** What every form about one line posts: what to do, and with which line. */
export function LineFields({ intent, line }: { intent: string; line: CartItem }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="item_id" value={line.item_id} />
      <input type="hidden" name="item_type" value={line.item_type} />
      <input type="hidden" name="main_product_combo_id" value={line.main_product_combo_id ?? ''} />
    </>
  )
}
