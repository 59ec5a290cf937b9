import { sql, type RawBuilder } from 'kysely'
import { idList, lengthHint } from '#platform/database/id-list.ts'
import type { StockRow } from '#shop/inventory/stock/stock.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

// `stock.quantity` is the free quantity: a reservation subtracts its quantity from the row. Only a movement changes
// `stock.on_hand` (decision 123).
const columns = sql`stock.product_id, stock.shop_id, shop.province_id, stock.quantity as free`

/** One statement that reads the stock rows of these items that have free units. */
export function stockRows(item_ids: readonly number[]): RawBuilder<StockRow> {
  return sql`
    select ${columns}
    from ${idList(item_ids)} wanted
    join stock on stock.product_id = wanted.id and stock.quantity > 0
    join shop on shop.shop_id = stock.shop_id and ${shopSells}`
}

/**
 * One statement that reads and locks these stock rows in (product_id, shop_id) order, the order of every
 * transaction (decisions/074).
 */
export function lockedStockRows(
  keys: readonly Pick<StockRow, 'product_id' | 'shop_id'>[],
): RawBuilder<StockRow> {
  return sql`
    select ${columns}
    from (select product_id, shop_id from unnest(${keys.map((key) => key.product_id)}::bigint[],
      ${keys.map((key) => key.shop_id)}::bigint[]) as list (product_id, shop_id)
      ${lengthHint(keys)}) wanted
    join stock on stock.product_id = wanted.product_id and stock.shop_id = wanted.shop_id
    join shop on shop.shop_id = stock.shop_id
    order by stock.product_id, stock.shop_id
    for no key update of stock`
}
