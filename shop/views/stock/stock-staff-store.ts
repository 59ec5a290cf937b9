import { sql, type RawBuilder } from 'kysely'
import type { StockKind, StockMovement, StockRow } from '#contracts/staff/stock.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'

const max_movements = 200

/** A stock row by its key. */
interface StockKey {
  product_id: number
  shop_id: number
}

interface Wanted {
  q?: string | undefined
  shop?: string | undefined
  kind?: StockKind | undefined
}

/** Finds stock rows by the beginning of their SKU or by words of the name: those with a shortage first. */
export async function findStockRowsForStaff(
  db: Database,
  wanted: Wanted,
  reach: Reach,
  { limit, offset }: { limit: number; offset: number },
): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    select ${columns} from ${tables}
    where ${isWanted(wanted, reach)}
    order by (stock.shortage > 0) desc, product.sku, shop.code
    limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

/** Finds the stock rows of the same list that follow `after`, by SKU and shop. */
export async function findStockRowsAfter(
  db: Database,
  wanted: Wanted,
  reach: Reach,
  { after, limit }: { after: Pick<StockRow, 'sku' | 'shop_code'> | null; limit: number },
): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    select ${columns} from ${tables}
    where ${isWanted(wanted, reach)} and (${after?.sku ?? null}::text is null
      or (product.sku, shop.code) > (${after?.sku ?? null}, ${after?.shop_code ?? null}))
    order by product.sku, shop.code limit ${limit}
  `.execute(db)
  return rows
}

const kinds: Record<StockKind, RawBuilder<unknown>> = {
  short: sql`stock.shortage > 0`,
  unnamed: sql`stock.unnamed > 0 and product.identified_by is not null`,
  none_free: sql`stock.quantity = 0`,
}

function isWanted({ q = '', shop = '', kind }: Wanted, reach: Reach): RawBuilder<unknown> {
  return sql`${ofShopInReach('stock.shop_id', reach)}
    and (${shop} = '' or shop.code = ${shop} or stock.shop_id::text = ${shop})
    and ${kind === undefined ? sql`true` : kinds[kind]}
    and (${q} = '' or starts_with(lower(product.sku), lower(${q}))
      or product.parent_id in (select product_id from product
        where type = 'configurable' and strpos(search_text, ${fold(q)}) > 0))`
}

/** How many units of a stock row have an IMEI or a serial number. */
export async function countNamedUnits(db: Database, key: StockKey): Promise<number> {
  const { product_id, shop_id } = key
  const { rows } = await sql<{ named: number }>`
    select on_hand - unnamed as named from stock
    where product_id = ${product_id} and shop_id = ${shop_id}`.execute(db)
  return rows[0]?.named ?? 0
}

/** Finds one stock row; null if there is none within reach. */
export async function findStockRow(
  db: Database,
  key: StockKey,
  reach: Reach,
): Promise<StockRow | null> {
  const { rows } = await sql<StockRow>`
    select ${columns} from ${tables}
    where stock.product_id = ${key.product_id} and stock.shop_id = ${key.shop_id}
      and ${ofShopInReach('stock.shop_id', reach)}
  `.execute(db)
  return rows[0] ?? null
}

/** Finds the latest movements of a stock row, each with what was on hand after it. */
export async function findMovements(
  db: Database,
  { product_id, shop_id }: StockKey,
): Promise<(Omit<StockMovement, 'created_at'> & { created_at: Date })[]> {
  const { rows } = await sql<Omit<StockMovement, 'created_at'> & { created_at: Date }>`
    select stock_movement_id, quantity, kind, document, reason, staff_name, moved.created_at,
      coalesce(unit.imei1, unit.serial) as unit_code,
      sum(quantity) over (order by stock_movement_id)::integer as on_hand
    from stock_movement moved left join unit using (unit_id)
    where moved.product_id = ${product_id} and moved.shop_id = ${shop_id}
    order by stock_movement_id desc limit ${max_movements}
  `.execute(db)
  return rows
}

/** Finds the highest list price of a product in đồng: what its units are worth at most. Costs are not stored. */
export async function findListPrice(db: Database, product_id: number): Promise<number> {
  const { rows } = await sql<{ list_price: number }>`
    select coalesce(max(list_price), 0) as list_price from price where product_id = ${product_id}
  `.execute(db)
  return rows[0]?.list_price ?? 0
}

const columns: RawBuilder<unknown> = sql`stock.product_id, stock.shop_id, product.sku, product.name, product.color_name,
  shop.code as shop_code, shop.name as shop_name, stock.on_hand,
  stock.on_hand - stock.quantity + stock.shortage as reserved, stock.quantity as free, stock.shortage,
  case when product.identified_by is null then 0 else stock.unnamed end as unnamed`
const tables: RawBuilder<unknown> = sql`stock join product using (product_id) join shop using (shop_id)`
