import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { StockShortage } from '#shop/inventory/movement/movement.ts'
import { inReach } from '#shop/order/order-rows.ts'

const max_orders = 20

/**
 * Finds the stock rows that are short of what orders have reserved, among those of `rows`: a query of product_id and
 * shop_id.
 */
export async function findShortagesAmong(
  db: Database,
  rows: RawBuilder<unknown>,
): Promise<StockShortage[]> {
  const { rows: short } = await sql<StockShortage>`
    select product.sku, shop.code as shop_code, stock.on_hand,
      stock.on_hand - stock.quantity + stock.shortage as reserved,
      array(select sold.code from reservation join sales_order sold using (order_id)
        where reservation.product_id = stock.product_id and reservation.shop_id = stock.shop_id
          and kind = 'stock' and released_at is null and shipped_at is null
        order by order_id desc limit ${max_orders}) as order_codes
    from (${rows}) wanted
      join stock on stock.product_id = wanted.product_id and stock.shop_id = wanted.shop_id
      join product on product.product_id = stock.product_id
      join shop on shop.shop_id = stock.shop_id
    where stock.shortage > 0
    order by product.sku, shop.code
  `.execute(db)
  return short
}

/**
 * Codes of the orders within reach that have reserved units of a stock row and were not shipped, latest first. Another
 * shop may answer for an order that has units here.
 */
export async function findReservingOrders(
  db: Database,
  { product_id, shop_id }: { product_id: number; shop_id: number },
  orders: Reach,
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select o.code from reservation join sales_order o using (order_id)
    where reservation.product_id = ${product_id} and reservation.shop_id = ${shop_id}
      and kind = 'stock' and released_at is null and shipped_at is null and ${inReach(orders)}
    order by order_id desc limit ${max_orders}
  `.execute(db)
  return rows.map(({ code }) => code)
}
