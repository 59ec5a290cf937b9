import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#db/schema.ts'
import type { CustomerId, OrderId } from '#pure/ids.ts'
import type { Reservation } from '#shop/inventory/reservation/reservation.ts'

/** A released reservation: what it had reserved. */
export interface Released {
  kind: Reservation['kind']
  product_id: number | null
  shop_id: number | null
  quota_id: number | null
  limit_key: string | null
  customer_key: string | null
  quantity: number
  is_settled: boolean
  /** The units have left the shop: they come back on hand. */
  is_shipped: boolean
  waitlist_entry_id: number | null
}

/** An SQL condition that selects reservations. */
export type WhichReservations = RawBuilder<unknown>

export function ofOrder(order_id: OrderId): WhichReservations {
  return sql`order_id = ${order_id}`
}

/** Units that an order has reserved in other shops than this one and that are still there. */
export function ofOrderElsewhere(order_id: OrderId, shop_id: number): WhichReservations {
  return sql`order_id = ${order_id} and kind = 'stock' and shipped_at is null and shop_id <> ${shop_id}`
}

/** What an order took of the limits of its customer, and of these quotas. */
export function ofOrderLimits(
  order_id: OrderId,
  quota_ids: RawBuilder<unknown>,
): WhichReservations {
  return sql`order_id = ${order_id} and (kind = 'customer_limit' or quota_id in (${quota_ids}))`
}

/** What an order took of sales, vouchers and limits, and none of its units. */
export function ofOrderClaims(order_id: OrderId): WhichReservations {
  return sql`order_id = ${order_id} and kind <> 'stock'`
}

export function ofTheseClaims(
  order_id: OrderId,
  { quota_ids, limit_keys }: { quota_ids: readonly number[]; limit_keys: readonly string[] },
): WhichReservations {
  return sql`order_id = ${order_id} and (quota_id = any(${quota_ids}::bigint[])
    or limit_key = any(${limit_keys}::text[]))`
}

export function ofWaitlistEntries(waitlist_entry_ids: readonly number[]): WhichReservations {
  return sql`waitlist_entry_id = any(${waitlist_entry_ids}::bigint[])`
}

/** Reservations that are offered to a customer on a waitlist. */
export function offeredToCustomer(customer_id: CustomerId): WhichReservations {
  return sql`waitlist_entry_id in (select waitlist_entry_id from waitlist_entry
    where customer_id = ${customer_id} and reserved_until is not null)`
}

/** The pieces that shops set aside. */
export function ofShopReservations(shop_reservation_ids: readonly number[]): WhichReservations {
  return sql`shop_reservation_id = any(${shop_reservation_ids}::bigint[])`
}

/**
 * At most `max` reservations without an order that have expired at `now`. What a shop sets aside ends with its own job.
 */
export function lapsedAt(now: Date, max: number): WhichReservations {
  return sql`reservation_id in (
    select reservation_id from reservation
    where released_at is null and expires_at is not null and expires_at <= ${now}
      and shop_reservation_id is null
    order by reservation_id limit ${max} for update skip locked
  )`
}

/**
 * Marks reservations as released, each once. The caller then returns their quantities to stock, quotas and
 * limits.
 */
export async function endReservations(
  tx: Tx,
  which: WhichReservations,
  now: Date,
): Promise<Released[]> {
  const { rows } = await sql<Released>`
    update reservation set released_at = ${now} where ${which} and released_at is null
    returning kind, product_id, shop_id, quota_id, limit_key, customer_key, quantity,
      settled_at is not null as is_settled, shipped_at is not null as is_shipped, waitlist_entry_id
  `.execute(tx)
  return rows
}

/** Ends a part of what an order has reserved of a product: `quantity` units, of the youngest reservations first. */
export async function endPartOfStock(
  tx: Tx,
  { order_id, product_id, quantity }: { order_id: OrderId; product_id: number; quantity: number },
  now: Date,
): Promise<{ product_id: number; shop_id: number; quantity: number }[]> {
  const { rows } = await sql<{ product_id: number; shop_id: number; quantity: number }>`
    with own as (
      select reservation_id, product_id, shop_id, quantity,
        sum(quantity) over (order by reservation_id desc) - quantity as before
      from reservation where order_id = ${order_id} and kind = 'stock' and product_id = ${product_id}
        and released_at is null
    ), part as (
      select *, least(quantity, ${quantity}::integer - before)::integer as freed from own
      where before < ${quantity}::integer
    )
    update reservation
    set quantity = case when part.freed = part.quantity then part.quantity else part.quantity - part.freed end,
      released_at = case when part.freed = part.quantity then ${now}::timestamptz end
    from part where reservation.reservation_id = part.reservation_id
    returning part.product_id, part.shop_id, part.freed as quantity
  `.execute(tx)
  return rows
}

export async function releaseQuotas(tx: Tx, released: readonly Released[]): Promise<void> {
  await sql`
    with part as (
      select quota_id, sum(quantity)::integer as quantity,
        coalesce(sum(quantity) filter (where is_settled), 0)::integer as settled
      from jsonb_to_recordset(${JSON.stringify(released)}::jsonb)
        as released (quota_id bigint, quantity integer, is_settled boolean)
      group by quota_id
    ), locked as (
      select quota.quota_id, part.quantity, part.settled from quota join part using (quota_id)
      order by quota.quota_id for no key update of quota
    )
    update quota set taken = quota.taken - locked.quantity, settled = quota.settled - locked.settled
    from locked where quota.quota_id = locked.quota_id
  `.execute(tx)
}

export async function releaseUses(tx: Tx, released: readonly Released[]): Promise<void> {
  await sql`
    with part as (
      select limit_key, customer_key, sum(quantity)::integer as quantity
      from jsonb_to_recordset(${JSON.stringify(released)}::jsonb)
        as released (limit_key text, customer_key text, quantity integer)
      group by limit_key, customer_key
    ), locked as (
      select own.limit_key, own.customer_key, part.quantity
      from customer_use own join part using (limit_key, customer_key)
      order by own.limit_key, own.customer_key for no key update of own
    )
    update customer_use own set taken = own.taken - locked.quantity from locked
    where own.limit_key = locked.limit_key and own.customer_key = locked.customer_key
  `.execute(tx)
}

/** Returns reserved units to what is free. Where the stock row lacks reserved units, they cover that shortage first. */
export async function releaseStock(
  tx: Tx,
  released: readonly Pick<Released, 'product_id' | 'shop_id' | 'quantity'>[],
): Promise<void> {
  await sql`
    with part as (
      select product_id, shop_id, sum(quantity)::integer as quantity
      from jsonb_to_recordset(${JSON.stringify(released)}::jsonb)
        as released (product_id bigint, shop_id bigint, quantity integer)
      group by product_id, shop_id
    ), locked as (
      select stock.product_id, stock.shop_id, part.quantity
      from stock join part using (product_id, shop_id)
      order by stock.product_id, stock.shop_id for no key update of stock
    )
    update stock set quantity = greatest(0, stock.quantity - shortage + locked.quantity),
      shortage = greatest(0, shortage - stock.quantity - locked.quantity)
    from locked
    where stock.product_id = locked.product_id and stock.shop_id = locked.shop_id
  `.execute(tx)
}
