import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import {
  booking_templates,
  shop_reservation_templates,
  trade_templates,
} from '#shop/notification/outbox.ts'

/** Condition: the message was sent, dropped or failed, and is older than `before`. */
const is_over = (before: Date) => sql`coalesce(sent_at, created_at) <= ${before}
  and state in ('sent', 'dropped', 'failed')`

/**
 * Erases the texts and addresses of messages that ended before `before`. The rows and their keys remain, so that
 * nothing is notified twice. A failed message cannot be sent any more. Returns how many were erased.
 */
export async function eraseMessageTexts(
  db: Database,
  before: Date,
  batch: number,
): Promise<number> {
  const { rows } = await sql`
    with old as (
      select outbox_id from outbox where recipient <> '' and ${is_over(before)}
      order by outbox_id limit ${batch} for update skip locked
    )
    update outbox set recipient = '', subject = null, body = null, html = null, facts = '{}',
      error = null, state = case when outbox.state = 'failed' then 'dropped' else outbox.state end
    from old where outbox.outbox_id = old.outbox_id returning 1
  `.execute(db)
  return rows.length
}

export async function deleteOldMessages(
  db: Database,
  before: Date,
  batch: number,
): Promise<number> {
  const { rows } = await sql`
    delete from outbox where outbox_id in (
      select outbox_id from outbox where ${is_over(before)}
      order by outbox_id limit ${batch} for update skip locked)
    returning 1
  `.execute(db)
  return rows.length
}

/** The messages about a record name it in this fact. */
const templates_about = {
  booking_id: booking_templates,
  trade_quote_id: trade_templates,
  shop_reservation_id: shop_reservation_templates,
}

/** Deletes the messages about bookings, quotes for old devices or pieces set aside that are erased. */
export async function deleteNoticesAbout(
  tx: Tx,
  fact: keyof typeof templates_about,
  ids: readonly number[],
): Promise<void> {
  await sql`
    delete from outbox where template = any(${templates_about[fact]}::text[])
      and (facts ->> ${fact})::bigint = any(${ids}::bigint[])
  `.execute(tx)
}
