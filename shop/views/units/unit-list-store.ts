import { type RawBuilder, sql } from 'kysely'
import { UnitState } from '#contracts/staff/units.ts'
import type { Database } from '#db/schema.ts'
import { isAfter, type ListPart } from '#platform/database/list-part.ts'
import type { Reach } from '#pure/access.ts'
import type { UnitCodes } from '#pure/formats/unit-codes.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'
import { countStates, type StateCount } from '#platform/database/state-counts.ts'

/** A unit of a list, as stored. */
export interface ListedUnit extends UnitCodes {
  unit_id: number
  sku: string
  name: string
  color_name: string | null
  state: UnitState
  place: string | null
  cost: number | null
  created_at: Date
  warranty_from: string | null
  warranty_until: string | null
  lock_reason: string | null
  version_url: string | null
}

/** The conditions of a list of units; null: not restricted. */
export interface UnitFilter {
  state: UnitState | null
  shop_id: number | null
  /** The beginning of a code: "35693803%". */
  code: string | null
  /** The beginning of a SKU in capitals, or words of a name without accents. */
  product: string | null
}

/** Finds units within reach, newest first. */
export async function findListedUnits(
  db: Database,
  reach: Reach,
  filter: UnitFilter,
  part: ListPart,
): Promise<ListedUnit[]> {
  const { rows } = await sql<ListedUnit>`
    select ${columns} ${tables}
    where (${filter.state}::text is null or unit.state = ${filter.state})
      and ${matches(filter)} and ${unitInReach(reach)} and ${isAfter('unit.unit_id', part)}
    order by unit.unit_id desc limit ${part.limit} offset ${part.offset}
  `.execute(db)
  return rows
}

/** Counts the units within reach by state, without the filter of the state. */
export function countUnits(
  db: Database,
  reach: Reach,
  filter: UnitFilter,
): Promise<StateCount<UnitState>[]> {
  return countStates(
    db,
    UnitState.options,
    sql`from unit where unit.state = one.state and ${matches(filter)} and ${unitInReach(reach)}`,
  )
}

/** Finds a unit within reach by any of its codes. */
export async function findUnitByCode(
  db: Database,
  reach: Reach,
  code: string,
): Promise<ListedUnit | null> {
  const { rows } = await sql<ListedUnit>`
    select ${columns} ${tables}
    where unit.unit_id = (select unit_id from unit_code where code = ${code}) and ${unitInReach(reach)}
  `.execute(db)
  return rows[0] ?? null
}

/** Whether a unit is within reach. */
export async function isUnitInReach(db: Database, reach: Reach, unit_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from unit where unit_id = ${unit_id} and ${unitInReach(reach)}`.execute(db)
  return rows.length > 0
}

interface StoredEvent {
  at: Date
  move: string
  to_state: UnitState
  shop: string | null
  document: string | null
  reason: string | null
  staff_name: string | null
}

/** Finds what happened to a unit, oldest first. */
export async function findUnitEvents(db: Database, unit_id: number): Promise<StoredEvent[]> {
  return db
    .selectFrom('unit_event')
    .leftJoin('shop', 'shop.shop_id', 'unit_event.shop_id')
    .select(['happened_at as at', 'move', 'to_state', 'shop.name as shop', 'document', 'reason'])
    .select('staff_name')
    .where('unit_id', '=', unit_id)
    .orderBy('unit_event_id')
    .$castTo<StoredEvent>()
    .execute()
}

/** The shops whose stock is within reach, by name. */
export async function findShopsInReach(
  db: Database,
  reach: Reach,
): Promise<{ shop_id: number; code: string; name: string }[]> {
  const { rows } = await sql<{ shop_id: number; code: string; name: string }>`
    select shop_id, code, name from shop
    where is_active and ${ofShopInReach('shop.shop_id', reach)}
    order by name collate vietnamese, shop_id
  `.execute(db)
  return rows
}

const columns: RawBuilder<unknown> = sql`unit.unit_id, unit.imei1, unit.imei2, unit.serial,
  product.sku, product.name, product.color_name, unit.state,
  coalesce(shop.name, unit.order_code, (
    select code from stock_transfer moved where moved.transfer_id = unit.transfer_id)) as place, unit.cost, unit.created_at, unit.warranty_from,
  unit.warranty_until, unit.lock_reason,
  (select path from slug where kind = 'product' and entity_id = product.parent_id and is_current) as version_url`
const tables: RawBuilder<unknown> = sql`
  from unit join product using (product_id) left join shop on shop.shop_id = unit.shop_id`

function matches({ shop_id, code, product }: UnitFilter): RawBuilder<unknown> {
  return sql`(${shop_id}::bigint is null or unit.shop_id = ${shop_id})
    and (${code}::text is null or unit.unit_id in (
      select unit_id from unit_code where code like ${code}))
    and (${product}::text is null or unit.product_id in (
      select item.product_id from product item left join product version on version.product_id = item.parent_id
      where starts_with(item.sku, upper(${product})) or strpos(version.search_text, ${product}) > 0))`
}

/**
 * The units that a member of staff may see: at their shops, on the way from or to them, and sold with orders that their
 * shops answer for.
 */
export function unitInReach({ is_everything, shops }: Reach): RawBuilder<unknown> {
  return sql`(${is_everything} or unit.shop_id = any(${shops}::bigint[])
    or exists (select from stock_transfer moved where moved.transfer_id = unit.transfer_id
      and (moved.from_shop_id = any(${shops}::bigint[]) or moved.to_shop_id = any(${shops}::bigint[])))
    or exists (select from sales_order sold
      where sold.code = unit.order_code and sold.shop_id = any(${shops}::bigint[])))`
}
