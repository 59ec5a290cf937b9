import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId, OrderId } from '#pure/ids.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

/** The days on which a shop that buys devices is closed; null: there is no such shop. */
export async function findBuyingShop(
  db: Database,
  shop_id: number,
): Promise<{ closed_days: string[] } | null> {
  const { rows } = await sql<{ closed_days: string[] }>`
    select (select coalesce(jsonb_agg(day order by day), '[]') from closed_day
      where closed_day.shop_id is null or closed_day.shop_id = shop.shop_id) as closed_days
    from shop where shop.shop_id = ${shop_id} and ${shopSells}
  `.execute(db)
  return rows[0] ?? null
}

/** The device of the price table that a unit of this shop is. */
export async function findDeviceOfUnit(
  db: Database,
  code: string,
): Promise<{ model_code: string; device_code: string } | null> {
  const { rows } = await sql<{ model_code: string; device_code: string }>`
    select device.model_code, device.code as device_code
    from unit_code join unit using (unit_id) join product item on item.product_id = unit.product_id
    join trade_device device on device.product_id = coalesce(item.parent_id, item.product_id) and device.is_active
    where unit_code.code = ${code}
  `.execute(db)
  return rows[0] ?? null
}

/** The kind of device of a quote. */
export async function kindOfDevice(tx: Tx, device_id: number): Promise<string | null> {
  const found = await tx
    .selectFrom('trade_device')
    .select('device_kind')
    .where('device_id', '=', device_id)
    .executeTakeFirst()
  return found?.device_kind ?? null
}

/** The item that an id of an item or of a version means, with its version. */
export async function findTargetItem(
  db: Database,
  id: number,
): Promise<{ item_id: number; version_id: number } | null> {
  const { rows } = await sql<{ item_id: number; version_id: number }>`
    select product_id as item_id, parent_id as version_id from product
    where (product_id = ${id} or parent_id = ${id}) and type = 'simple' and parent_id is not null and is_active
    order by product_id limit 1
  `.execute(db)
  return rows[0] ?? null
}

/** Locks an own order that an old device can pay a part of: it is picked up at this shop, and not paid. */
export async function lockOrderToTrade(
  tx: Tx,
  { code, customer_id, shop_id }: { code: string; customer_id: CustomerId; shop_id: number },
): Promise<OrderId | null> {
  const { rows } = await sql<{ order_id: OrderId }>`
    select order_id from sales_order
    where code = ${code} and customer_id = ${customer_id} and shop_id = ${shop_id} and not is_paid
      and recipient->>'shipping_method' = 'store_pickup' and state in ('pending', 'confirmed', 'ready_for_pickup')
    for no key update
  `.execute(tx)
  return rows[0]?.order_id ?? null
}

/** Whether an order has the device that a quote promised a bonus for, in any colour. */
export async function hasTarget(
  db: Database,
  { order_id, target_item_id }: { order_id: OrderId; target_item_id: number },
): Promise<boolean> {
  const { rows } = await sql<{ has_it: boolean }>`
    select exists (select from sales_order_line line join product item on item.product_id = line.item_id
      join product target on target.product_id = ${target_item_id}
      where line.order_id = ${order_id} and (item.product_id = target.product_id
        or (item.parent_id = target.parent_id and item.used_of is null and target.used_of is null))) as has_it
  `.execute(db)
  return rows[0]?.has_it === true
}

/** Whether an order was paid a bonus for goods that it does not have any more: they went off, or came back. */
export async function isTargetGone(db: Database, order_id: OrderId): Promise<boolean> {
  const { rows } = await sql<{ is_gone: boolean }>`
    select exists (select from trade_payout payout join trade_quote quote using (trade_quote_id)
        join product target on target.product_id = quote.target_item_id
      where payout.order_id = ${order_id} and payout.bonus > 0 and not exists (
        select from sales_order_line line join product item on item.product_id = line.item_id
        where line.order_id = ${order_id} and (item.product_id = target.product_id
            or (item.parent_id = target.parent_id and item.used_of is null and target.used_of is null))
          and line.item_quantity > (select coalesce(sum(quantity), 0) from return_request back
            where back.order_id = ${order_id} and back.position = line.position
              and back.outcome in ('refund', 'other_goods')))) as is_gone
  `.execute(db)
  return rows[0]?.is_gone === true
}

/** Whether the order that a quote names is another shopper's, and can still be paid a part of. */
export async function holdsForAnother(
  tx: Tx,
  { order_id, customer_id }: { order_id: OrderId; customer_id: CustomerId },
): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select exists (select from sales_order where order_id = ${order_id} and customer_id <> ${customer_id}
      and not is_paid and state in ('pending', 'confirmed', 'ready_for_pickup')) as holds
  `.execute(tx)
  return rows[0]?.holds === true
}
