import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import { emptied_states } from '#shop/shipment/parcel-rows.ts'
import { findUnpackedLines } from '#shop/shipment/parcel-store.ts'

/** Whether goods of an order go on without this parcel: in others, or still to be packed. */
export async function hasOtherParts(
  db: Database,
  order_id: OrderId,
  parcel_id: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from parcel where order_id = ${order_id} and parcel_id <> ${parcel_id}
      and state not in ${emptied_states} limit 1
  `.execute(db)
  return rows.length > 0 || (await findUnpackedLines(db, order_id)).length > 0
}

/** How many parcels with goods of an order were delivered, and how many were not yet. */
export async function countParcels(
  db: Database,
  order_code: string,
): Promise<{ delivered: number; others: number }> {
  const { rows } = await sql<{ delivered: number; others: number }>`
    select count(*) filter (where parcel.state = 'delivered')::integer as delivered,
      count(*) filter (where parcel.state <> 'delivered')::integer as others
    from parcel join sales_order using (order_id)
    where sales_order.code = ${order_code} and parcel.state not in ${emptied_states}
  `.execute(db)
  return rows[0] ?? { delivered: 0, others: 0 }
}
