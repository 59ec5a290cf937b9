import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '#pure/access.ts'

/**
 * The condition that `sales_order o` is within reach of a member of staff: everything, the orders that their shops
 * answer for, or the orders assigned to them. An order that no shop answers for is only within reach of everything.
 */
export function inReach({ is_everything, shops, staff_id }: Reach): RawBuilder<unknown> {
  return sql`(${is_everything} or o.shop_id = any(${shops}::integer[])
    or o.assigned_to = ${staff_id}::bigint)`
}
