import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { asLongAs } from '#platform/database/id-list.ts'
import { itemColumns, itemOf, joinItem, type ItemRow } from '#shop/pricing/item/item-rows.ts'
import type { Item } from '#shop/pricing/item/item.ts'

export interface ItemInPlace {
  item_id: number
  province_id: number
}

/** Items as a guest finds them in their provinces, by province_id and item_id; each is read once. */
export async function findItemsIn(
  db: Database,
  wanted: readonly ItemInPlace[],
  now: Date,
): Promise<Map<number, Map<number, Item>>> {
  const found = new Map<number, Map<number, Item>>()
  const different = new Map(wanted.map((one) => [`${one.item_id} ${one.province_id}`, one]))
  if (different.size === 0) return found
  const nobody = { customer_group_id: null, now }
  const asked = [...different.values()]
  const { rows } = await sql<ItemRow & { province_id: number }>`
    select asked.province_id, ${itemColumns(sql.ref('asked.province_id'), nobody)}
    from (select item_id, province_id from unnest(${asked.map((one) => one.item_id)}::bigint[],
      ${asked.map((one) => one.province_id)}::integer[]) as list (item_id, province_id)
      ${asLongAs(asked)}) asked
    ${joinItem(sql.ref('asked.item_id'))}
  `.execute(db)
  for (const row of rows) {
    const { province_id } = row
    const here = found.get(province_id) ?? new Map<number, Item>()
    found.set(province_id, here.set(row.item_id, itemOf(row, { province_id, ...nobody })))
  }
  return found
}
