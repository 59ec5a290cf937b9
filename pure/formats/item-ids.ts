/** The highest id of goods; options of repair services have ids above it (decision 215). */
export const max_goods_id = 1_000_000_000

/** True for an item that is an option of a repair service. */
export function isServiceItem(item_id: number): boolean {
  return item_id > max_goods_id
}
