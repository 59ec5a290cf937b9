import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '#pure/access.ts'

/**
 * The condition that the shop in a column ("parcel.shop_id") is one where the member of staff may act. A row without a
 * shop is only within reach of everything.
 */
export function ofShopInReach(
  column: string,
  { is_everything, shops }: Reach,
): RawBuilder<unknown> {
  return sql`(${is_everything} or ${sql.ref(column)} = any(${shops}::bigint[]))`
}
