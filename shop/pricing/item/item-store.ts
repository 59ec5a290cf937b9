import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { askedIds } from '#platform/database/id-list.ts'
import { itemColumns, itemOf, joinItem, type ItemRow } from '#shop/pricing/item/item-rows.ts'
import type { Item } from '#shop/pricing/item/item.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'

/** Items by their numbers, priced; a number that is no product is left out. */
export async function findItems(
  db: Database,
  item_ids: readonly number[],
  question: PriceQuestion,
): Promise<Item[]> {
  const { rows } = await sql<ItemRow>`
    select ${itemColumns(sql`${question.province_id}::integer`, question)}
    from ${askedIds(item_ids)} asked ${joinItem(sql.ref('asked.id'))}
  `.execute(db)
  return rows.map((row) => itemOf(row, question))
}
