import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { StockRow } from '#shop/inventory/stock/stock.ts'
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
