import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'
import {
  away_after_ms,
  type QueueFacts,
  type SlotRequest,
  type WaitlistRequest,
} from '#shop/inventory/waitlist/waitlist.ts'

/** Positions behind this one are shown as this one: counting stops here. */
const max_counted = 1_000
/** `seen_at` of an entry is updated at most this often. */
const seen_again_ms = 5_000
const abandoned_after_ms = 3_600_000

const seenSince = (now: Date) => new Date(now.getTime() - away_after_ms)

/**
 * Puts customers on the waitlist, or updates their entries. A customer who was away too long goes to the end
 * of the queue. Skips rows that another transaction has locked: a burst must not wait for the waitlist.
 */
export async function insertWaiting(
  db: Database,
  requests: readonly WaitlistRequest[],
  now: Date,
): Promise<void> {
  await sql`
    with requested as (
      select * from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as requested (quota_id bigint,
        customer_key text, customer_id bigint, quantity integer, limit_key text, max_quantity integer)
    ), free as (
      -- The limit keeps the first search in the unique index: statistics of a table that was empty a minute ago
      -- mislead the planner.
      select own.waitlist_entry_id, requested.* from requested
        cross join lateral (select waitlist_entry_id from waitlist_entry known
          where known.quota_id = requested.quota_id and known.customer_key = requested.customer_key limit 1) known
        join waitlist_entry own using (waitlist_entry_id)
      where own.reserved_until is null
        and (own.customer_id = requested.customer_id or own.seen_at <= ${seenSince(now)}::timestamptz)
      for update of own skip locked
    ), seen as (
      update waitlist_entry own set seen_at = ${now}::timestamptz, customer_id = free.customer_id,
        quantity = free.quantity, max_quantity = free.max_quantity, limit_key = free.limit_key,
        asked_at = case when own.seen_at > ${seenSince(now)}::timestamptz then own.asked_at
          else ${now}::timestamptz end
      from free where own.waitlist_entry_id = free.waitlist_entry_id
    )
    insert into waitlist_entry
      (quota_id, customer_key, customer_id, quantity, limit_key, max_quantity, asked_at, seen_at)
    select quota_id, customer_key, customer_id, quantity, limit_key, max_quantity,
      ${now}::timestamptz, ${now}::timestamptz from requested
    on conflict (quota_id, customer_key) do nothing
  `.execute(db)
}

/**
 * Returns the queue position of a customer in the last joined waitlist, and records that the customer was
 * seen.
 */
export async function seeQueuePosition(
  db: Database,
  customer_id: CustomerId,
  now: Date,
): Promise<(QueueFacts & { quota_id: number; is_free: boolean }) | null> {
  const { rows } = await sql<QueueFacts & { quota_id: number; is_free: boolean }>`
    with free as (
      select waitlist_entry_id from waitlist_entry
      where customer_id = ${customer_id} and reserved_until is null
        and seen_at <= ${new Date(now.getTime() - seen_again_ms)}::timestamptz
      for update skip locked
    ), seen as (
      update waitlist_entry own set seen_at = ${now}::timestamptz,
        asked_at = case when own.seen_at > ${seenSince(now)}::timestamptz then own.asked_at
          else ${now}::timestamptz end
      from free where own.waitlist_entry_id = free.waitlist_entry_id
    ), own as materialized (
      -- Materialized to run first: statistics of a table that was empty a minute ago mislead the planner.
      select waitlist_entry_id, quota_id, reserved_until, asked_at, seen_at from waitlist_entry
      where customer_id = ${customer_id}
    )
    select own.quota_id, own.reserved_until as offered_until,
      sale.is_active and sale.ends_at > ${now}::timestamptz as is_open,
      quota.total is not null and quota.settled >= quota.total as is_sold,
      quota.total is null or quota.taken < quota.total as is_free,
      1 + (select count(*) from (
        select 1 from waitlist_entry other
        where other.quota_id = own.quota_id and other.reserved_until is null
          and other.seen_at > ${seenSince(now)}::timestamptz
          and (other.asked_at, other.waitlist_entry_id) < (
            case when own.reserved_until is null and own.seen_at <= ${seenSince(now)}::timestamptz
              then ${now}::timestamptz else own.asked_at end, own.waitlist_entry_id)
        limit ${max_counted}) before)::integer as position
    from own
      join quota on quota.quota_id = own.quota_id
      join flash_sale_item item on item.quota_id = own.quota_id
      join flash_sale sale using (flash_sale_id)
    order by own.waitlist_entry_id desc limit 1
  `.execute(db)
  return rows[0] ?? null
}

export type Waiting = SlotRequest & { waitlist_entry_id: number; ends_at: Date }

/**
 * Finds the first present customers in the queues of these quotas, a few more than there are free slots: some
 * may want more than is free, or have reached their limit. The quotas are locked already.
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
        select waitlist_entry_id, quota_id, customer_key, quantity, limit_key, max_quantity, asked_at
        from waitlist_entry where waitlist_entry.quota_id = quota.quota_id and reserved_until is null
          and seen_at > ${seenSince(now)}::timestamptz
        order by asked_at, waitlist_entry_id limit quota.total - quota.taken + 10
      ) next
    where quota.quota_id = any(${quota_ids}::bigint[]) and quota.total > quota.taken
      and sale.is_active and sale.starts_at <= ${now}::timestamptz
      and sale.ends_at > ${now}::timestamptz
    order by next.asked_at, next.waitlist_entry_id
  `.execute(tx)
  return rows
}

/**
 * Records until when entries have an offer. Returns the ids of the entries that still exist without an
 * offer.
 */
export async function updateOffered(
  tx: Tx,
  offers: readonly { waitlist_entry_id: number; offered_until: Date }[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ waitlist_entry_id: number }>`
    update waitlist_entry own set reserved_until = offer.reserved_until
    from unnest(${offers.map((offer) => offer.waitlist_entry_id)}::bigint[],
      ${offers.map((offer) => offer.offered_until)}::timestamptz[]) as offer (waitlist_entry_id, reserved_until)
    where own.waitlist_entry_id = offer.waitlist_entry_id and own.reserved_until is null
    returning own.waitlist_entry_id
  `.execute(tx)
  return new Set(rows.map(({ waitlist_entry_id }) => waitlist_entry_id))
}

export async function deleteEntries(tx: Tx, waitlist_entry_ids: readonly number[]): Promise<void> {
  await sql`delete from waitlist_entry where waitlist_entry_id = any(${waitlist_entry_ids}::bigint[])`.execute(
    tx,
  )
}

/** Takes a customer off every waitlist. Entries with an offer stay: they end with their reservations. */
export async function deleteWaiting(db: Database, customer_id: CustomerId): Promise<void> {
  await sql`delete from waitlist_entry where waitlist_entry_id in (
    select waitlist_entry_id from waitlist_entry where customer_id = ${customer_id} and reserved_until is null
    for update skip locked)`.execute(db)
}

/** Deletes entries of customers who were not seen for an hour. */
export async function deleteForgotten(db: Database, now: Date): Promise<void> {
  await sql`delete from waitlist_entry where waitlist_entry_id in (
    select waitlist_entry_id from waitlist_entry
    where seen_at < ${new Date(now.getTime() - abandoned_after_ms)}::timestamptz
    limit 1000 for update skip locked)`.execute(db)
}

/** A customer's entry on a waitlist. */
export interface WaitlistEntry {
  waitlist_entry_id: number
  customer_id: CustomerId
  customer_key: string
  quota_id: number
  quantity: number
  /** A slot is reserved for this entry now. */
  is_offered: boolean
}

/** Finds the waitlist entries of these customers, with or without an offer. */
export async function findEntries(
  db: Database,
  customer_ids: readonly CustomerId[],
  now: Date,
): Promise<WaitlistEntry[]> {
  const { rows } = await sql<WaitlistEntry>`
    select waitlist_entry_id, customer_id, customer_key, quota_id, quantity,
      coalesce(reserved_until > ${now}::timestamptz, false) as is_offered
    from waitlist_entry where customer_id = any(${customer_ids}::bigint[])
  `.execute(db)
  return rows
}
