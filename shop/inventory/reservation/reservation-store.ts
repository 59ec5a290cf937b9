import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import {
  type CustomerUse,
  HoldMoved,
  type HoldPart,
  type Quota,
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
    select held.limit_key, held.customer_key, held.taken
    from customer_use held
    join unnest(${keys.map((key) => key.limit_key)}::text[],
      ${keys.map((key) => key.customer_key)}::text[]) as asked (limit_key, customer_key)
      on held.limit_key = asked.limit_key and held.customer_key = asked.customer_key
    order by held.limit_key, held.customer_key for no key update of held
  `.execute(tx)
  return rows
}

/** Whose holds these are: an order's, or nobody's for a time. */
export type NewHold = HoldPart & {
  order_id: number | null
  /** Whose turn it is, when it is kept for somebody in a line. */
  slot_wait_id?: number
  expires_at: Date | null
  settled_at: Date | null
}

/**
 * Takes what was drawn from locked supplies and writes down who has it, in one statement. Every amount
 * is guarded once more where it stands; HoldMoved when a customer's first use was outrun by another
 * transaction's, which no lock can prevent.
 */
export async function insertHolds(tx: Tx, holds: readonly NewHold[]): Promise<void> {
  if (holds.length === 0) return
  const { rows } = await sql<{ shelves: number; quotas: number; uses: number }>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(holds)}::jsonb) as asked (order_id bigint,
        kind text, product_id bigint, shop_id bigint, quota_id bigint, limit_key text,
        customer_key text, quantity integer, most integer, expires_at timestamptz,
        settled_at timestamptz, slot_wait_id bigint)
    ), shelves as (
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
      insert into customer_use as held (limit_key, customer_key, taken)
      select limit_key, customer_key, sum(quantity)::integer from asked
      where kind = 'customer_limit' group by limit_key, customer_key
      having sum(quantity) <= min(most) order by limit_key, customer_key
      on conflict (limit_key, customer_key) do update set taken = held.taken + excluded.taken
        where held.taken + excluded.taken <= (select min(most) from asked
          where asked.limit_key = held.limit_key and asked.customer_key = held.customer_key)
      returning 1
    ), written as (
      insert into hold (order_id, kind, product_id, shop_id, quota_id, limit_key, customer_key,
        quantity, most, expires_at, settled_at, slot_wait_id)
      select order_id, kind, product_id, shop_id, quota_id, limit_key, customer_key,
        quantity, most, expires_at, settled_at, slot_wait_id from asked
    )
    select (select count(*) from shelves) as shelves, (select count(*) from quotas) as quotas,
      (select count(*) from uses) as uses
  `.execute(tx)
  const { shelves = 0, quotas = 0, uses = 0 } = rows[0] ?? {}
  if (shelves + quotas + uses !== thingsIn(holds)) throw new HoldMoved()
}

/** Different shelves, quotas and limits that holds draw on. */
function thingsIn(holds: readonly HoldPart[]): number {
  const things = holds.map((hold) => {
    if (hold.kind === 'stock') return `${hold.product_id} ${hold.shop_id}`
    return hold.kind === 'quota' ? `${hold.quota_id}` : `${hold.limit_key} ${hold.customer_key}`
  })
  return new Set(things).size
}

/** What these orders hold waits for nothing any more: paid, or to be paid at the door. Once. */
export async function settleOrderHolds(
  tx: Tx,
  order_ids: readonly number[],
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

/** Keeps holds without an order longer; never shorter, and none that ended. */
export async function extendHolds(
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

export type EndedHold =
  | { kind: 'quota'; quota_id: number; quantity: number }
  | {
      kind: 'customer_limit'
      limit_key: string
      customer_key: string
      quantity: number
      most: number
    }

/** Slots and limits that an order had until it ended; its pieces are planned anew from its lines. */
export async function findEndedHolds(tx: Tx, order_id: number): Promise<EndedHold[]> {
  const { rows } = await sql<EndedHold>`
    select kind, quota_id, limit_key, customer_key, quantity, most from hold
    where order_id = ${order_id} and kind <> 'stock'
      and released_at = (select max(released_at) from hold where order_id = ${order_id})
    order by hold_id
  `.execute(tx)
  return rows
}
