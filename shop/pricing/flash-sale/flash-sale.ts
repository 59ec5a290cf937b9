import type { ProductCard } from '#contracts/storefront/catalog.ts'
import type { FlashWindow } from '#contracts/storefront/promotion.ts'
import type { FlashItemRow } from '#shop/pricing/flash-sale/flash-sale-store.ts'
import { flashState } from '#shop/pricing/promotion/offers.ts'

/** Returns windows with their items, in the sequence of the rows. An item that cannot be bought is left out. */
export function flashWindows(
  rows: readonly FlashItemRow[],
  cards: readonly ProductCard[],
  now: Date,
): FlashWindow[] {
  const by_product = new Map(cards.map((card) => [card.product_id, card]))
  const windows = Map.groupBy(rows, (row) => row.flash_sale_id)
  return [...windows.values()].flatMap((own) => {
    const [first] = own
    const items = own.flatMap((row) => {
      const card = by_product.get(row.product_id)
      if (card === undefined || !card.is_in_stock || card.launch_on !== null) return []
      return [{ card, item_id: row.item_id, flash: flashState(row, now) }]
    })
    if (first === undefined || items.length === 0) return []
    return [{ ...windowOf(first, now), items }]
  })
}

function windowOf(row: FlashItemRow, now: Date): Omit<FlashWindow, 'items'> {
  const { flash_sale_id, name, per_customer, is_online_only, needs_member, starts_at, ends_at } =
    row
  const at = now.getTime()
  return {
    flash_sale_id,
    name,
    state: at < starts_at ? 'coming' : at < ends_at ? 'running' : 'ended',
    starts_at: new Date(starts_at).toISOString(),
    ends_at: new Date(ends_at).toISOString(),
    per_customer,
    is_online_only,
    needs_member,
  }
}
