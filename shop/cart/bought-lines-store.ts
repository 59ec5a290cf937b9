import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'

export interface BoughtLine {
  customer_id: number
  item_id: number
  item_type: number
  item_quantity: number
  main_product_combo_id: number | null
}

/** Takes what was ordered out of the carts of many customers; pieces that came in meanwhile stay. */
export async function deleteBoughtLines(tx: Tx, bought: readonly BoughtLine[]): Promise<void> {
  await sql`
    with bought as (
      select customer_id, item_type, item_id, main_product_combo_id, sum(item_quantity) as pieces
      from jsonb_to_recordset(${JSON.stringify(bought)}::jsonb) as bought (customer_id bigint,
        item_type smallint, item_id bigint, main_product_combo_id bigint, item_quantity integer)
      group by customer_id, item_type, item_id, main_product_combo_id
    ), rest as (
      update cart_item line set item_quantity = line.item_quantity - bought.pieces from bought
      where line.customer_id = bought.customer_id and line.item_type = bought.item_type
        and line.item_id = bought.item_id and line.item_quantity > bought.pieces
        and line.main_product_combo_id is not distinct from bought.main_product_combo_id
    )
    delete from cart_item line using bought
    where line.customer_id = bought.customer_id and line.item_type = bought.item_type
      and line.item_id = bought.item_id and line.item_quantity <= bought.pieces
      and line.main_product_combo_id is not distinct from bought.main_product_combo_id
  `.execute(tx)
}
