import { sql } from 'kysely'
import type { MemberData } from '#contracts/storefront/member.ts'
import type { Database } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

type DataOrder = MemberData['orders'][number]

/** All orders of a member with what they typed and bought, the newest first. */
export async function findOrdersForData(
  db: Database,
  customer_id: CustomerId,
): Promise<DataOrder[]> {
  const { rows } = await sql<{ ordered: DataOrder }>`
    select jsonb_build_object('code', o.code, 'state', o.state, 'payment_method', o.payment_method,
      'created_at', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      'name', o.recipient->>'name', 'phone', o.recipient->>'phone', 'email', o.recipient->>'email',
      'recipient_name', o.recipient->>'recipient_name', 'recipient_phone', o.recipient->>'recipient_phone',
      'address', coalesce(o.recipient->>'address_text', ''), 'note', o.recipient->>'note',
      'company', case when jsonb_typeof(o.recipient->'company_invoice') = 'object'
        then o.recipient->'company_invoice'->>'name' end,
      'grand_total', o.grand_total, 'refunded_total', o.refunded_total,
      'items', (select coalesce(jsonb_agg(jsonb_build_object('sku', sku, 'name', concat_ws(', ', name, color_name),
          'quantity', item_quantity, 'price', final_price, 'total', line_total) order by position), '[]')
        from sales_order_line line where line.order_id = o.order_id)) as ordered
    from sales_order o where o.customer_id = ${customer_id} order by o.order_id desc
  `.execute(db)
  return rows.map(({ ordered }) => ordered)
}
