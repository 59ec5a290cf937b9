import { type RawBuilder, sql } from 'kysely'
import type { ChangeEntry } from '#contracts/staff/changes.ts'
import type { Database } from '#db/schema.ts'
import { isAfter, type ListPart } from '#platform/database/list-part.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Reach } from '#pure/access.ts'

export interface ListedChange extends Omit<ChangeEntry, 'changed_at' | 'part_name'> {
  changed_at: Date
  row_key: string
}

interface ChangeFilter {
  q?: string | undefined
  thing?: string | undefined
  staff_id?: number | undefined
  since?: Date | undefined
  until?: Date | undefined
}

/** The entries within reach, newest first. */
export async function findChanges(
  db: Database,
  reach: Reach,
  filter: ChangeFilter,
  part: ListPart,
): Promise<ListedChange[]> {
  const { q = null, thing = null, staff_id = null, since = null, until = null } = filter
  // Codes of orders are upper case, those of gateways lower case.
  const keys = q === null ? null : [q, q.toUpperCase(), q.toLowerCase()]
  return transaction(db, async (tx) => {
    // A plan for any filter would read the whole ledger. The entries of a day are found and sorted by their time.
    await sql`set local plan_cache_mode = force_custom_plan`.execute(tx)
    const { rows } = await sql<ListedChange>`
      select ${entry_columns}
      from change_log l left join staff using (staff_id)
      where ${isWithin(reach)}
        and (${keys}::text[] is null or l.thing_key = any(${keys}::text[]))
        and (${thing}::text is null or l.thing = ${thing})
        and (${staff_id}::bigint is null or l.staff_id = ${staff_id})
        and (${since}::timestamptz is null or l.changed_at >= ${since})
        and (${until}::timestamptz is null or l.changed_at < ${until})
        and ${isAfter('l.change_id', part)}
      order by case when ${since}::timestamptz is null or ${part.after !== undefined} then null
          else l.changed_at end desc,
        l.change_id desc limit ${part.limit} offset ${part.offset}
    `.execute(tx)
    return rows
  })
}

/** One entry within reach; null if there is none. */
export async function findChange(
  db: Database,
  reach: Reach,
  change_id: number,
): Promise<ListedChange | null> {
  const { rows } = await sql<ListedChange>`
    select ${entry_columns} from change_log l left join staff using (staff_id)
    where l.change_id = ${change_id} and ${isWithin(reach)}
  `.execute(db)
  return rows[0] ?? null
}

/** Whom the entries can be filtered by: everybody, whoever shares a shop, or oneself. The ledger itself is not read. */
export async function findChangers(
  db: Database,
  { is_everything, shops, staff_id }: Reach,
): Promise<{ staff_id: number; name: string }[]> {
  const { rows } = await sql<{ staff_id: number; name: string }>`
    select staff.staff_id, staff.name from staff
    where ${is_everything} or staff.staff_id = ${staff_id} or exists (
      select from staff_shop s
      where s.staff_id = staff.staff_id and s.shop_id = any(${shops}::bigint[]))
    order by staff.name collate vietnamese, staff.staff_id
  `.execute(db)
  return rows
}

interface GoodsAsked {
  product_ids: readonly number[]
  unit_ids: readonly number[]
  category_ids: readonly number[]
}

/** How readers call products, units and categories, by their numbers. */
export async function findGoodsNames(
  db: Database,
  { product_ids, unit_ids, category_ids }: GoodsAsked,
): Promise<Record<'product' | 'unit' | 'category', ReadonlyMap<number, string>>> {
  const { rows } = await sql<{ kind: 'product' | 'unit' | 'category'; id: number; name: string }>`
    select 'product' as kind, product_id as id, concat_ws(' · ', sku, name, color_name) as name
    from product where product_id = any(${product_ids}::bigint[])
    union all
    select 'unit', unit_id, coalesce(imei1, serial) from unit
    where unit_id = any(${unit_ids}::bigint[]) and coalesce(imei1, serial) is not null
    union all
    select 'category', category_id, name from category
    where category_id = any(${category_ids}::bigint[])
  `.execute(db)
  const of = (kind: string) =>
    new Map(rows.flatMap((row) => (row.kind === kind ? [[row.id, row.name] as const] : [])))
  return { product: of('product'), unit: of('unit'), category: of('category') }
}

const entry_columns = sql`l.change_id, l.changed_at, l.actor, staff.name as staff_name, l.operation,
  l.reason, l.request_id, l.thing, l.thing_key, l.table_name, l.row_key, l.action, l.changes, l.secret_fields,
  l.personal_fields, case l.thing
    when 'staff' then (select name from staff s where s.staff_id = l.thing_key::bigint)
    when 'repair_service' then (select name from repair_service s where s.service_id = l.thing_key::bigint)
    when 'technicians' then (select name from shop where shop.shop_id = l.thing_key::bigint)
    when 'unit' then (select coalesce(imei1, serial) from unit where unit_id = l.thing_key::bigint)
    when 'role' then (select name from staff_role r where r.role_code = l.thing_key)
    when 'stock' then (
      select product.sku || ' · ' || shop.code from product, shop
      where product.product_id = split_part(l.thing_key, '/', 1)::bigint
        and shop.shop_id = split_part(l.thing_key, '/', 2)::bigint)
  end as thing_name`

function isWithin({ is_everything, shops, staff_id }: Reach): RawBuilder<unknown> {
  // Without shops the second condition disappears from the plan, and the index by person is used.
  return sql`(${is_everything}
    or (${shops.length > 0} and l.shop_id = any(${shops}::integer[]))
    or (${staff_id !== null} and l.staff_id = ${staff_id}::bigint))`
}
