import { type RawBuilder, sql } from 'kysely'
import type { GoodsToCollect } from '#contracts/staff/parcels.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { OrderId } from '#pure/ids.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'
import { emptied_states } from '#shop/shipment/parcel-rows.ts'
import { packedOf } from '#shop/shipment/parcel-store.ts'
import type { ScannedUnit, WantedUnits } from '#shop/shipment/scanned-units.ts'

/**
 * Condition on `sales_order o`: nothing of it is packed. Orders that are picked up go to the counter, not into a
 * parcel.
 */
const is_unpacked = sql`o.state = 'confirmed' and o.recipient->>'shipping_method' <> 'store_pickup'
  and not exists (select from parcel where parcel.order_id = o.order_id and parcel.state not in ${emptied_states})`

/** Condition on `sales_order o`: a part of it is packed, and the rest waits. */
const has_rest = sql`exists (select from packing_rest where packing_rest.order_id = o.order_id)`

/**
 * The orders that wait to be packed, whole or in part, within reach of staff. The few with a rest are read by their
 * table.
 */
export function waitingToPack(reach: Reach): RawBuilder<unknown> {
  return sql`(
    select o.* from sales_order o where ${is_unpacked} and ${ofShopInReach('o.shop_id', reach)}
    union all
    select o.* from packing_rest join sales_order o using (order_id) where ${ofShopInReach('o.shop_id', reach)})`
}

/** An order of the packing queue, as stored. */
interface QueuedOrder {
  order_code: string
  confirmed_at: Date
  to: string
  shop: string | null
  items: string
  cod_amount: number
}

/** Finds the orders that wait longest to be packed. */
export async function findPackQueue(
  db: Database,
  reach: Reach,
  limit: number,
): Promise<QueuedOrder[]> {
  const { rows } = await sql<QueuedOrder>`
    select o.code as order_code, coalesce(event.confirmed_at, o.created_at) as confirmed_at,
      concat_ws(', ', coalesce(o.recipient->>'recipient_name', o.recipient->>'name'), province.name) as "to",
      shop.name as shop,
      (select string_agg(item_quantity - ${packedOf(sql.ref('o.order_id'))} || ' × ' || concat_ws(', ', name, color_name), '; ' order by position)
        from sales_order_line line where line.order_id = o.order_id
          and item_quantity > ${packedOf(sql.ref('o.order_id'))}) as items,
      ${cod_amount} as cod_amount
    from ${waitingToPack(reach)} o join province using (province_id) left join shop using (shop_id)
      left join lateral (select max(happened_at) as confirmed_at from sales_order_event
        where sales_order_event.order_id = o.order_id and move = 'confirm') event on true
    order by o.created_at, o.order_id limit ${limit}
  `.execute(db)
  return rows
}

/**
 * Finds the goods of all orders that wait to be packed, by the shop where they are reserved, those of one category
 * together. What lies in a parcel already is not collected again.
 */
export async function findGoodsToCollect(db: Database, reach: Reach): Promise<GoodsToCollect[]> {
  const { rows } = await sql<GoodsToCollect>`
    select shop.shop_id, shop.name as shop, product.sku, category.name as category,
      concat_ws(', ', product.name, product.color_name) as name,
      sum(least(part.quantity, wanted.quantity))::integer as quantity, count(*)::integer as orders
    from ${waitingToPack(reach)} o
      cross join lateral (
        select item_id, sum(item_quantity - ${packedOf(sql.ref('o.order_id'))})::integer as quantity
        from sales_order_line line where line.order_id = o.order_id group by item_id) wanted
      join lateral (${reservedParts(sql.ref('o.order_id'))}) part on part.product_id = wanted.item_id
      join product on product.product_id = part.product_id
      join category using (category_id)
      join shop on shop.shop_id = part.shop_id
    where wanted.quantity > 0
    group by shop.shop_id, shop.name, product.product_id, category.name
    order by shop.name collate vietnamese, shop.shop_id, category.name collate vietnamese, name, product.sku
  `.execute(db)
  return rows
}

/** The code of the order with this code, or of the oldest one with this SKU, that waits to be packed. */
export async function findScannedOrder(
  db: Database,
  reach: Reach,
  scan: string,
): Promise<{ order_code: string; is_sku: boolean } | null> {
  const { rows } = await sql<{ order_code: string; is_sku: boolean }>`
    select o.code as order_code, o.code <> ${scan} as is_sku from ${waitingToPack(reach)} o
    where o.code = ${scan} or exists (
      select from sales_order_line line where line.order_id = o.order_id and upper(line.sku) = ${scan}
        and item_quantity > ${packedOf(sql.ref('o.order_id'))})
    order by o.code = ${scan} desc, o.created_at, o.order_id limit 1
  `.execute(db)
  return rows[0] ?? null
}

/** What the courier of `sales_order o` collects: cash on delivery without what was paid already. */
const cod_amount = sql`coalesce((select sum(amount) from payment p where p.order_id = o.order_id
  and p.state = 'due_on_delivery'), 0)::bigint`

interface OrderToPack {
  order_id: OrderId
  version: number
  shop_id: number | null
  recipient: string
  data_transfer: boolean
  cod_amount: number
  is_to_pack: boolean
}

/** Finds what packing needs to know of an order that staff may touch. */
export async function findOrderToPack(
  db: Database,
  code: string,
  reach: Reach,
): Promise<OrderToPack | null> {
  const { rows } = await sql<OrderToPack>`
    select order_id, version, shop_id,
      coalesce(recipient->>'recipient_name', recipient->>'name') as recipient,
      coalesce((recipient->>'data_transfer')::boolean, false) as data_transfer,
      ${cod_amount} as cod_amount, (${is_unpacked} or ${has_rest}) as is_to_pack
    from sales_order o
    where code = ${code} and ${ofShopInReach('o.shop_id', reach)}
  `.execute(db)
  return rows[0] ?? null
}

/**
 * The units of an order that lie in no parcel by SKU, gifts included. Of a product with IMEIs or serial numbers only
 * units without a code may be packed by SKU: those that lie without one where the order has reserved them.
 */
export async function findUnitsToPack(db: Database, order_id: OrderId): Promise<WantedUnits[]> {
  const { rows } = await sql<WantedUnits>`
    select line.sku, line.name, line.quantity,
      case when product.identified_by is null then line.quantity
        else least(line.quantity, coalesce(here.unnamed, 0)) end as by_sku
    from (
      select item_id, sku, min(concat_ws(', ', name, color_name)) as name, min(position) as position,
        sum(item_quantity - ${packedOf(order_id)})::integer as quantity
      from sales_order_line line where order_id = ${order_id} and item_quantity > ${packedOf(order_id)}
      group by item_id, sku
    ) line join product on product.product_id = line.item_id
    left join lateral (
      select sum(least(part.quantity, stock.unnamed))::integer as unnamed
      from (${reservedParts(order_id)}) part join stock using (product_id, shop_id)
      where part.product_id = line.item_id) here on true
    order by line.position
  `.execute(db)
  return rows
}

/** What the goods of an order cost, in đồng, without offers for the whole order. */
export async function findGoodsValue(db: Database, order_id: OrderId): Promise<number> {
  const { subtotal } = await db
    .selectFrom('sales_order')
    .select('subtotal')
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow()
  return subtotal
}

/** Finds the units with these codes that lie where the order has reserved units of their product. */
export async function findScannedUnits(
  db: Database,
  order_id: OrderId,
  codes: readonly string[],
): Promise<ScannedUnit[]> {
  const { rows } = await sql<ScannedUnit>`
    select unit_code.code, unit.unit_id, product.sku
    from unit_code join unit using (unit_id) join product using (product_id)
      join (${reservedParts(order_id)}) part using (product_id, shop_id)
    where unit_code.code = any(${codes}::text[]) and unit.state = 'in_stock'
  `.execute(db)
  return rows
}

/** Where an order has reserved units that have not left. */
function reservedParts(order_id: OrderId | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select product_id, shop_id, sum(quantity)::integer as quantity from reservation
    where order_id = ${order_id} and kind = 'stock' and released_at is null and shipped_at is null
    group by product_id, shop_id`
}
