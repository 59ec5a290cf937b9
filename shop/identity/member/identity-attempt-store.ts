import type { IdentityProvider } from '#contracts/member-site/identities.ts'
import type { Database, Tx } from '#db/schema.ts'

type Purpose = 'sign_in' | 'link' | 'one_tap'

interface NewAttempt {
  provider: IdentityProvider
  purpose: Purpose
  state_hash: Buffer
  browser_hash: Buffer
  /** The browser at the member site; null: a one-tap prompt of the shop, whose browser is not known there yet. */
  member_hash: Buffer | null
  session_id: number | null
  next: string
  created_at: Date
  expires_at: Date
}

/** Who somebody is at a provider. */
interface Person {
  subject: string
  name: string | null
  email: string | null
}

export async function insertIdentityAttempt(db: Database, attempt: NewAttempt): Promise<void> {
  const unknown = { subject: null, name: null, email: null }
  const open = { ticket_hash: null, used_at: null, ended_at: null }
  await db
    .insertInto('identity_attempt')
    .values({ ...attempt, ...unknown, ...open })
    .execute()
}

interface Taken {
  identity_attempt_id: number
  purpose: Purpose
  session_id: number | null
  next: string
}

/** Uses the answer of a provider up: one guarded statement, so that of many requests at once one wins. */
export async function takeIdentityAttempt(
  db: Database,
  {
    provider,
    state_hash,
    browser_hash,
    is_one_tap,
  }: Pick<NewAttempt, 'provider' | 'state_hash' | 'browser_hash'> & { is_one_tap: boolean },
  now: Date,
): Promise<Taken | null> {
  const row = await db
    .updateTable('identity_attempt')
    .set({ used_at: now })
    .where('state_hash', '=', state_hash)
    .where('browser_hash', '=', browser_hash)
    .where('provider', '=', provider)
    .where('purpose', is_one_tap ? '=' : '<>', 'one_tap')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['identity_attempt_id', 'purpose', 'session_id', 'next'])
    .executeTakeFirst()
  return row ?? null
}

/** Notes whom the provider has named, and until when that counts. */
export async function noteIdentity(
  db: Database,
  identity_attempt_id: number,
  known: Person & { expires_at: Date; ticket_hash?: Buffer; next?: string },
): Promise<void> {
  await db
    .updateTable('identity_attempt')
    .set(known)
    .where('identity_attempt_id', '=', identity_attempt_id)
    .execute()
}

/** Binds a one-tap sign-in to the browser at the member site, once. False: it is not of this browser of the shop. */
export async function claimTicket(
  db: Database,
  { ticket_hash, browser_hash }: { ticket_hash: Buffer; browser_hash: Buffer },
  { member_hash, now }: { member_hash: Buffer; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity_attempt')
    .set({ member_hash })
    .where('ticket_hash', '=', ticket_hash)
    .where('browser_hash', '=', browser_hash)
    .where('member_hash', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface Pending extends Person {
  identity_attempt_id: number
  provider: IdentityProvider
  next: string
}

/** The newest identity that a browser has proven and not used yet; with a ticket, that of the ticket. */
export async function findPending(
  db: Database,
  { member_hash, ticket_hash }: { member_hash: Buffer; ticket_hash?: Buffer },
  now: Date,
): Promise<Pending | null> {
  const newest = db
    .selectFrom('identity_attempt')
    .select(['identity_attempt_id', 'provider', 'next', 'subject', 'name', 'email'])
    .where('member_hash', '=', member_hash)
    .where('subject', 'is not', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('used_at', 'desc')
    .limit(1)
  const of_ticket =
    ticket_hash === undefined ? newest : newest.where('ticket_hash', '=', ticket_hash)
  const row = await of_ticket.executeTakeFirst()
  return row?.subject == null ? null : { ...row, subject: row.subject }
}

/** Ends an attempt. False: another request has ended it. */
export async function endIdentityAttempt(
  tx: Tx,
  identity_attempt_id: number,
  ended_at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identity_attempt')
    .set({ ended_at })
    .where('identity_attempt_id', '=', identity_attempt_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes attempts that cannot be finished any more: they name people. */
export async function deleteOldIdentityAttempts(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('identity_attempt').where('expires_at', '<', before).execute()
}
