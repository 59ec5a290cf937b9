import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import type { WhichReservations } from '#shop/inventory/reservation/release-store.ts'

/** Units that an order has reserved of a stock row, all that is on hand there, and how many of these have no code. */
export interface ReservedStock {
  product_id: number
  shop_id: number
  quantity: number
  on_hand: number
  unnamed: number
}

/** Reads and locks the stock rows of which an order has reserved units that have not left yet. */
export async function lockReservedStock(tx: Tx, order_id: OrderId): Promise<ReservedStock[]> {
  const { rows } = await sql<ReservedStock>`
    select stock.product_id, stock.shop_id, part.quantity, stock.on_hand, stock.unnamed
    from stock join (
      select product_id, shop_id, sum(quantity)::integer as quantity from reservation
      where order_id = ${order_id} and kind = 'stock' and released_at is null and shipped_at is null
      group by product_id, shop_id) part using (product_id, shop_id)
    order by stock.product_id, stock.shop_id for no key update of stock
  `.execute(tx)
  return rows
}

/** Where an order has reserved units that have not left yet, without a lock. */
export async function findReservedStock(
  db: Database,
  order_id: OrderId,
): Promise<{ product_id: number; shop_id: number; quantity: number }[]> {
  const { rows } = await sql<{ product_id: number; shop_id: number; quantity: number }>`
    select product_id, shop_id, sum(quantity)::integer as quantity from reservation
    where order_id = ${order_id} and kind = 'stock' and released_at is null and shipped_at is null
    group by product_id, shop_id order by product_id, shop_id
  `.execute(db)
  return rows
}

/** Units of a product at a shop. */
interface StockPart {
  product_id: number
  shop_id: number
  quantity: number
}

/** Records that the units an order has reserved leave the shop now. */
export async function updateShipped(tx: Tx, order_id: OrderId, now: Date): Promise<void> {
  await sql`
    update reservation set shipped_at = ${now}
    where order_id = ${order_id} and kind = 'stock' and released_at is null and shipped_at is null
  `.execute(tx)
}

/**
 * Records that a part of the reserved units leaves, or that a part of those that have left is back or lost. The rest of
 * a row becomes a row.
 */
export async function updatePart(
  tx: Tx,
  order_id: OrderId,
  parts: readonly StockPart[],
  what: 'leaves' | 'ends',
  now: Date,
): Promise<void> {
  const leaves = what === 'leaves'
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
        as wanted (product_id bigint, shop_id bigint, quantity integer)
    ), own as (
      select reservation_id, one.quantity, wanted.quantity as wanted,
        sum(one.quantity) over (partition by one.product_id, one.shop_id order by reservation_id) - one.quantity as before
      from reservation one join wanted using (product_id, shop_id)
      where order_id = ${order_id} and kind = 'stock' and released_at is null
        and (shipped_at is null) = ${leaves}
    ), part as (
      select reservation_id, least(quantity, wanted - before)::integer as quantity from own where before < wanted
    ), rest as (
      insert into reservation (order_id, kind, product_id, shop_id, quantity, expires_at, settled_at, shipped_at)
      select order_id, kind, product_id, shop_id, one.quantity - part.quantity, expires_at, settled_at, shipped_at
      from reservation one join part using (reservation_id) where part.quantity < one.quantity
    )
    update reservation set quantity = part.quantity,
      shipped_at = case when ${leaves} then ${now}::timestamptz else shipped_at end,
      released_at = case when ${leaves} then null else ${now}::timestamptz end
    from part where reservation.reservation_id = part.reservation_id
  `.execute(tx)
}

/**
 * Reserves a part of the units of an order for another one, the youngest reservations first. The rest of a row stays.
 */
export async function updateOrderOfPart(
  tx: Tx,
  { from, to }: { from: OrderId; to: OrderId },
  parts: readonly Pick<StockPart, 'product_id' | 'quantity'>[],
): Promise<void> {
  await sql`
    with wanted as (
      select product_id, sum(quantity)::integer as quantity
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as wanted (product_id bigint, quantity integer)
      group by product_id
    ), own as (
      select reservation_id, one.quantity, wanted.quantity as wanted,
        sum(one.quantity) over (partition by one.product_id order by reservation_id desc) - one.quantity as before
      from reservation one join wanted using (product_id)
      where order_id = ${from} and kind = 'stock' and released_at is null and shipped_at is null
    ), part as (
      select reservation_id, least(quantity, wanted - before)::integer as quantity from own where before < wanted
    ), rest as (
      insert into reservation (order_id, kind, product_id, shop_id, quantity, expires_at, settled_at)
      select order_id, kind, product_id, shop_id, one.quantity - part.quantity, expires_at, settled_at
      from reservation one join part using (reservation_id) where part.quantity < one.quantity
    )
    update reservation set order_id = ${to}, quantity = part.quantity
    from part where reservation.reservation_id = part.reservation_id
  `.execute(tx)
}

/** Gives reservations that are not released to another order. */
export async function updateOrderOfReservations(
  tx: Tx,
  which: WhichReservations,
  to: OrderId,
): Promise<void> {
  await sql`update reservation set order_id = ${to} where ${which} and released_at is null`.execute(
    tx,
  )
}

/** Where units of an order have left from and are not back, by product and shop. */
export async function findShippedStock(tx: Tx, order_id: OrderId): Promise<StockPart[]> {
  const { rows } = await sql<StockPart>`
    select product_id, shop_id, sum(quantity)::integer as quantity from reservation
    where order_id = ${order_id} and kind = 'stock' and released_at is null and shipped_at is not null
    group by product_id, shop_id order by product_id, shop_id
  `.execute(tx)
  return rows
}

/** Locks stock rows in the order of every transaction, before some of them are changed one after another. */
export async function lockStockRows(
  tx: Tx,
  keys: readonly { product_id: number | null; shop_id: number | null }[],
): Promise<void> {
  await sql`
    select from stock join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      as wanted (product_id bigint, shop_id bigint) using (product_id, shop_id)
    order by stock.product_id, stock.shop_id for no key update of stock
  `.execute(tx)
}
