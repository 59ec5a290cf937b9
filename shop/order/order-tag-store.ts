import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'

/** Tags that differ only in capitals are one. */
export function tagKey(tag: string): string {
  return tag.normalize('NFC').toLowerCase()
}

const max_known = 300

/** The tags that orders have. */
export async function findKnownTags(db: Database): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select tag from order_tag
    where exists (select from sales_order_tag used where used.tag = order_tag.tag)
    order by tag_key limit ${max_known}`.execute(db)
  return rows.map(({ tag }) => tag)
}

export async function findTags(db: Database | Tx, order_id: OrderId): Promise<string[]> {
  const rows = await db
    .selectFrom('sales_order_tag')
    .select('tag')
    .where('order_id', '=', order_id)
    .orderBy('tag')
    .execute()
  return rows.map(({ tag }) => tag)
}

/** Puts a tag on a locked order, in the spelling that was there first. */
export async function insertTag(tx: Tx, order_id: OrderId, tag: string): Promise<void> {
  const tag_key = tagKey(tag)
  await tx
    .insertInto('order_tag')
    .values({ tag, tag_key })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { tag: spelled } = await tx
    .selectFrom('order_tag')
    .select('tag')
    .where('tag_key', '=', tag_key)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('sales_order_tag')
    .values({ order_id, tag: spelled })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteTag(tx: Tx, order_id: OrderId, tag: string): Promise<void> {
  await tx
    .deleteFrom('sales_order_tag')
    .where('order_id', '=', order_id)
    .where('tag', 'in', (from) =>
      from.selectFrom('order_tag').select('tag').where('tag_key', '=', tagKey(tag)),
    )
    .execute()
}
