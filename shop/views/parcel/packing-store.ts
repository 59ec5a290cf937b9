import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import type { OrderId } from '#pure/ids.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'
import type { ScannedUnit, WantedUnits } from '#shop/shipment/scanned-units.ts'

/** Condition on `sales_order o`: it waits to be packed. Orders that are picked up go to the counter, not into a parcel. */
const is_to_pack = sql`o.state = 'confirmed' and o.recipient->>'shipping_method' <> 'store_pickup'
  and not exists (select from parcel where parcel.order_id = o.order_id and parcel.state <> 'cancelled')`

/** The same for orders in reach of staff. */
export function isToPack(reach: Reach): RawBuilder<unknown> {
  return sql`${is_to_pack} and ${ofShopInReach('o.shop_id', reach)}`
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
      (select string_agg(item_quantity || ' × ' || concat_ws(', ', name, color_name), '; ' order by position)
        from sales_order_line line where line.order_id = o.order_id) as items,
      ${cod_amount} as cod_amount
    from sales_order o join province using (province_id) left join shop using (shop_id)
      left join lateral (select max(happened_at) as confirmed_at from sales_order_event
        where sales_order_event.order_id = o.order_id and move = 'confirm') event on true
    where ${isToPack(reach)}
    order by o.created_at, o.order_id limit ${limit}
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
    select o.code as order_code, o.code <> ${scan} as is_sku from sales_order o
    where ${isToPack(reach)} and (o.code = ${scan} or exists (
      select from sales_order_line line where line.order_id = o.order_id and upper(line.sku) = ${scan}))
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
      ${cod_amount} as cod_amount, ${is_to_pack} as is_to_pack
    from sales_order o
    where code = ${code} and ${ofShopInReach('o.shop_id', reach)}
  `.execute(db)
  return rows[0] ?? null
}

/**
 * The units of an order by SKU, gifts included. Of a product with IMEIs or serial numbers only units without a code may
 * be packed by SKU: those that lie without one where the order has reserved them.
 */
export async function findUnitsToPack(db: Database, order_id: OrderId): Promise<WantedUnits[]> {
  const { rows } = await sql<WantedUnits>`
    select line.sku, line.name, line.quantity,
      case when product.identified_by is null then line.quantity
        else least(line.quantity, coalesce(here.unnamed, 0)) end as by_sku
    from (
      select item_id, sku, min(concat_ws(', ', name, color_name)) as name, min(position) as position,
        sum(item_quantity)::integer as quantity
      from sales_order_line where order_id = ${order_id} group by item_id, sku
    ) line join product on product.product_id = line.item_id
    left join lateral (
      select sum(least(part.quantity, stock.unnamed))::integer as unnamed
      from (${reservedParts(order_id)}) part join stock using (product_id, shop_id)
      where part.product_id = line.item_id) here on true
    order by line.position
  `.execute(db)
  return rows
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
function reservedParts(order_id: OrderId): RawBuilder<unknown> {
  return sql`select product_id, shop_id, sum(quantity)::integer as quantity from reservation
    where order_id = ${order_id} and kind = 'stock' and released_at is null and shipped_at is null
    group by product_id, shop_id`
}
