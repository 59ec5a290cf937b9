import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '#pure/access.ts'

/** The states of parcels whose goods the order has no more in them: they are unpacked, or off the order. */
export const emptied_states = sql`('cancelled', 'received_back', 'replaced', 'written_off')`

/**
 * The condition that `parcel p` is within reach of a member of staff: everything, the parcels of their shops, or those
 * of the orders that are assigned to them. Only what the reach has stands in the statement, so that an index finds the
 * few parcels of one courier among millions.
 */
export function parcelInReach({ is_everything, shops, staff_id }: Reach): RawBuilder<unknown> {
  if (is_everything) return sql`true`
  const of_shops = sql`p.shop_id = any(${shops}::bigint[])`
  if (staff_id === null) return of_shops
  const own = sql`p.order_id in (select order_id from sales_order where assigned_to = ${staff_id}::bigint)`
  return shops.length === 0 ? own : sql`(${of_shops} or ${own})`
}
