import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { idList } from '#platform/database/id-list.ts'
import { itemColumns, itemOf, joinItem, type ItemRow } from '#shop/pricing/item/item-rows.ts'
import type { Item } from '#shop/pricing/item/item.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'

/** Finds and prices items by their ids; an id without a product is left out. */
export async function findItems(
  db: Database,
  item_ids: readonly number[],
  question: PriceQuestion,
): Promise<Item[]> {
  const { rows } = await sql<ItemRow>`
    select ${itemColumns(sql`${question.province_id}::integer`, question)}
    from ${idList(item_ids)} wanted ${joinItem(sql.ref('wanted.id'))}
  `.execute(db)
  return rows.map((row) => itemOf(row, question))
}
