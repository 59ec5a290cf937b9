import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import {
  type CustomerUse,
  type OfferClaims,
  type Quota,
  type Reservation,
  ReservationConflict,
  type UseKey,
} from '#shop/inventory/reservation/reservation.ts'

/** Reads quotas and locks them until the transaction ends, in the order of their ids. */
export async function lockQuotas(tx: Tx, quota_ids: readonly number[]): Promise<Quota[]> {
  const { rows } = await sql<Quota>`
    select quota_id, total, taken, settled from quota
    where quota_id = any(${quota_ids}::bigint[])
    order by quota_id for no key update
  `.execute(tx)
  return rows
}

/** Reads and locks what customers have used of limits. A limit that the customer has never used has no row. */
export async function lockUses(tx: Tx, keys: readonly UseKey[]): Promise<CustomerUse[]> {
  const { rows } = await sql<CustomerUse>`
    select own.limit_key, own.customer_key, own.taken
    from customer_use own
    join unnest(${keys.map((key) => key.limit_key)}::text[],
      ${keys.map((key) => key.customer_key)}::text[]) as requested (limit_key, customer_key)
      on own.limit_key = requested.limit_key and own.customer_key = requested.customer_key
    order by own.limit_key, own.customer_key for no key update of own
  `.execute(tx)
  return rows
}

/**
 * Locks these quotas and uses and all that these orders claim, in the order of their keys: for a transaction that
 * reserves some, then releases or settles others.
 */
export async function lockClaimsOfOrders(
  tx: Tx,
  order_ids: readonly OrderId[],
  { quota_ids, uses }: { quota_ids: readonly number[]; uses: readonly UseKey[] },
): Promise<void> {
  await sql`
    select from quota where quota_id = any(${quota_ids}::bigint[] || array(
      select quota_id from reservation where order_id = any(${order_ids}::bigint[]) and quota_id is not null))
    order by quota_id for no key update
  `.execute(tx)
  const { rows } = await sql<UseKey>`
    select distinct limit_key, customer_key from reservation
    where order_id = any(${order_ids}::bigint[]) and kind = 'customer_limit'`.execute(tx)
  await lockUses(tx, [...uses, ...rows])
}

/** A reservation of an order, or a temporary one without an order. */
type NewReservation = Reservation & {
  order_id: OrderId | null
  /** The waitlist entry that it is offered to. */
  waitlist_entry_id?: number
  /** The piece that a shop sets aside for it; it ends with that. */
  shop_reservation_id?: number
  expires_at: Date | null
  settled_at: Date | null
}

/** Inserts what one order reserves. `settled_at` null: it is released if the order expires unpaid. */
export async function insertReservationsOf(
  tx: Tx,
  order_id: OrderId,
  reservations: readonly Reservation[],
  settled_at: Date | null,
): Promise<void> {
  const of_order = { order_id, expires_at: null, settled_at }
  await insertReservations(
    tx,
    reservations.map((reservation) => ({ ...reservation, ...of_order })),
  )
}

/**
 * Subtracts the reserved quantities from the locked supplies and inserts the reservations, in one statement.
 * Every row checks its quantity once more. Throws ReservationConflict when another transaction inserted the
 * first use of a customer before this one: a row that does not exist yet cannot be locked.
 */
export async function insertReservations(
  tx: Tx,
  reservations: readonly NewReservation[],
): Promise<void> {
  if (reservations.length === 0) return
  const { rows } = await sql<{ stock_rows: number; quotas: number; uses: number }>`
    with requested as (
      select * from jsonb_to_recordset(${JSON.stringify(reservations)}::jsonb) as requested (order_id bigint,
        kind text, product_id bigint, shop_id bigint, quota_id bigint, limit_key text,
        customer_key text, quantity integer, max_quantity integer, expires_at timestamptz,
        settled_at timestamptz, waitlist_entry_id bigint, shop_reservation_id bigint)
    ), stock_rows as (
      update stock set quantity = stock.quantity - part.quantity
      from (select product_id, shop_id, sum(quantity)::integer as quantity from requested
        where kind = 'stock' group by product_id, shop_id) part
      where stock.product_id = part.product_id and stock.shop_id = part.shop_id
        and stock.quantity >= part.quantity
      returning 1
    ), quotas as (
      update quota set taken = quota.taken + part.quantity, settled = quota.settled + part.settled
      from (select quota_id, sum(quantity)::integer as quantity,
          coalesce(sum(quantity) filter (where settled_at is not null), 0)::integer as settled
        from requested where kind = 'quota' group by quota_id) part
      where quota.quota_id = part.quota_id
        and (quota.total is null or quota.taken + part.quantity <= quota.total)
      returning 1
    ), uses as (
      insert into customer_use as own (limit_key, customer_key, taken)
      select limit_key, customer_key, sum(quantity)::integer from requested
      where kind = 'customer_limit' group by limit_key, customer_key
      having sum(quantity) <= min(max_quantity) order by limit_key, customer_key
      on conflict (limit_key, customer_key) do update set taken = own.taken + excluded.taken
        where own.taken + excluded.taken <= (select min(max_quantity) from requested
          where requested.limit_key = own.limit_key and requested.customer_key = own.customer_key)
      returning 1
    ), written as (
      insert into reservation (order_id, kind, product_id, shop_id, quota_id, limit_key, customer_key,
        quantity, max_quantity, expires_at, settled_at, waitlist_entry_id, shop_reservation_id)
      select order_id, kind, product_id, shop_id, quota_id, limit_key, customer_key,
        quantity, max_quantity, expires_at, settled_at, waitlist_entry_id, shop_reservation_id from requested
    )
    select (select count(*) from stock_rows) as stock_rows, (select count(*) from quotas) as quotas,
      (select count(*) from uses) as uses
  `.execute(tx)
  const { stock_rows = 0, quotas = 0, uses = 0 } = rows[0] ?? {}
  if (stock_rows + quotas + uses !== rowsTouched(reservations)) throw new ReservationConflict()
}

/** Counts the different stock rows, quotas and limits that these reservations use. */
function rowsTouched(reservations: readonly Reservation[]): number {
  const keys = reservations.map((reservation) => {
    if (reservation.kind === 'stock') return `${reservation.product_id} ${reservation.shop_id}`
    if (reservation.kind === 'quota') return `${reservation.quota_id}`
    return `${reservation.limit_key} ${reservation.customer_key}`
  })
  return new Set(keys).size
}

/** Marks the reservations of these orders as settled: the orders are paid, or cash on delivery. Done once. */
export async function settleReservations(
  tx: Tx,
  order_ids: readonly OrderId[],
  now: Date,
): Promise<void> {
  await sql`
    with settled as (
      update reservation set settled_at = ${now}
      where order_id = any(${order_ids}::bigint[]) and settled_at is null and released_at is null
      returning quota_id, quantity
    ), part as (
      select quota_id, sum(quantity)::integer as quantity from settled
      where quota_id is not null group by quota_id
    ), locked as (
      select quota.quota_id, part.quantity from quota join part using (quota_id)
      order by quota.quota_id for no key update of quota
    )
    update quota set settled = quota.settled + locked.quantity from locked
    where quota.quota_id = locked.quota_id
  `.execute(tx)
}

export type ClaimReservation = Exclude<Reservation, { kind: 'stock' }>

/**
 * Finds the quotas and limits that these orders had reserved until the last of them ended, without these claims. Stock
 * is allocated again from the lines of an order.
 */
export async function findEndedClaims(
  tx: Tx,
  order_ids: readonly OrderId[],
  { quota_ids, limit_keys }: OfferClaims,
): Promise<ClaimReservation[]> {
  const { rows } = await sql<ClaimReservation>`
    select kind, quota_id, limit_key, customer_key, quantity, max_quantity from reservation
    where order_id = any(${order_ids}::bigint[]) and kind <> 'stock'
      and released_at = (select max(released_at) from reservation where order_id = any(${order_ids}::bigint[]))
      and coalesce(quota_id <> all(${quota_ids}::bigint[]), true)
      and coalesce(limit_key <> all(${limit_keys}::text[]), true)
    order by reservation_id
  `.execute(tx)
  return rows
}

/** Finds what these claims of an order reserved until they were released last. */
export async function findReleasedClaims(
  tx: Tx,
  order_id: OrderId,
  { quota_ids, limit_keys }: OfferClaims,
): Promise<ClaimReservation[]> {
  const { rows } = await sql<ClaimReservation>`
    select distinct on (kind, quota_id, limit_key) kind, quota_id, limit_key, customer_key, quantity, max_quantity
    from reservation
    where order_id = ${order_id} and released_at is not null and kind <> 'stock'
      and (quota_id = any(${quota_ids}::bigint[]) or limit_key = any(${limit_keys}::text[]))
    order by kind, quota_id, limit_key, reservation_id desc
  `.execute(tx)
  return rows
}

/** A reservation that is offered to a waitlist entry. */
export type OfferedReservation = Reservation & { waitlist_entry_id: number }

/**
 * Reads and locks the reservations that are offered to these waitlist entries. The quotas are locked already,
 * so no other buyer of the same slots is ahead. An offer that is being released at this moment is left out.
 */
export async function lockOffered(
  tx: Tx,
  waitlist_entry_ids: readonly number[],
  now: Date,
): Promise<Map<number, OfferedReservation[]>> {
  const { rows } = await sql<OfferedReservation>`
    select waitlist_entry_id, kind, quota_id, limit_key, customer_key, quantity, max_quantity from reservation
    where waitlist_entry_id = any(${waitlist_entry_ids}::bigint[]) and released_at is null
      and expires_at > ${now}::timestamptz
    order by reservation_id for no key update skip locked
  `.execute(tx)
  const offered = Map.groupBy(rows, (row) => row.waitlist_entry_id)
  // An offer is a slot and a share of the customer's limit. If one of them is missing, the offer is being released.
  return new Map([...offered].filter(([, reservations]) => reservations.length === 2))
}
