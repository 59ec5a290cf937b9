import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import type { OrderedLine } from '#shop/order/ordered-line.ts'
import type { GoodsLine, RemovedGoods } from '#shop/order/changed-goods.ts'

/** Reads the goods of an order with the sums that depend on them. */
export async function findGoodsOfOrder(
  db: Database,
  order_id: OrderId,
): Promise<{
  lines: GoodsLine[]
  adjustments: { position: number; rule: string; amount: number }[]
  shipping_fee: number
}> {
  const { rows: lines } = await sql<GoodsLine>`
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

/** The sums of an order with other goods, in đồng. */
interface NewGoods {
  removed: readonly Pick<RemovedGoods, 'position' | 'left'>[]
  adjustments: readonly { position: number; amount: number }[]
  list_total: number
  discount: number
  subtotal: number
  adjustment_total: number
  grand_total: number
  /** Only if it changes. */
  shipping_fee?: number
}

/** Writes the goods that a locked order has then, and its sums. A line of which nothing is left goes. */
export async function replaceGoods(
  tx: Tx,
  order_id: OrderId,
  { removed, adjustments, ...sums }: NewGoods,
  added: readonly OrderedLine[],
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
  await insertLines(tx, order_id, added)
  await tx.updateTable('sales_order').set(sums).where('order_id', '=', order_id).execute()
}

/** Adds lines to an order, after those that it has. */
async function insertLines(
  tx: Tx,
  order_id: OrderId,
  added: readonly OrderedLine[],
): Promise<void> {
  if (added.length === 0) return
  await sql`
    insert into sales_order_line (order_id, position, line_id, parent_line_id, item_id, item_type, item_quantity, sku,
      name, color_name, url_path, thumbnail, price, mechanic_price, final_price, line_total, price_trace, is_gift,
      parent_item_id, main_product_combo_id, combo_item_id, flash_sale_item_id)
    select ${order_id}, coalesce(last.position, 0) + line.n, line_id, parent_line_id, item_id, item_type,
      item_quantity, sku, name, color_name, url_path, thumbnail, price, mechanic_price, final_price, line_total,
      price_trace, is_gift, parent_item_id, main_product_combo_id, combo_item_id, flash_sale_item_id
    from (select max(position) as position from sales_order_line where order_id = ${order_id}) last,
      rows from (jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as (line_id bigint, parent_line_id bigint,
        item_id bigint, item_type smallint, item_quantity integer, sku text, name text, color_name text,
        url_path text, thumbnail text, price bigint, mechanic_price bigint, final_price bigint, line_total bigint,
        price_trace jsonb, is_gift boolean, parent_item_id bigint, main_product_combo_id bigint,
        combo_item_id bigint, flash_sale_item_id bigint)) with ordinality as line (line_id, parent_line_id, item_id,
        item_type, item_quantity, sku, name, color_name, url_path, thumbnail, price, mechanic_price, final_price,
        line_total, price_trace, is_gift, parent_item_id, main_product_combo_id, combo_item_id, flash_sale_item_id, n)
  `.execute(tx)
}
