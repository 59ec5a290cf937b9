import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import { lengthHint } from '#platform/database/id-list.ts'
import type { ItemQuantity, StockRow } from '#shop/inventory/stock/stock.ts'
import { stockRows } from '#shop/inventory/stock/stock-rows.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

/** Finds the stock rows of these items that have free units. */
export async function findStockRows(
  db: Database,
  item_ids: readonly number[],
): Promise<StockRow[]> {
  return (await stockRows(item_ids).execute(db)).rows
}

/** Free units of a product in the shops of a province, and in all shops. */
interface FreeStock {
  product_id: number
  near: number
  everywhere: number
}

export async function sumFreeStock(
  db: Database,
  item_ids: readonly number[],
  province_id: number,
): Promise<FreeStock[]> {
  const { rows } = await sql<FreeStock>`
    select stock.product_id, sum(stock.quantity) as everywhere,
      coalesce(sum(stock.quantity) filter (where shop.province_id = ${province_id}), 0) as near
    from stock join shop on shop.shop_id = stock.shop_id
    where stock.product_id = any(${item_ids}::bigint[]) and ${shopSells}
    group by stock.product_id
  `.execute(db)
  return rows
}

/** Adds stock rows that do not exist yet, with nothing on hand. */
export async function addStockRows(
  tx: Tx,
  keys: readonly { product_id: number; shop_id: number }[],
): Promise<void> {
  await sql`
    insert into stock (product_id, shop_id)
    select distinct product_id, shop_id
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as wanted (product_id bigint, shop_id bigint)
    where not exists (select from stock
      where stock.product_id = wanted.product_id and stock.shop_id = wanted.shop_id)
    order by product_id, shop_id on conflict do nothing
  `.execute(tx)
}

/** What is free of products at a shop, and how many of the units on hand have no code. */
export async function findHandStock(
  db: Database,
  product_ids: readonly number[],
  shop_id: number,
): Promise<{ product_id: number; on_hand: number; free: number; unnamed: number }[]> {
  return db
    .selectFrom('stock')
    .select(['product_id', 'on_hand', 'quantity as free', 'unnamed'])
    .where((eb) => eb('product_id', '=', eb.fn.any(eb.val([...product_ids]))))
    .where('shop_id', '=', shop_id)
    .execute()
}

/** Whether one shop of the province has all of these items. */
export async function isInStockNear(
  db: Database,
  wanted: readonly ItemQuantity[],
  province_id: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from shop where province_id = ${province_id} and ${shopSells} and not exists (
      select from (select product_id, quantity from unnest(
        ${wanted.map(({ item_id }) => item_id)}::bigint[],
        ${wanted.map(({ item_quantity }) => item_quantity)}::integer[]) as list (product_id, quantity)
        ${lengthHint(wanted)}) wanted
      where not exists (select from stock where stock.shop_id = shop.shop_id
        and stock.product_id = wanted.product_id and stock.quantity >= wanted.quantity))
    limit 1
  `.execute(db)
  return rows.length > 0
}
