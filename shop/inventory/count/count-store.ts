import { type RawBuilder, sql } from 'kysely'
import { type CountLine, CountState } from '#contracts/staff/counts.ts'
import type { UnitState } from '#contracts/staff/units.ts'
import type { Database, Tx } from '#db/schema.ts'
import { isMadeBy, type Pressed } from '#shop/change-log/change-rows.ts'
import { isAfter, type ListPart } from '#platform/database/list-part.ts'
import { countStates, type StateCount } from '#platform/database/state-counts.ts'
import type { Reach } from '#pure/access.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'

/** A count as it is stored. */
export interface StoredCount {
  stock_count_id: number
  code: string
  state: CountState
  version: number
  shop_id: number
  category_id: number | null
  shop: string
  category: string | null
  staff_name: string
  created_at: Date
  approved_by: string | null
}

export async function findCounts(
  db: Database,
  reach: Reach,
  state: CountState | null,
  part: ListPart,
): Promise<StoredCount[]> {
  const { rows } = await sql<StoredCount>`
    select ${columns} ${tables}
    where (${state}::text is null or own.state = ${state}) and ${ofShopInReach('own.shop_id', reach)}
      and ${isAfter('own.stock_count_id', part)}
    order by own.stock_count_id desc limit ${part.limit} offset ${part.offset}
  `.execute(db)
  return rows
}

/** How many counts of each state are within reach. */
export function countCounts(db: Database, reach: Reach): Promise<StateCount<CountState>[]> {
  return countStates(
    db,
    CountState.options,
    sql`from stock_count own where own.state = one.state and ${ofShopInReach('own.shop_id', reach)}`,
  )
}

export async function findCount(
  db: Database,
  reach: Reach,
  code: string,
): Promise<StoredCount | null> {
  const { rows } = await sql<StoredCount>`
    select ${columns} ${tables} where own.code = ${code} and ${ofShopInReach('own.shop_id', reach)}
  `.execute(db)
  return rows[0] ?? null
}

/** Locks a count before it is read. */
export async function lockCount(tx: Tx, code: string): Promise<void> {
  await tx
    .selectFrom('stock_count')
    .select('stock_count_id')
    .where('code', '=', code)
    .forUpdate()
    .execute()
}

interface NewCount {
  shop_id: number
  category_id: number | null
  staff_name: string
  created_at: Date
}

/** The code of an equal count that the same person opened a moment ago and in which nothing is counted yet. */
export async function findTwinCount(
  tx: Tx,
  { shop_id, category_id }: NewCount,
  pressed: Pressed,
): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select code from stock_count own
    where shop_id = ${shop_id} and category_id is not distinct from ${category_id}::bigint
      and created_at > ${pressed.since} and state = 'open' and version = 1
      and ${isMadeBy(pressed, 'stock_count', sql`stock_count_id::text`)}
      and not exists (select from stock_count_line line where line.stock_count_id = own.stock_count_id)
      and not exists (select from stock_count_scan scan where scan.stock_count_id = own.stock_count_id)
    limit 1`.execute(tx)
  return rows[0]?.code ?? null
}

export async function insertCount(tx: Tx, count: NewCount): Promise<string> {
  const { code } = await tx
    .insertInto('stock_count')
    .values(count)
    .returning('code')
    .executeTakeFirstOrThrow()
  return code
}

/** Changes a locked count, or only raises its version, which is returned. */
export async function updateCount(
  tx: Tx,
  stock_count_id: number,
  change: {
    state?: CountState
    closed_at?: Date | null
    approved_by?: string
    approved_at?: Date
  } = {},
): Promise<number> {
  const { version } = await tx
    .updateTable('stock_count')
    .set(({ eb }) => ({ ...change, version: eb('version', '+', 1) }))
    .where('stock_count_id', '=', stock_count_id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Whether a product belongs to what is counted: its category, or one above it. */
export async function isInScope(
  db: Database,
  { category_id }: StoredCount,
  product_id: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from product where product_id = ${product_id} and ${inScope(category_id)}`.execute(db)
  return rows.length > 0
}

/** Records a scanned code once; false if it was scanned before. */
export async function insertScan(
  tx: Tx,
  scan: {
    stock_count_id: number
    code: string
    unit_id: number | null
    was_here: boolean
    staff_name: string
    scanned_at: Date
  },
): Promise<boolean> {
  const row = await tx
    .insertInto('stock_count_scan')
    .values(scan)
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts more of a product. The book is that of this moment. */
export async function addCounted(
  tx: Tx,
  line: {
    stock_count_id: number
    product_id: number
    quantity: number
    staff_name: string
    at: Date
  },
  shop_id: number,
): Promise<void> {
  await sql`
    insert into stock_count_line (stock_count_id, product_id, counted, book, counted_at, staff_name)
    select ${line.stock_count_id}, ${line.product_id}, ${line.quantity}, coalesce((
      select unnamed from stock where product_id = ${line.product_id} and shop_id = ${shop_id}), 0),
      ${line.at}, ${line.staff_name}
    on conflict (stock_count_id, product_id) do update set
      counted = stock_count_line.counted + excluded.counted, book = excluded.book,
      counted_at = excluded.counted_at, staff_name = excluded.staff_name
  `.execute(tx)
}

export async function deleteCounted(tx: Tx, stock_count_id: number, sku: string): Promise<void> {
  await sql`delete from stock_count_line using product
    where product.product_id = stock_count_line.product_id and product.sku = ${sku}
      and stock_count_id = ${stock_count_id}`.execute(tx)
}

/** What was counted, by product. `book` is null where only units were scanned. */
export async function findCountLines(
  db: Database,
  stock_count_id: number,
): Promise<
  (Omit<CountLine, 'counted_at' | 'difference'> & {
    counted_at: Date | null
    book: number | null
    product_id: number
  })[]
> {
  const { rows } = await sql<
    Omit<CountLine, 'counted_at' | 'difference'> & {
      counted_at: Date | null
      book: number | null
      product_id: number
    }
  >`
    select product_id, sku, name, color_name, coalesce(scanned, 0)::integer as scanned, counted, book,
      counted_at
    from (
      select product_id, count(*) as scanned from stock_count_scan join unit using (unit_id)
      where stock_count_id = ${stock_count_id} and was_here group by product_id
    ) scans full join (
      select product_id, counted, book, counted_at from stock_count_line
      where stock_count_id = ${stock_count_id}
    ) lines using (product_id) join product using (product_id)
    order by sku
  `.execute(db)
  return rows
}

/** A unit that is missing, or that was scanned where the book does not have it. */
export interface OddUnit {
  unit_id: number | null
  code: string
  sku: string | null
  state: UnitState | null
}

/** Scanned codes that were not in stock here. */
export async function findSurplus(db: Database, stock_count_id: number): Promise<OddUnit[]> {
  const { rows } = await sql<OddUnit>`
    select scan.unit_id, scan.code, product.sku, unit.state
    from stock_count_scan scan left join unit using (unit_id) left join product using (product_id)
    where stock_count_id = ${stock_count_id} and not was_here order by scan.code
  `.execute(db)
  return rows
}

/**
 * Units that should be here and nobody has scanned. A unit that left, or came, after the count began is not among
 * them: the shop sells and receives meanwhile.
 */
export async function findMissing(
  db: Database,
  { stock_count_id, shop_id, category_id, created_at }: StoredCount,
): Promise<OddUnit[]> {
  const { rows } = await sql<OddUnit>`
    select unit.unit_id, coalesce(imei1, serial) as code, product.sku, unit.state
    from unit join product using (product_id)
    where unit.shop_id = ${shop_id} and unit.state = 'in_stock' and ${inScope(category_id)}
      and unit.created_at < ${created_at}
      and not exists (select from stock_count_scan scan
        where scan.stock_count_id = ${stock_count_id} and scan.unit_id = unit.unit_id)
      and not exists (select from unit_event event where event.unit_id = unit.unit_id
        and event.to_state = 'in_stock' and event.from_state is distinct from 'in_stock'
        and event.happened_at >= ${created_at})
    order by product.sku, unit.unit_id
  `.execute(db)
  return rows
}

/** SKUs that the book has here, without codes, and of which nothing was counted. */
export async function findNotCounted(
  db: Database,
  { stock_count_id, shop_id, category_id }: StoredCount,
): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select sku from stock join product using (product_id)
    where stock.shop_id = ${shop_id} and unnamed > 0 and ${inScope(category_id)}
      and not exists (select from stock_count_line line
        where line.stock_count_id = ${stock_count_id} and line.product_id = stock.product_id)
    order by sku
  `.execute(db)
  return rows.map(({ sku }) => sku)
}

/** What differences cost, in đồng. A cost that is not known counts as the price. */
export async function costOfDifferences(
  db: Database,
  unit_ids: readonly number[],
  counted: readonly { product_id: number; quantity: number }[],
): Promise<number> {
  const { rows } = await sql<{ cost: number }>`
    select coalesce(sum(quantity * coalesce(cost, (
      select coalesce(sale_price, list_price) from price
      where price.product_id = part.product_id and province_id is null and customer_group_id is null), 0)), 0)
      ::bigint as cost
    from (
      select product_id, 1 as quantity, cost from unit where unit_id = any(${unit_ids}::bigint[])
      union all
      select product_id, abs(quantity), (
        select cost from stock_movement moved
        where moved.product_id = line.product_id and cost is not null
        order by stock_movement_id desc limit 1)
      from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as line (product_id bigint, quantity integer)
    ) part
  `.execute(db)
  return rows[0]?.cost ?? 0
}

/** Categories that can be counted by themselves. */
export async function findCategories(
  db: Database,
): Promise<{ category_id: number; name: string }[]> {
  return db.selectFrom('category').select(['category_id', 'name']).orderBy('position').execute()
}

const columns: RawBuilder<unknown> = sql`own.stock_count_id, own.code, own.state, own.version, own.shop_id,
  own.category_id, shop.name as shop, category.name as category, own.staff_name, own.created_at, own.approved_by`
const tables: RawBuilder<unknown> = sql`
  from stock_count own join shop using (shop_id) left join category using (category_id)`

/** The products of a category and of those below it; null: all. */
function inScope(category_id: number | null): RawBuilder<unknown> {
  return sql`(${category_id}::bigint is null or product.category_id in (
    with recursive below as (
      select category_id from category where category_id = ${category_id}
      union select category.category_id from category join below on category.parent_id = below.category_id
    ) select category_id from below))`
}
