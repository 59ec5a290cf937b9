import type { OrderId } from '#pure/ids.ts'
import { sql } from 'kysely'
import type { OutboxMessage } from '#contracts/staff/outbox.ts'
import type { Database } from '#db/schema.ts'
import type { Channel, Template } from '#shop/notification/outbox.ts'
import type { RenderedMessage } from '#shop/notification/templates/sender.ts'

/** A message claimed by one sender: no other sends it before the claim ends. */
export interface ClaimedMessage {
  outbox_id: number
  /** Our number of the message for its provider: random, the same whenever the message is sent again. */
  request_id: string
  channel: Channel
  recipient: string
  template: Template
  order_id: OrderId | null
  facts: Record<string, unknown>
  attempts: number
}

interface ClaimRound {
  now: Date
  claim_ends: Date
  /** Templates that are left where they are for now. */
  withheld: readonly Template[]
  batch: number
}

/** Claims due messages, oldest first; two senders never claim the same message. */
export async function claimDue(
  db: Database,
  { now, claim_ends, withheld, batch }: ClaimRound,
): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    with due as (
      select outbox_id from outbox where state = 'waiting' and next_attempt_at <= ${now}
        and template <> all(${withheld}::text[])
      order by next_attempt_at, outbox_id limit ${batch} for update skip locked
    )
    update outbox set state = 'sending', attempts = outbox.attempts + 1, next_attempt_at = ${claim_ends}
    from due where outbox.outbox_id = due.outbox_id
    returning outbox.outbox_id, request_id, channel, recipient, template, order_id, facts, attempts
  `.execute(db)
  return rows.toSorted((a, b) => a.outbox_id - b.outbox_id)
}

/**
 * Handles messages whose sender stopped while sending: it is unknown whether they were sent. On repeatable
 * channels a second attempt arrives once, so they wait again. The others fail, and staff decide: the shop itself
 * never sends them twice.
 */
export async function settleOrphans(
  db: Database,
  now: Date,
  repeatable: readonly Channel[],
): Promise<number> {
  const { rows } = await sql`
    update outbox set
      state = case when channel = any(${repeatable}::text[]) then 'waiting' else 'failed' end,
      error = 'the sender stopped over it: it may have gone out'
    where state = 'sending' and next_attempt_at <= ${now}
    returning 1
  `.execute(db)
  return rows.length
}

export async function updateSent(
  db: Database,
  outbox_id: number,
  { subject, body, html }: RenderedMessage,
  now: Date,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'sent', subject, body, html, sent_at: now, next_attempt_at: null, error: null })
    .where('outbox_id', '=', outbox_id)
    .where('state', '=', 'sending')
    .execute()
}

/**
 * Records that a message was not sent: the next attempt is at `next_attempt_at`; null means that it has
 * failed.
 */
export async function updateUnsent(
  db: Database,
  outbox_id: number,
  error: string,
  next_attempt_at: Date | null,
): Promise<void> {
  await sql`
    update outbox set state = case when ${next_attempt_at}::timestamptz is null then 'failed' else 'waiting' end,
      next_attempt_at = ${next_attempt_at}::timestamptz, error = ${error.slice(0, 500)}
    where outbox_id = ${outbox_id} and state = 'sending'
  `.execute(db)
}

/** Drops a message that is no longer true, or that no transport can send. */
export async function updateDropped(
  db: Database,
  outbox_id: number,
  reason: string,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'dropped', next_attempt_at: null, error: reason })
    .where('outbox_id', '=', outbox_id)
    .where('state', '=', 'sending')
    .execute()
}

type MessageRow = Omit<OutboxMessage, 'created_at' | 'next_attempt_at' | 'sent_at'> & {
  created_at: Date
  next_attempt_at: Date | null
  sent_at: Date | null
}

/** Finds messages with an id below `before`, newest first. */
export async function findMessages(
  db: Database,
  before: number | null,
  limit: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select outbox_id, channel, outbox.recipient, template, subject, body, html is not null as has_html,
      o.code as order_code, outbox.state, attempts, error, outbox.created_at, next_attempt_at, sent_at
    from outbox left join sales_order o using (order_id)
    where ${before}::bigint is null or outbox_id < ${before}::bigint
    order by outbox_id desc limit ${limit}
  `.execute(db)
  return rows
}

export async function findHtml(db: Database, outbox_id: number): Promise<string | null> {
  const row = await db
    .selectFrom('outbox')
    .select('html')
    .where('outbox_id', '=', outbox_id)
    .executeTakeFirst()
  return row?.html ?? null
}

/** Lets a failed message wait for sending again; false when it has not failed. */
export async function updateToWaiting(
  db: Database,
  outbox_id: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: 0, next_attempt_at: now })
    .where('outbox_id', '=', outbox_id)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
