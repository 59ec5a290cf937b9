import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import type { HeldLine, RemovedGoods } from '#shop/order/removed-goods.ts'

/** Reads the goods of an order with the sums that depend on them. */
export async function findHeldOrder(
  db: Database,
  order_id: OrderId,
): Promise<{
  lines: HeldLine[]
  adjustments: { position: number; rule: string; amount: number }[]
  shipping_fee: number
}> {
  const { rows: lines } = await sql<HeldLine>`
    select position, line_id, parent_line_id, item_id, item_quantity, sku, concat_ws(', ', name, color_name) as name,
      price, final_price, is_gift, combo_item_id
    from sales_order_line where order_id = ${order_id} order by position
  `.execute(db)
  const adjustments = await db
    .selectFrom('sales_order_adjustment')
    .select(['position', 'rule', 'amount'])
    .where('order_id', '=', order_id)
    .orderBy('position')
    .execute()
  const { shipping_fee } = await db
    .selectFrom('sales_order')
    .select('shipping_fee')
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow()
  return { lines, adjustments, shipping_fee }
}

/** The sums of an order with fewer goods, in đồng. */
interface NewGoods {
  removed: readonly Pick<RemovedGoods, 'position' | 'left'>[]
  adjustments: readonly { position: number; amount: number }[]
  list_total: number
  discount: number
  subtotal: number
  adjustment_total: number
  grand_total: number
}

/** Writes the goods that a locked order still has, and its sums. A line of which nothing is left goes. */
export async function replaceGoods(
  tx: Tx,
  order_id: OrderId,
  { removed, adjustments, ...sums }: NewGoods,
): Promise<void> {
  for (const { position, left } of removed) {
    if (left === 0) {
      await tx
        .deleteFrom('sales_order_line')
        .where('order_id', '=', order_id)
        .where('position', '=', position)
        .execute()
    } else {
      await tx
        .updateTable('sales_order_line')
        .set((eb) => ({ item_quantity: left, line_total: eb('final_price', '*', left) }))
        .where('order_id', '=', order_id)
        .where('position', '=', position)
        .execute()
    }
  }
  for (const { position, amount } of adjustments) {
    await tx
      .updateTable('sales_order_adjustment')
      .set({ amount })
      .where('order_id', '=', order_id)
      .where('position', '=', position)
      .execute()
  }
  await tx.updateTable('sales_order').set(sums).where('order_id', '=', order_id).execute()
}
