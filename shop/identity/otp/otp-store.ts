import { sql } from 'kysely'
import type { OtpPurpose } from '#contracts/storefront/otp.ts'
import type { Database, Tx } from '#db/schema.ts'

interface NewOtp {
  token_hash: Buffer
  phone: string
  purpose: OtpPurpose
  sealed_code: Buffer
  sender: string
  /** The browser that asks. */
  device_hash: Buffer | null
  /** Where a code by e-mail goes. */
  email: string | null
  now: Date
  expires_at: Date
}

interface Sent {
  phone: string
  sender: string
  by_email: boolean
  since: Date
}

/** Makes requests for codes of one phone wait for each other, so that two at once send one code. */
export async function lockPhone(tx: Tx, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('otp:' || ${phone}, 0))`.execute(tx)
}

/**
 * Counts the codes that one sender had sent for a phone since `since`: those to the phone, or those by e-mail. Finds
 * when the newest was sent, and whether it was used.
 */
export async function findSent(
  db: Database,
  { phone, sender, by_email, since }: Sent,
): Promise<{ sent: number; newest_at: Date | null; is_newest_used: boolean }> {
  const { rows } = await sql<{ sent: number; newest_at: Date | null; is_newest_used: boolean }>`
    select count(*)::int as sent, max(created_at) as newest_at,
      coalesce((array_agg(consumed_at is not null order by otp_id desc))[1], false) as is_newest_used
    from otp where phone = ${phone} and sender = ${sender} and starts_with(purpose, 'email_') = ${by_email}
      and created_at > ${since}
  `.execute(db)
  return rows[0] ?? { sent: 0, newest_at: null, is_newest_used: false }
}

/**
 * Ends the codes that a browser asked for before: only its newest one counts. Codes of other browsers are not touched.
 */
export async function endOtps(
  tx: Tx,
  { now, ...of }: { phone: string; purpose: OtpPurpose; device_hash: Buffer; now: Date },
): Promise<void> {
  await tx
    .updateTable('otp')
    .set({ expires_at: now })
    .where('phone', '=', of.phone)
    .where('purpose', '=', of.purpose)
    .where('device_hash', '=', of.device_hash)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

export async function insertOtp(tx: Tx, { now, ...otp }: NewOtp): Promise<number> {
  const { otp_id } = await tx
    .insertInto('otp')
    .values({ ...otp, created_at: now, consumed_at: null })
    .returning('otp_id')
    .executeTakeFirstOrThrow()
  return otp_id
}

interface EnteredOtp {
  otp_id: number
  phone: string
  email: string | null
  sealed_code: Buffer
  /** Including this one. */
  attempts: number
}

/**
 * Counts an attempt to enter a code, and returns the code to compare with. Null: there is none, or it no longer counts.
 * The count rises first: of a thousand guesses at the same moment, `max_attempts` are compared.
 */
export async function takeAttempt(
  db: Database,
  wanted: { token_hash: Buffer; purpose: OtpPurpose; now: Date; max_attempts: number },
): Promise<EnteredOtp | null> {
  const row = await db
    .updateTable('otp')
    .set((row) => ({ attempts: row('attempts', '+', 1) }))
    .where('token_hash', '=', wanted.token_hash)
    .where('purpose', '=', wanted.purpose)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', wanted.now)
    .where('attempts', '<', wanted.max_attempts)
    .returning(['otp_id', 'phone', 'email', 'sealed_code', 'attempts'])
    .executeTakeFirst()
  return row ?? null
}

/** Finds the phone of a code that still counts. */
export async function findAskedPhone(
  db: Database,
  wanted: { token_hash: Buffer; purpose: OtpPurpose; now: Date },
): Promise<string | null> {
  const row = await db
    .selectFrom('otp')
    .select('phone')
    .where('token_hash', '=', wanted.token_hash)
    .where('purpose', '=', wanted.purpose)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', wanted.now)
    .executeTakeFirst()
  return row?.phone ?? null
}

/** Uses a code up. False: somebody else did so first. */
export async function consumeOtp(db: Database, otp_id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('otp')
    .set({ consumed_at: now })
    .where('otp_id', '=', otp_id)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Finds a code that is to be sent: unused and not expired. */
export async function findToSend(
  db: Database,
  otp_id: number,
  now: Date,
): Promise<{ token_hash: Buffer; purpose: OtpPurpose; sealed_code: Buffer } | null> {
  const row = await db
    .selectFrom('otp')
    .select(['token_hash', 'purpose', 'sealed_code'])
    .where('otp_id', '=', otp_id)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Deletes codes that expired before `before`. */
export async function deleteOldOtps(db: Database, before: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    delete from otp where otp_id in (
      select otp_id from otp where expires_at < ${before} order by expires_at limit ${batch}
      for update skip locked
    ) returning otp_id
  `.execute(db)
  return rows.length
}
