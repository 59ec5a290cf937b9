import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import {
  type CustomerUse,
  type Quota,
  type Reservation,
  ReservationConflict,
  type UseKey,
} from '#shop/inventory/reservation/reservation.ts'

/** Quotas, for this transaction alone until it ends; locked in the order of their numbers. */
export async function lockQuotas(tx: Tx, quota_ids: readonly number[]): Promise<Quota[]> {
  const { rows } = await sql<Quota>`
    select quota_id, total, taken, settled from quota
    where quota_id = any(${quota_ids}::bigint[])
    order by quota_id for no key update
  `.execute(tx)
  return rows
}

/** How much customers had of what is limited; what nobody had has no row yet. */
export async function lockUses(tx: Tx, keys: readonly UseKey[]): Promise<CustomerUse[]> {
  const { rows } = await sql<CustomerUse>`
    select own.limit_key, own.customer_key, own.taken
    from customer_use own
    join unnest(${keys.map((key) => key.limit_key)}::text[],
      ${keys.map((key) => key.customer_key)}::text[]) as asked (limit_key, customer_key)
      on own.limit_key = asked.limit_key and own.customer_key = asked.customer_key
    order by own.limit_key, own.customer_key for no key update of own
  `.execute(tx)
  return rows
}

/** A reservation and whose it is: an order's, or nobody's for a time. */
export type NewReservation = Reservation & {
  order_id: OrderId | null
  /** The waitlist entry that it is offered to. */
  slot_wait_id?: number
  expires_at: Date | null
  settled_at: Date | null
}

/**
 * Takes what was drawn from locked supplies and writes down who has it, in one statement. Every amount
 * is guarded once more in its own row; ReservationConflict when a customer's first use was outrun by
 * another transaction's, which no lock can prevent.
 */
export async function insertReservations(
  tx: Tx,
  reservations: readonly NewReservation[],
): Promise<void> {
  if (reservations.length === 0) return
  const { rows } = await sql<{ stock_rows: number; quotas: number; uses: number }>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(reservations)}::jsonb) as asked (order_id bigint,
        kind text, product_id bigint, shop_id bigint, quota_id bigint, limit_key text,
        customer_key text, quantity integer, most integer, expires_at timestamptz,
        settled_at timestamptz, slot_wait_id bigint)
    ), stock_rows as (
      update stock set quantity = stock.quantity - part.quantity
      from (select product_id, shop_id, sum(quantity)::integer as quantity from asked
        where kind = 'stock' group by product_id, shop_id) part
      where stock.product_id = part.product_id and stock.shop_id = part.shop_id
        and stock.quantity >= part.quantity
      returning 1
    ), quotas as (
      update quota set taken = quota.taken + part.quantity, settled = quota.settled + part.settled
      from (select quota_id, sum(quantity)::integer as quantity,
          coalesce(sum(quantity) filter (where settled_at is not null), 0)::integer as settled
        from asked where kind = 'quota' group by quota_id) part
      where quota.quota_id = part.quota_id
        and (quota.total is null or quota.taken + part.quantity <= quota.total)
      returning 1
    ), uses as (
      insert into customer_use as own (limit_key, customer_key, taken)
      select limit_key, customer_key, sum(quantity)::integer from asked
      where kind = 'customer_limit' group by limit_key, customer_key
      having sum(quantity) <= min(most) order by limit_key, customer_key
      on conflict (limit_key, customer_key) do update set taken = own.taken + excluded.taken
        where own.taken + excluded.taken <= (select min(most) from asked
          where asked.limit_key = own.limit_key and asked.customer_key = own.customer_key)
      returning 1
    ), written as (
      insert into hold (order_id, kind, product_id, shop_id, quota_id, limit_key, customer_key,
        quantity, most, expires_at, settled_at, slot_wait_id)
      select order_id, kind, product_id, shop_id, quota_id, limit_key, customer_key,
        quantity, most, expires_at, settled_at, slot_wait_id from asked
    )
    select (select count(*) from stock_rows) as stock_rows, (select count(*) from quotas) as quotas,
      (select count(*) from uses) as uses
  `.execute(tx)
  const { stock_rows = 0, quotas = 0, uses = 0 } = rows[0] ?? {}
  if (stock_rows + quotas + uses !== rowsTouched(reservations)) throw new ReservationConflict()
}

/** How many different stock rows, quotas and limits these reservations draw on. */
function rowsTouched(reservations: readonly Reservation[]): number {
  const keys = reservations.map((one) => {
    if (one.kind === 'stock') return `${one.product_id} ${one.shop_id}`
    return one.kind === 'quota' ? `${one.quota_id}` : `${one.limit_key} ${one.customer_key}`
  })
  return new Set(keys).size
}

/** What these orders have reserved is theirs for good: paid, or cash on delivery. Done once. */
export async function settleReservations(
  tx: Tx,
  order_ids: readonly OrderId[],
  now: Date,
): Promise<void> {
  await sql`
    with settled as (
      update hold set settled_at = ${now}
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

/** Lets reservations without an order lapse later; never earlier, and none that has ended. */
export async function extendReservations(
  tx: Tx,
  hold_ids: readonly number[],
  until: Date,
  now: Date,
): Promise<number> {
  const { rows } = await sql`
    update hold set expires_at = greatest(expires_at, ${until}::timestamptz)
    where hold_id = any(${hold_ids}::bigint[]) and released_at is null and expires_at > ${now}
    returning 1
  `.execute(tx)
  return rows.length
}

export type ClaimReservation = Exclude<Reservation, { kind: 'stock' }>

/** Slots and limits that an order had until it ended; its stock is allocated anew from its lines. */
export async function findEndedClaims(tx: Tx, order_id: OrderId): Promise<ClaimReservation[]> {
  const { rows } = await sql<ClaimReservation>`
    select kind, quota_id, limit_key, customer_key, quantity, most from hold
    where order_id = ${order_id} and kind <> 'stock'
      and released_at = (select max(released_at) from hold where order_id = ${order_id})
    order by hold_id
  `.execute(tx)
  return rows
}

/** Reserved for an entry of a waitlist whose turn it is. */
export type OfferedReservation = Reservation & { slot_wait_id: number }

/**
 * What is offered to these waitlist entries, for this transaction alone. The quotas are locked, so nobody
 * who also wants them is ahead; an offer that is being released at this moment is left out.
 */
export async function lockOffered(
  tx: Tx,
  slot_wait_ids: readonly number[],
  now: Date,
): Promise<Map<number, OfferedReservation[]>> {
  const { rows } = await sql<OfferedReservation>`
    select slot_wait_id, kind, quota_id, limit_key, customer_key, quantity, most from hold
    where slot_wait_id = any(${slot_wait_ids}::bigint[]) and released_at is null
      and expires_at > ${now}::timestamptz
    order by hold_id for no key update skip locked
  `.execute(tx)
  const offered = Map.groupBy(rows, (row) => row.slot_wait_id)
  // A slot and the customer's share of the limit: one without the other is on its way to others.
  return new Map([...offered].filter(([, reservations]) => reservations.length === 2))
}
