import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

/** Where somebody signs in: the IP address, and the browser in its own words. */
interface SignInPlace {
  address: string
  device: string
}

interface NewMemberSession extends SignInPlace {
  /** The browser, by its cookie of the member site. Absent: it has none. */
  device_hash?: Buffer | null
  token_hash: Buffer
  customer_id: CustomerId
  now: Date
  expires_at: Date
  /** Null: the shop began the session for a browser that was signed in already. */
  confirmed_at: Date | null
  /** A proof beside a code to the phone. */
  second_proof_at?: Date | null
  /** A second proof that no code alone has added. */
  own_proof_at?: Date | null
}

/** Inserts a session of a member: a row of `session` with a device. */
export async function insertMemberSession(
  db: Database,
  { now, ...session }: NewMemberSession,
): Promise<void> {
  await db
    .insertInto('session')
    .values({ ...session, created_at: now, seen_at: now, replaced_at: null, ended_at: null })
    .execute()
}

interface Shown {
  now: Date
  /** By more than a code to the phone (decision 210). */
  has_second_proof: boolean
  /** By something that no code alone has added (decision 234). */
  is_own_proof?: boolean
}

/** Notes that the owner of a session has shown that it is them. */
export async function updateConfirmed(
  db: Database,
  session_id: number,
  { now, has_second_proof, is_own_proof = false }: Shown,
): Promise<void> {
  await db
    .updateTable('session')
    .set({
      confirmed_at: now,
      ...(has_second_proof ? { second_proof_at: now } : {}),
      ...(has_second_proof && is_own_proof ? { own_proof_at: now } : {}),
    })
    .where('session_id', '=', session_id)
    .where('ended_at', 'is', null)
    .execute()
}

interface OnDevice {
  customer_id: CustomerId | null
  device_hash: Buffer | null
  /** Null: none has begun yet. */
  session_id: number | null
}

/**
 * Whether a member has had another session in the same browser since before `before`, and has not ended it elsewhere.
 * What a session of a code has ended counts still, until that session has shown more or was open for a day (decision
 * 234).
 */
export async function hasKnownDevice(
  db: Database,
  { customer_id, device_hash, session_id }: OnDevice,
  before: Date,
): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (select from session where customer_id = ${customer_id}::bigint
      and device_hash = ${device_hash}::bytea and created_at <= ${before}
      and session_id is distinct from ${session_id}::bigint
      and not exists (select from session ended_it where ended_it.session_id = session.signed_out_by
        and (ended_it.second_proof_at is not null or (ended_it.created_at <= ${before}
          and (ended_it.ended_at is null or ended_it.ended_at >= ended_it.created_at + interval '1 day'))))) as is_known
  `.execute(db)
  return rows[0]?.is_known === true
}

export async function updateSeen(db: Database, session_id: number, now: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ seen_at: now })
    .where('session_id', '=', session_id)
    .where('seen_at', '<', now)
    .execute()
}

/** A session as its member sees it in the list of devices. */
interface OpenSession extends SignInPlace {
  session_id: number
  created_at: Date
  seen_at: Date
}

/** Finds the open sessions of a member, the last used first. */
export async function findOpenSessions(
  db: Database,
  customer_id: CustomerId,
  now: Date,
): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['session_id', 'device', 'address', 'created_at', 'seen_at'])
    .where('customer_id', '=', customer_id)
    .where('device', 'is not', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .execute()
  return rows as OpenSession[]
}

interface Ended {
  only?: number
  except?: number
  /** The session that asks, if it has shown no more than a code: it does not forget browsers at once. */
  by_code?: number | null
}

/**
 * Ends open sessions of a member: one of them, or all except one. Their browsers are not known any more. Returns how
 * many.
 */
export async function endSessions(
  db: Database,
  customer_id: CustomerId,
  now: Date,
  which: Ended = {},
): Promise<number> {
  const { only, except } = which
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('customer_id', '=', customer_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(only !== undefined, (query) => query.where('session_id', '=', only ?? 0))
    .$if(except !== undefined, (query) => query.where('session_id', '<>', except ?? 0))
    .executeTakeFirst()
  await forgetDevices(db, customer_id, which)
  return Number(numUpdatedRows)
}

/** Forgets the browser of one session, or all browsers except that of one: a sign-in there is a new device again. */
async function forgetDevices(
  db: Database,
  customer_id: CustomerId,
  { only, except, by_code = null }: Ended,
): Promise<void> {
  const change =
    by_code === null
      ? sql`device_hash = null`
      : sql`signed_out_by = coalesce(session.signed_out_by, ${by_code}::bigint)`
  await sql`
    update session set ${change}
    from (select (select device_hash from session where session_id = ${only ?? null}::bigint) as gone,
      (select device_hash from session where session_id = ${except ?? null}::bigint) as stays) as devices
    where customer_id = ${customer_id} and device_hash is not null and case when ${only ?? null}::bigint is null
      then device_hash is distinct from stays else device_hash = gone end
  `.execute(db)
}

/** Ends the session of a token. False: there is no open one. */
export async function endByToken(db: Database, token_hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ ended_at: now })
    .where('token_hash', '=', token_hash)
    .where('device', 'is not', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
