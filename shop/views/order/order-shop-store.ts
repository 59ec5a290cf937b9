import { sql } from 'kysely'
import type { OrderShops } from '#contracts/staff/order-changes.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

/** Where the goods of an order are reserved now, most units first. */
export async function findShopsOfOrder(
  db: Database,
  order_id: OrderId,
): Promise<OrderShops['from']> {
  const { rows } = await sql<OrderShops['from'][number]>`
    select shop_id, shop.name as shop, sum(quantity)::integer as quantity
    from reservation join shop using (shop_id)
    where order_id = ${order_id} and kind = 'stock' and released_at is null
    group by shop_id, shop.name order by quantity desc, shop_id
  `.execute(db)
  return rows
}

/**
 * The shops that sell, with what each lacks of an order: units that the order has reserved there already count as its
 * own. Shops of its province and those that have all of it come first.
 */
export async function findShippingShops(
  db: Database,
  order_id: OrderId,
): Promise<OrderShops['shops']> {
  const { rows } = await sql<OrderShops['shops'][number]>`
    with wanted as (
      select item_id, min(concat_ws(', ', name, color_name)) as name, sum(item_quantity)::integer as quantity
      from sales_order_line where order_id = ${order_id} group by item_id
    ), there as (
      select shop.shop_id, item_id, wanted.name, wanted.quantity as wanted,
        (coalesce(stock.quantity, 0) + coalesce((select sum(quantity) from reservation
          where order_id = ${order_id} and kind = 'stock' and released_at is null
            and product_id = item_id and reservation.shop_id = shop.shop_id), 0))::integer as "left"
      from shop cross join wanted
        left join stock on stock.product_id = item_id and stock.shop_id = shop.shop_id
      where ${shopSells}
    ), lacks as (
      select shop_id, coalesce(jsonb_agg(jsonb_build_object('item_id', item_id, 'name', name, 'wanted', wanted,
        'left', "left") order by item_id) filter (where "left" < wanted), '[]') as missing
      from there group by shop_id
    )
    select shop_id, shop.name, province.name as province, missing,
      shop.province_id = (select province_id from sales_order where order_id = ${order_id}) as is_near
    from lacks join shop using (shop_id) join province using (province_id)
    order by missing = '[]' desc, is_near desc, jsonb_array_length(missing), shop.name
  `.execute(db)
  return rows
}

/** Which of these orders lie in a parcel. */
export async function findPacked(db: Database, order_ids: readonly OrderId[]): Promise<OrderId[]> {
  const { rows } = await sql<{ order_id: OrderId }>`
    select distinct order_id from parcel
    where order_id = any(${order_ids}::bigint[]) and state <> 'cancelled'
  `.execute(db)
  return rows.map(({ order_id }) => order_id)
}

/** What orders have reserved elsewhere than at a shop, by product, and how much of it is free at that shop. */
export async function findStockElsewhere(
  db: Database,
  order_ids: readonly OrderId[],
  shop_id: number,
): Promise<{ order_id: OrderId; product_id: number; quantity: number; free: number }[]> {
  const { rows } = await sql<{
    order_id: OrderId
    product_id: number
    quantity: number
    free: number
  }>`
    select part.order_id, part.product_id, part.quantity, coalesce(stock.quantity, 0) as free
    from (select order_id, product_id, sum(quantity)::integer as quantity from reservation
      where order_id = any(${order_ids}::bigint[]) and kind = 'stock' and released_at is null
        and shipped_at is null and shop_id <> ${shop_id} group by order_id, product_id) part
      left join stock on stock.product_id = part.product_id and stock.shop_id = ${shop_id}
  `.execute(db)
  return rows
}
