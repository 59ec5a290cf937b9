import { sql } from 'kysely'
import type { OutboxMessage } from '#contracts/staff/outbox.ts'
import type { Database } from '#db/schema.ts'
import type { Channel, Template } from '#shop/notification/outbox.ts'
import type { RenderedMessage } from '#shop/notification/templates/sender.ts'

/** A message in hand: nobody else sends it before its claim ends. */
export interface ClaimedMessage {
  outbox_id: number
  channel: Channel
  recipient: string
  template: Template
  order_id: number | null
  facts: Record<string, unknown>
  tries: number
}

/** Takes messages whose time has come, oldest first; two senders never take the same one. */
export async function claimDue(
  db: Database,
  now: Date,
  claim_ends: Date,
  batch: number,
): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    with due as (
      select outbox_id from outbox where state = 'waiting' and next_try_at <= ${now}
      order by next_try_at, outbox_id limit ${batch} for update skip locked
    )
    update outbox set state = 'sending', tries = outbox.tries + 1, next_try_at = ${claim_ends}
    from due where outbox.outbox_id = due.outbox_id
    returning outbox.outbox_id, channel, recipient, template, order_id, facts, tries
  `.execute(db)
  return rows.toSorted((a, b) => a.outbox_id - b.outbox_id)
}

/**
 * Messages whose sender died over them: nobody knows whether they went out. Where asking twice sends
 * once they wait again; the others are dead, and staff decide (never twice by ourselves).
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
    where state = 'sending' and next_try_at <= ${now}
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
    .set({ state: 'sent', subject, body, html, sent_at: now, next_try_at: null, error: null })
    .where('outbox_id', '=', outbox_id)
    .where('state', '=', 'sending')
    .execute()
}

/** It did not go out: tried again at `next_try_at`, or dead where that is null. */
export async function updateUnsent(
  db: Database,
  outbox_id: number,
  error: string,
  next_try_at: Date | null,
): Promise<void> {
  await sql`
    update outbox set state = case when ${next_try_at}::timestamptz is null then 'failed' else 'waiting' end,
      next_try_at = ${next_try_at}::timestamptz, error = ${error.slice(0, 500)}
    where outbox_id = ${outbox_id} and state = 'sending'
  `.execute(db)
}

/** It is true no more, or there is no way to send it: not told. */
export async function updateDropped(db: Database, outbox_id: number, why: string): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'dropped', next_try_at: null, error: why })
    .where('outbox_id', '=', outbox_id)
    .where('state', '=', 'sending')
    .execute()
}

type MessageRow = Omit<OutboxMessage, 'created_at' | 'next_try_at' | 'sent_at'> & {
  created_at: Date
  next_try_at: Date | null
  sent_at: Date | null
}

/** Messages newest first, older than `before`. */
export async function findMessages(
  db: Database,
  before: number | null,
  limit: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select outbox_id, channel, outbox.recipient, template, subject, body, html is not null as has_html,
      o.code as order_code, outbox.state, tries, error, outbox.created_at, next_try_at, sent_at
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

/** A dead message waits again; false when it is not dead. */
export async function updateToAgain(db: Database, outbox_id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'waiting', tries: 0, next_try_at: now })
    .where('outbox_id', '=', outbox_id)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
