import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

export interface SessionRow {
  session_id: number
  customer_id: CustomerId
  kind: 'guest' | 'member'
  expires_at: Date
  replaced_at: Date | null
  seen_at: Date | null
  ended_at: Date | null
}

/** Returns sessions with their customers, by the hexadecimal hash of the token. */
export async function findSessions(
  db: Database,
  token_hashes: readonly string[],
): Promise<Map<string, SessionRow>> {
  const { rows } = await sql<SessionRow & { hash: string }>`
    select encode(s.token_hash, 'hex') as hash, s.session_id, s.customer_id, c.kind, s.expires_at,
      s.replaced_at, s.seen_at, s.ended_at
    from unnest(${token_hashes}::text[]) as requested (hash)
    join session s on s.token_hash = decode(requested.hash, 'hex')
    join customer c on c.customer_id = s.customer_id
  `.execute(db)
  return new Map(rows.map(({ hash, ...session }) => [hash, session]))
}

interface NewSession {
  token_hash: Buffer
  now: Date
  expires_at: Date
}

/** Inserts a new guest with a first session. */
export async function insertGuest(db: Database, session: NewSession): Promise<void> {
  await sql`
    with guest as (
      insert into customer (kind, created_at) values ('guest', ${session.now}) returning customer_id
    )
    insert into session (token_hash, customer_id, created_at, expires_at)
    select ${session.token_hash}, customer_id, ${session.now}, ${session.expires_at} from guest
  `.execute(db)
}

/** Inserts a new session for the customer of an expired one and marks the old one as replaced. */
export async function replaceSession(
  db: Database,
  old: { session_id: number; customer_id: CustomerId },
  session: NewSession,
): Promise<void> {
  await sql`
    with replaced as (
      update session set replaced_at = coalesce(replaced_at, ${session.now})
      where session_id = ${old.session_id}
    )
    insert into session (token_hash, customer_id, created_at, expires_at)
    values (${session.token_hash}, ${old.customer_id}, ${session.now}, ${session.expires_at})
  `.execute(db)
}

/**
 * Deletes a batch of sessions that expired before `before`. Also deletes guests who then have no session and
 * no order, with their carts. Returns the number of deleted sessions.
 */
export async function deleteForgottenSessions(
  db: Database,
  before: Date,
  batch: number,
): Promise<number> {
  const { rows: deleted } = await sql<{ customer_id: CustomerId }>`
    delete from session where session_id in (
      select session_id from session where expires_at < ${before} order by expires_at limit ${batch}
    ) returning customer_id
  `.execute(db)
  const customers = [...new Set(deleted.map((row) => row.customer_id))]
  const { rows: orphans } = await sql<{ customer_id: CustomerId }>`
    select customer_id from customer c
    where customer_id = any(${customers}::bigint[]) and kind = 'guest'
      and not exists (select from session s where s.customer_id = c.customer_id)
      and not exists (select from sales_order o where o.customer_id = c.customer_id)
  `.execute(db)
  const guests = orphans.map((row) => row.customer_id)
  await sql`delete from cart_item where customer_id = any(${guests}::bigint[])`.execute(db)
  await sql`delete from quote where customer_id = any(${guests}::bigint[])`.execute(db)
  await sql`delete from customer where customer_id = any(${guests}::bigint[])`.execute(db)
  return deleted.length
}
