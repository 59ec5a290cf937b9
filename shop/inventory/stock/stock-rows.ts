import { sql, type RawBuilder } from 'kysely'
import { askedIds, asLongAs } from '#platform/database/id-list.ts'
import type { StockRow } from '#shop/inventory/stock/stock.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

// `stock.quantity` is what is free: a reservation takes its quantity out of the row.
const columns = sql`stock.product_id, stock.shop_id, shop.province_id, stock.quantity as free`

/** The stock rows of these items that have any free, as they are at this moment: one statement. */
export function stockRows(item_ids: readonly number[]): RawBuilder<StockRow> {
  return sql`
    select ${columns}
    from ${askedIds(item_ids)} asked
    join stock on stock.product_id = asked.id and stock.quantity > 0
    join shop on shop.shop_id = stock.shop_id and ${shopSells}`
}

/**
 * These stock rows as they are now, locked in (product_id, shop_id) order, as everybody does
 * (decisions/074): one statement.
 */
export function lockedStockRows(
  keys: readonly Pick<StockRow, 'product_id' | 'shop_id'>[],
): RawBuilder<StockRow> {
  return sql`
    select ${columns}
    from (select product_id, shop_id from unnest(${keys.map((key) => key.product_id)}::bigint[],
      ${keys.map((key) => key.shop_id)}::bigint[]) as list (product_id, shop_id)
      ${asLongAs(keys)}) wanted
    join stock on stock.product_id = wanted.product_id and stock.shop_id = wanted.shop_id
    join shop on shop.shop_id = stock.shop_id
    order by stock.product_id, stock.shop_id
    for no key update of stock`
}
