import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { handOut } from '#shop/hold/hand-out.ts'
import type { HoldPart, UseKey } from '#shop/hold/hold.ts'
import { deletePlaces } from '#shop/hold/slot-line-store.ts'

interface Freed {
  kind: HoldPart['kind']
  product_id: number | null
  shop_id: number | null
  quota_id: number | null
  limit_key: string | null
  customer_key: string | null
  quantity: number
  is_settled: boolean
  slot_wait_id: number | null
}

/** Gives back what these orders still hold. Done twice, it gives back once. */
export async function releaseOrderHolds(
  tx: Tx,
  order_ids: readonly number[],
  now: Date,
): Promise<void> {
  await release(tx, sql`order_id = any(${order_ids}::bigint[])`, now)
}

/** Gives back what is kept for a customer in a line, to the next one. */
export async function releaseKept(tx: Tx, customer_id: number, now: Date): Promise<void> {
  await release(
    tx,
    sql`slot_wait_id in (select slot_wait_id from slot_wait
      where customer_id = ${customer_id} and held_until is not null)`,
    now,
  )
}

/**
 * What was kept for customers is free for their orders, which are written next in this transaction: it
 * has locked the quotas and what is kept, so nobody comes between. Who bought waits no longer.
 */
export async function handOver(
  tx: Tx,
  { kept, places }: { kept: readonly number[]; places: readonly number[] },
  now: Date,
): Promise<void> {
  await release(tx, sql`slot_wait_id = any(${kept}::bigint[])`, now, { to_next: false })
  await deletePlaces(tx, [...kept, ...places])
}

/** Gives back what a living order holds of these, and nothing else of it. */
export async function releaseOrderClaims(
  tx: Tx,
  order_id: number,
  { quota_ids, limit_keys }: { quota_ids: readonly number[]; limit_keys: readonly string[] },
  now: Date,
): Promise<void> {
  await release(
    tx,
    sql`order_id = ${order_id} and (quota_id = any(${quota_ids}::bigint[])
      or limit_key = any(${limit_keys}::text[]))`,
    now,
  )
}

/** Gives back holds without an order whose time was over at `now`, at most `most`; says how many. */
export async function releaseExpiredHolds(tx: Tx, now: Date, most: number): Promise<number> {
  return release(
    tx,
    sql`hold_id in (
      select hold_id from hold
      where released_at is null and expires_at is not null and expires_at <= ${now}
      order by hold_id limit ${most} for update skip locked
    )`,
    now,
  )
}

async function release(
  tx: Tx,
  which: RawBuilder<unknown>,
  now: Date,
  { to_next } = { to_next: true },
): Promise<number> {
  const { rows } = await sql<Freed>`
    update hold set released_at = ${now} where ${which} and released_at is null
    returning kind, product_id, shop_id, quota_id, limit_key, customer_key, quantity,
      settled_at is not null as is_settled, slot_wait_id
  `.execute(tx)
  // In the order in which they are taken: quotas, customers, shelves.
  const of = (kind: Freed['kind']) => rows.filter((row) => row.kind === kind)
  if (of('quota').length > 0) await giveBackQuotas(tx, of('quota'))
  // Whose turn has passed waits no longer, and is not the next one.
  const passed = rows.flatMap(({ slot_wait_id }) => slot_wait_id ?? [])
  if (to_next && passed.length > 0) await deletePlaces(tx, [...new Set(passed)])
  const quota_ids = of('quota').flatMap(({ quota_id }) => quota_id ?? [])
  if (to_next && quota_ids.length > 0) {
    await handOut(tx, [...new Set(quota_ids)], of('customer_limit').flatMap(useOf), now)
  }
  if (of('customer_limit').length > 0) await giveBackUses(tx, of('customer_limit'))
  if (of('stock').length > 0) await giveBackPieces(tx, of('stock'))
  return rows.length
}

function useOf({ limit_key, customer_key }: Freed): UseKey[] {
  return limit_key === null || customer_key === null ? [] : [{ limit_key, customer_key }]
}

async function giveBackQuotas(tx: Tx, freed: readonly Freed[]): Promise<void> {
  await sql`
    with part as (
      select quota_id, sum(quantity)::integer as quantity,
        coalesce(sum(quantity) filter (where is_settled), 0)::integer as settled
      from jsonb_to_recordset(${JSON.stringify(freed)}::jsonb)
        as freed (quota_id bigint, quantity integer, is_settled boolean)
      group by quota_id
    ), locked as (
      select quota.quota_id, part.quantity, part.settled from quota join part using (quota_id)
      order by quota.quota_id for no key update of quota
    )
    update quota set taken = quota.taken - locked.quantity, settled = quota.settled - locked.settled
    from locked where quota.quota_id = locked.quota_id
  `.execute(tx)
}

async function giveBackUses(tx: Tx, freed: readonly Freed[]): Promise<void> {
  await sql`
    with part as (
      select limit_key, customer_key, sum(quantity)::integer as quantity
      from jsonb_to_recordset(${JSON.stringify(freed)}::jsonb)
        as freed (limit_key text, customer_key text, quantity integer)
      group by limit_key, customer_key
    ), locked as (
      select held.limit_key, held.customer_key, part.quantity
      from customer_use held join part using (limit_key, customer_key)
      order by held.limit_key, held.customer_key for no key update of held
    )
    update customer_use held set taken = held.taken - locked.quantity from locked
    where held.limit_key = locked.limit_key and held.customer_key = locked.customer_key
  `.execute(tx)
}

async function giveBackPieces(tx: Tx, freed: readonly Freed[]): Promise<void> {
  await sql`
    with part as (
      select product_id, shop_id, sum(quantity)::integer as quantity
      from jsonb_to_recordset(${JSON.stringify(freed)}::jsonb)
        as freed (product_id bigint, shop_id bigint, quantity integer)
      group by product_id, shop_id
    ), locked as (
      select stock.product_id, stock.shop_id, part.quantity
      from stock join part using (product_id, shop_id)
      order by stock.product_id, stock.shop_id for no key update of stock
    )
    update stock set quantity = stock.quantity + locked.quantity from locked
    where stock.product_id = locked.product_id and stock.shop_id = locked.shop_id
  `.execute(tx)
}
