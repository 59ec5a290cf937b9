import type { CartItem } from '#contracts/storefront/cart.ts'

/** Hidden fields of every form about one line: the intent and the line's id. */
export function LineFields({ intent, line }: { intent: string; line: CartItem }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="line_id" value={line.line_id ?? ''} />
    </>
  )
}
