import type { CartItem } from '#contracts/storefront/cart.ts'

/** What every form about one line posts: what to do, and with which line. */
export function LineFields({ intent, line }: { intent: string; line: CartItem }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="line_id" value={line.line_id ?? ''} />
    </>
  )
}
