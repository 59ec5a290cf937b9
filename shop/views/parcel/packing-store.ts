import { sql } from 'kysely'
import type { SkuQuantity } from '#contracts/staff/parcels.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { OrderId } from '#pure/ids.ts'

interface OrderToPack {
  order_id: OrderId
  version: number
  state: string
  shop_id: number | null
  recipient: string
  /** What the courier collects: cash on delivery without what was paid already. */
  cod_amount: number
  is_packed: boolean
}

/** Finds what packing needs to know of an order that staff may touch. */
export async function findOrderToPack(
  db: Database,
  code: string,
  { is_everything, shops }: Reach,
): Promise<OrderToPack | null> {
  const { rows } = await sql<OrderToPack>`
    select order_id, version, state, shop_id,
      coalesce(recipient->>'recipient_name', recipient->>'name') as recipient,
      coalesce((select sum(amount) from payment p where p.order_id = o.order_id
        and p.state = 'due_on_delivery'), 0)::bigint as cod_amount,
      exists (select from parcel where parcel.order_id = o.order_id and parcel.state <> 'cancelled') as is_packed
    from sales_order o
    where code = ${code} and (${is_everything} or shop_id = any(${shops}::integer[]))
  `.execute(db)
  return rows[0] ?? null
}

/** The units of an order by SKU, gifts included. */
export async function findUnitsToPack(db: Database, order_id: OrderId): Promise<SkuQuantity[]> {
  const { rows } = await sql<SkuQuantity>`
    select sku, min(concat_ws(', ', name, color_name)) as name, sum(item_quantity)::bigint as quantity
    from sales_order_line where order_id = ${order_id} group by sku order by min(position)
  `.execute(db)
  return rows
}
