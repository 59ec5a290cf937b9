import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'

/** Takes what was ordered out of the carts of many customers; what was added meanwhile stays. */
export async function deleteOrderedLines(
  tx: Tx,
  ordered: readonly { customer_id: number; line_id: number | null; item_quantity: number }[],
): Promise<void> {
  await sql`
    with ordered as (
      select * from unnest(${ordered.map((line) => line.customer_id)}::bigint[],
        ${ordered.map((line) => line.line_id)}::bigint[],
        ${ordered.map((line) => line.item_quantity)}::integer[])
        as ordered (customer_id, line_id, item_quantity)
    ), rest as (
      update cart_item line set item_quantity = line.item_quantity - ordered.item_quantity
      from ordered
      where line.customer_id = ordered.customer_id and line.cart_item_id = ordered.line_id
        and line.item_quantity > ordered.item_quantity
    )
    delete from cart_item line using ordered
    where line.customer_id = ordered.customer_id and line.cart_item_id = ordered.line_id
      and line.item_quantity <= ordered.item_quantity
  `.execute(tx)
}
