import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import {
  away_after_ms,
  type QueueFacts,
  type SlotRequest,
  type WaitlistRequest,
} from '#shop/inventory/waitlist/waitlist.ts'

/** A position further behind is told as this one. */
const most_counted = 1_000
/** That somebody was seen is written down no more often. */
const seen_again_ms = 5_000
const forgotten_ms = 3_600_000

const since = (now: Date) => new Date(now.getTime() - away_after_ms)

/**
 * Puts customers on the waitlist, or finds them there; who was away too long queues anew. Skips rows
 * that another transaction has locked: a burst must not wait for the waitlist.
 */
export async function insertWaiting(
  db: Database,
  requests: readonly WaitlistRequest[],
  now: Date,
): Promise<void> {
  await sql`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as asked (quota_id bigint,
        customer_key text, customer_id bigint, quantity integer, limit_key text, most integer)
    ), free as (
      select own.slot_wait_id from slot_wait own join asked using (quota_id, customer_key)
      where own.held_until is null
        and (own.customer_id = asked.customer_id or own.seen_at <= ${since(now)}::timestamptz)
      for update of own skip locked
    ), seen as (
      update slot_wait own set seen_at = ${now}::timestamptz, customer_id = asked.customer_id,
        quantity = asked.quantity, most = asked.most, limit_key = asked.limit_key,
        asked_at = case when own.seen_at > ${since(now)}::timestamptz then own.asked_at
          else ${now}::timestamptz end
      from asked where own.quota_id = asked.quota_id and own.customer_key = asked.customer_key
        and own.slot_wait_id in (select slot_wait_id from free)
    )
    insert into slot_wait
      (quota_id, customer_key, customer_id, quantity, limit_key, most, asked_at, seen_at)
    select quota_id, customer_key, customer_id, quantity, limit_key, most,
      ${now}::timestamptz, ${now}::timestamptz from asked
    on conflict (quota_id, customer_key) do nothing
  `.execute(db)
}

/** Where a customer stands in the waitlist joined last; asking keeps the position. */
export async function seeQueuePosition(
  db: Database,
  customer_id: CustomerId,
  now: Date,
): Promise<(QueueFacts & { quota_id: number; is_free: boolean }) | null> {
  const { rows } = await sql<QueueFacts & { quota_id: number; is_free: boolean }>`
    with free as (
      select slot_wait_id from slot_wait
      where customer_id = ${customer_id} and held_until is null
        and seen_at <= ${new Date(now.getTime() - seen_again_ms)}::timestamptz
      for update skip locked
    ), seen as (
      update slot_wait own set seen_at = ${now}::timestamptz,
        asked_at = case when own.seen_at > ${since(now)}::timestamptz then own.asked_at
          else ${now}::timestamptz end
      from free where own.slot_wait_id = free.slot_wait_id
    ), own as materialized (
      -- First, whatever the planner thinks of a table that was empty a minute ago.
      select slot_wait_id, quota_id, held_until, asked_at, seen_at from slot_wait
      where customer_id = ${customer_id}
    )
    select own.quota_id, own.held_until as offered_until,
      sale.is_active and sale.ends_at > ${now}::timestamptz as is_open,
      quota.total is not null and quota.settled >= quota.total as is_sold,
      quota.total is null or quota.taken < quota.total as is_free,
      1 + (select count(*) from (
        select 1 from slot_wait other
        where other.quota_id = own.quota_id and other.held_until is null
          and other.seen_at > ${since(now)}::timestamptz
          and (other.asked_at, other.slot_wait_id) < (
            case when own.held_until is null and own.seen_at <= ${since(now)}::timestamptz
              then ${now}::timestamptz else own.asked_at end, own.slot_wait_id)
        limit ${most_counted}) before)::integer as position
    from own
      join quota on quota.quota_id = own.quota_id
      join flash_sale_item item on item.quota_id = own.quota_id
      join flash_sale sale using (flash_sale_id)
    order by own.slot_wait_id desc limit 1
  `.execute(db)
  return rows[0] ?? null
}

export type Waiting = SlotRequest & { slot_wait_id: number; ends_at: Date }

/**
 * The first who wait for what is free of these quotas and are still there, a few more than can have it:
 * some may want more than there is, or have had theirs. The quotas are locked.
 */
export async function findNextWaiting(
  tx: Tx,
  quota_ids: readonly number[],
  now: Date,
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select next.*, sale.ends_at
    from quota join flash_sale_item item using (quota_id) join flash_sale sale using (flash_sale_id)
      cross join lateral (
        select slot_wait_id, quota_id, customer_key, quantity, limit_key, most, asked_at
        from slot_wait where slot_wait.quota_id = quota.quota_id and held_until is null
          and seen_at > ${since(now)}::timestamptz
        order by asked_at, slot_wait_id limit quota.total - quota.taken + 10
      ) next
    where quota.quota_id = any(${quota_ids}::bigint[]) and quota.total > quota.taken
      and sale.is_active and sale.starts_at <= ${now}::timestamptz
      and sale.ends_at > ${now}::timestamptz
    order by next.asked_at, next.slot_wait_id
  `.execute(tx)
  return rows
}

/** Writes down until when entries have an offer; returns the ids of those that are still there. */
export async function updateOffered(
  tx: Tx,
  offers: readonly { slot_wait_id: number; offered_until: Date }[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ slot_wait_id: number }>`
    update slot_wait own set held_until = given.held_until
    from unnest(${offers.map((one) => one.slot_wait_id)}::bigint[],
      ${offers.map((one) => one.offered_until)}::timestamptz[]) as given (slot_wait_id, held_until)
    where own.slot_wait_id = given.slot_wait_id and own.held_until is null
    returning own.slot_wait_id
  `.execute(tx)
  return new Set(rows.map(({ slot_wait_id }) => slot_wait_id))
}

export async function deleteEntries(tx: Tx, slot_wait_ids: readonly number[]): Promise<void> {
  await sql`delete from slot_wait where slot_wait_id = any(${slot_wait_ids}::bigint[])`.execute(tx)
}

/** Takes a customer off every waitlist; what is offered to the customer goes with its reservations. */
export async function deleteWaiting(db: Database, customer_id: CustomerId): Promise<void> {
  await sql`delete from slot_wait where slot_wait_id in (
    select slot_wait_id from slot_wait where customer_id = ${customer_id} and held_until is null
    for update skip locked)`.execute(db)
}

/** Entries of people who went long ago. */
export async function deleteForgotten(db: Database, now: Date): Promise<void> {
  await sql`delete from slot_wait where slot_wait_id in (
    select slot_wait_id from slot_wait
    where seen_at < ${new Date(now.getTime() - forgotten_ms)}::timestamptz
    limit 1000 for update skip locked)`.execute(db)
}

/** A customer's entry on a waitlist. */
export interface WaitlistEntry {
  slot_wait_id: number
  customer_id: CustomerId
  customer_key: string
  quota_id: number
  quantity: number
  /** A slot is reserved for it now. */
  is_offered: boolean
}

/** What these customers wait for, and what is offered to them. */
export async function findEntries(
  db: Database,
  customer_ids: readonly CustomerId[],
  now: Date,
): Promise<WaitlistEntry[]> {
  const { rows } = await sql<WaitlistEntry>`
    select slot_wait_id, customer_id, customer_key, quota_id, quantity,
      coalesce(held_until > ${now}::timestamptz, false) as is_offered
    from slot_wait where customer_id = any(${customer_ids}::bigint[])
  `.execute(db)
  return rows
}
