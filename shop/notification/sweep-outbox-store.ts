import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** What a message came to before `before`, whatever it was; what waits or is being sent is not done with. */
const is_over = (before: Date) => sql`coalesce(sent_at, created_at) <= ${before}
  and state in ('sent', 'dropped', 'failed')`

/**
 * Takes the words and the address out of messages that ended before `before`. That they were told stays,
 * under their key, so that nothing is told twice; a dead one cannot be sent any more. Returns how many.
 */
export async function eraseWords(db: Database, before: Date, batch: number): Promise<number> {
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
