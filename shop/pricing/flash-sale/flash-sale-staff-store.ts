import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { KnownItem, TypedItem } from '#shop/pricing/flash-sale/flash-sale-draft.ts'

/** What staff choose of a flash sale, besides its items. */
export interface SaleFields {
  name: string
  starts_at: Date
  ends_at: Date
  per_customer: number
  is_online_only: boolean
  needs_member: boolean
  pay_within_s: number
}

/** A flash sale without its items. */
export interface StoredSale extends SaleFields {
  flash_sale_id: number
  is_active: boolean
  version: number
  changed_at: Date | null
  changed_by: string | null
  changed_by_id: number | null
  approved_by: string | null
}

interface Saved {
  changed_at: Date
  changed_by: string
  changed_by_id: number
}

const columns = [
  ...(['flash_sale_id', 'name', 'starts_at', 'ends_at', 'per_customer', 'is_online_only'] as const),
  ...([
    'needs_member',
    'pay_within_s',
    'is_active',
    'version',
    'changed_at',
    'changed_by',
  ] as const),
  ...(['changed_by_id', 'approved_by'] as const),
]

export async function findSale(
  db: Database | Tx,
  flash_sale_id: number,
): Promise<StoredSale | null> {
  const row = await db
    .selectFrom('flash_sale')
    .select(columns)
    .where('flash_sale_id', '=', flash_sale_id)
    .executeTakeFirst()
  return row ?? null
}

export async function lockSale(tx: Tx, flash_sale_id: number): Promise<StoredSale | null> {
  const row = await tx
    .selectFrom('flash_sale')
    .select(columns)
    .where('flash_sale_id', '=', flash_sale_id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Adds a flash sale that does not run until it is approved. */
export async function insertSale(tx: Tx, fields: SaleFields, saved: Saved): Promise<number> {
  const { flash_sale_id } = await tx
    .insertInto('flash_sale')
    .values({ ...fields, ...saved, is_active: false })
    .returning('flash_sale_id')
    .executeTakeFirstOrThrow()
  return flash_sale_id
}

/** Writes what changed about a locked flash sale, and raises its version. */
export async function updateSale(
  tx: Tx,
  { flash_sale_id, version }: Pick<StoredSale, 'flash_sale_id' | 'version'>,
  changes: Partial<SaleFields & Saved> & { is_active: boolean; approved_by: string | null },
): Promise<void> {
  await tx
    .updateTable('flash_sale')
    .set({ ...changes, version: version + 1 })
    .where('flash_sale_id', '=', flash_sale_id)
    .execute()
}

/** The slots of a flash sale by sku. */
export async function findSlots(
  db: Database,
  flash_sale_id: number,
): Promise<Map<string, number | null>> {
  const rows = await db
    .selectFrom('flash_sale_item')
    .innerJoin('quota', 'quota.quota_id', 'flash_sale_item.quota_id')
    .innerJoin('product', 'product.product_id', 'flash_sale_item.product_id')
    .select(['product.sku', 'quota.total'])
    .where('flash_sale_id', '=', flash_sale_id)
    .execute()
  return new Map(rows.map(({ sku, total }) => [sku, total]))
}

/**
 * Makes the items of a locked flash sale the given ones. Quotas are locked by their change, so that an order that takes
 * a slot meanwhile is seen by the check of the table: never fewer slots than are taken.
 */
export async function replaceItems(
  tx: Tx,
  flash_sale_id: number,
  items: readonly (TypedItem & Pick<KnownItem, 'product_id'>)[],
): Promise<void> {
  const wanted = JSON.stringify(
    items.map(({ product_id, price, slots }, position) => ({ product_id, price, slots, position })),
  )
  await sql`
    with wanted as materialized (
      select * from jsonb_to_recordset(${wanted}::jsonb)
        as item (product_id bigint, price bigint, slots integer, position integer)
    ), gone as (
      delete from flash_sale_item item where flash_sale_id = ${flash_sale_id}
        and not exists (select from wanted where wanted.product_id = item.product_id)
    ), changed as (
      update flash_sale_item item set price = wanted.price, position = wanted.position
      from wanted where item.flash_sale_id = ${flash_sale_id} and item.product_id = wanted.product_id
        and (item.price, item.position) is distinct from (wanted.price, wanted.position)
    ), slots as (
      update quota set total = wanted.slots
      from wanted join flash_sale_item item using (product_id)
      where item.flash_sale_id = ${flash_sale_id} and quota.quota_id = item.quota_id
        and quota.total is distinct from wanted.slots
    ), fresh as materialized (
      select wanted.*, nextval(pg_get_serial_sequence('quota', 'quota_id')) as quota_id from wanted
      where not exists (select from flash_sale_item item
        where item.flash_sale_id = ${flash_sale_id} and item.product_id = wanted.product_id)
    ), quotas as (
      insert into quota (quota_id, total) select quota_id, slots from fresh
    )
    insert into flash_sale_item (flash_sale_id, product_id, price, quota_id, position)
    select ${flash_sale_id}, product_id, price, quota_id, position from fresh`.execute(tx)
}

/** Waits for other approvals: two sales of one item that are approved at once would not see each other. */
export async function lockApprovals(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('flash sale approvals', 0))`.execute(tx)
}

/** The items that another approved flash sale for the same people has at the same time. */
export async function findItemsSoldElsewhere(
  tx: Tx,
  { flash_sale_id, starts_at, ends_at, needs_member }: StoredSale,
): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select distinct product.sku from flash_sale_item own
    join flash_sale_item other using (product_id) join product using (product_id)
    join flash_sale sale on sale.flash_sale_id = other.flash_sale_id
    where own.flash_sale_id = ${flash_sale_id} and sale.flash_sale_id <> ${flash_sale_id} and sale.is_active
      and sale.needs_member = ${needs_member}
      and sale.starts_at < ${ends_at}::timestamptz and sale.ends_at > ${starts_at}::timestamptz
    order by product.sku limit 20`.execute(tx)
  return rows.map(({ sku }) => sku)
}
