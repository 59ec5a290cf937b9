import { sql, type RawBuilder } from 'kysely'
import type { UsedUnitPage, UsedUnitRow } from '#contracts/staff/trade/used-units.ts'
import { UsedState } from '#contracts/staff/trade/used-units.ts'
import type { Database } from '#db/schema.ts'
import { countStates, type StateCount } from '#platform/database/state-counts.ts'
import type { Reach } from '#pure/access.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'

export interface UsedFilter {
  state: UsedState | null
  grade: string | null
  shop_id: number | null
  /** The number of a device, or the end of a code. */
  digits: string | null
  /** Folded words of a name; no element: any. */
  words: readonly string[]
}

export interface ListedUsedUnit extends Omit<UsedUnitRow, 'created_at' | 'days_listed'> {
  created_at: Date
  listed_at: Date | null
}

export async function findListedUsed(
  db: Database,
  reach: Reach,
  filter: UsedFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedUsedUnit[]> {
  const { rows } = await sql<ListedUsedUnit>`
    select ${columns}, (select count(*)::integer from product_media where product_media.product_id = used.product_id)
      as picture_count
    from ${tables}
    where ${ofShopInReach('used.shop_id', reach)} and ${matches(filter)}
      and (${filter.state}::text is null or used.state = ${filter.state}::text)
    order by used.imei_id desc limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

export async function countUsed(
  db: Database,
  reach: Reach,
  filter: UsedFilter,
): Promise<StateCount<UsedState>[]> {
  return countStates(
    db,
    UsedState.options,
    sql`from ${tables}
      where used.state = one.state and ${ofShopInReach('used.shop_id', reach)} and ${matches(filter)}`,
  )
}

export interface StoredUsedPage extends Omit<
  UsedUnitPage,
  | 'created_at'
  | 'days_listed'
  | 'pictures'
  | 'suggested_price'
  | 'qr'
  | 'may_list'
  | 'may_price'
  | 'is_reserved'
> {
  product_id: number
  created_at: Date
  listed_at: Date | null
}

export async function findUsedUnit(
  db: Database,
  reach: Reach,
  imei_id: number,
): Promise<StoredUsedPage | undefined> {
  const { rows } = await sql<StoredUsedPage>`
    select ${columns}, used.product_id, used.owner_count, to_json(used.replaced_parts) as replaced_parts, used.tests,
      used.condition_notes, used.accessories, used.warranty_months, used.used_since::text as used_since, used.source,
      used.source_reference, used.version, other.sku as new_sku,
      (select coalesce(sale_price, list_price) from price where price.product_id = other.product_id
        and province_id is null and customer_group_id is null) as new_price
    from ${tables} join product other on other.product_id = item.used_of
    where used.imei_id = ${imei_id} and ${ofShopInReach('used.shop_id', reach)}
  `.execute(db)
  return rows[0]
}

const columns: RawBuilder<unknown> = sql`used.imei_id, coalesce(unit.imei1, unit.serial) as code, item.sku, item.name,
  item.color_name, used.grade, used.battery, used.state, shop.name as shop_name, used.price, used.created_at,
  used.listed_at`
const tables: RawBuilder<unknown> = sql`used_unit used join unit on unit.unit_id = used.unit_id
  join product item on item.product_id = used.product_id join product version on version.product_id = used.version_id
  join shop on shop.shop_id = used.shop_id`

function matches({ grade, shop_id, digits, words }: UsedFilter): RawBuilder<unknown> {
  return sql`(${grade}::text is null or used.grade = ${grade}::text)
    and (${shop_id}::bigint is null or used.shop_id = ${shop_id}::bigint)
    and (${digits}::text is null or used.imei_id::text = ${digits}::text
      or right(coalesce(unit.imei1, unit.serial), length(${digits}::text)) = ${digits}::text)
    and not exists (select from unnest(${words}::text[]) word where strpos(version.search_text, word) = 0)`
}

/** New goods by the beginning of their SKU or by words of their name, for a device that comes in. */
export async function findNewItems(
  db: Database,
  { q, words, limit }: { q: string; words: readonly string[]; limit: number },
): Promise<{ sku: string; name: string; color_name: string | null }[]> {
  const { rows } = await sql<{ sku: string; name: string; color_name: string | null }>`
    select item.sku, item.name, item.color_name
    from product item join product version on version.product_id = item.parent_id
    where item.type = 'simple' and item.used_of is null
      and (starts_with(lower(item.sku), lower(${q}))
        or not exists (select from unnest(${words}::text[]) word where strpos(version.search_text, word) = 0))
    order by item.name, item.sku limit ${limit}
  `.execute(db)
  return rows
}

/** The item of new goods with this SKU. */
export async function findNewItem(
  db: Database,
  sku: string,
): Promise<{ item_id: number; identified_by: 'imei' | 'serial' | null } | null> {
  const row = await db
    .selectFrom('product')
    .select(['product_id as item_id', 'identified_by'])
    .where((eb) => eb(eb.fn('lower', ['sku']), '=', sku.toLowerCase()))
    .where('type', '=', 'simple')
    .where('used_of', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
