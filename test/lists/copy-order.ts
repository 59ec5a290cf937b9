import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Adds copies of an order, three at each second. */
export async function copyOrder(db: Database, code: string, times: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Copies have no checkout of their own.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      with copied as (
        insert into sales_order (code, customer_id, quote_id, state, payment_method, province_id, shop_id,
          phone, recipient, list_total, discount, subtotal, shipping_fee, grand_total, created_at)
        select 'DH261119-' || lpad(n::text, 8, '0'), customer_id, -n, state, payment_method, province_id,
          shop_id, phone, recipient, list_total, discount, subtotal, shipping_fee, grand_total,
          created_at - (n / 3) * interval '1 second' - interval '3 microseconds'
        from sales_order, generate_series(1, ${times}) n where code = ${code}
        returning order_id)
      insert into sales_order_line (order_id, position, item_id, item_type, item_quantity, sku, name,
        url_path, price, mechanic_price, final_price, line_total)
      select copied.order_id, position, item_id, item_type, item_quantity, sku, name, url_path, price,
        mechanic_price, final_price, line_total
      from copied, sales_order_line line join sales_order using (order_id) where code = ${code}`.execute(
      tx,
    )
  })
}
