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

/** Notes that the owner of a session has shown that it is them. */
export async function updateConfirmed(
  db: Database,
  session_id: number,
  confirmed_at: Date,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ confirmed_at })
    .where('session_id', '=', session_id)
    .where('ended_at', 'is', null)
    .execute()
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

/** Ends open sessions of a member: one of them, or all except one. Returns how many. */
export async function endSessions(
  db: Database,
  customer_id: CustomerId,
  now: Date,
  which: { only?: number; except?: number } = {},
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
  return Number(numUpdatedRows)
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
