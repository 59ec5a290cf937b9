import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { PlayLine } from '#shop/shipment/sandbox/play-timeline.ts'

interface PlayParcel {
  reference: string
  number: number
  cancelled_at: Date | null
}

/** Inserts a parcel with its messages once; for a known reference returns the existing one. */
export async function openPlayParcel(
  db: Database,
  reference: string,
  lines: readonly PlayLine[],
  now: Date,
): Promise<PlayParcel | null> {
  await sql`
    with opened as (
      insert into play_parcel (reference, created_at) values (${reference}, ${now})
      on conflict do nothing returning reference
    )
    insert into play_message (reference, status, happened_at, send_at)
    select reference, status, happened_at, send_at
    from opened, json_to_recordset(${JSON.stringify(lines)}::json)
      as line (status text, happened_at timestamptz, send_at timestamptz)
  `.execute(db)
  return findPlayParcel(db, reference)
}

async function findPlayParcel(db: Database, reference: string): Promise<PlayParcel | null> {
  const row = await db
    .selectFrom('play_parcel')
    .select(['reference', 'number', 'cancelled_at'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row ?? null
}

/** Cancels a parcel that has not been fetched. False: it is under way. */
export async function cancelPlayParcel(
  db: Database,
  reference: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ is_cancelled: boolean }>`
    with cancelled as (
      update play_parcel set cancelled_at = ${now} where reference = ${reference} and not exists (
        select from play_message told where told.reference = play_parcel.reference
          and told.status = 'picked' and told.happened_at <= ${now})
      returning reference
    ), silenced as (
      delete from play_message where reference in (select reference from cancelled) and sent_at is null
    )
    select exists (select from cancelled) or not exists (
      select from play_parcel where reference = ${reference}) as is_cancelled
  `.execute(db)
  return rows[0]?.is_cancelled ?? false
}

interface KnownLine {
  reference: string
  number: number
  status: string
  happened_at: Date
}

/** What has happened to a parcel so far, whether it was told or not. */
export async function findPlayLines(db: Database, number: number, now: Date): Promise<KnownLine[]> {
  return db
    .selectFrom('play_message')
    .innerJoin('play_parcel', 'play_parcel.reference', 'play_message.reference')
    .select(['play_parcel.reference', 'number', 'status', 'happened_at'])
    .where('number', '=', number)
    .where('happened_at', '<=', now)
    .orderBy('happened_at')
    .execute()
}

/** Claims the message that is due longest. */
export async function claimPlayMessage(db: Database, now: Date): Promise<KnownLine | null> {
  const { rows } = await sql<KnownLine>`
    with claimed as (
      update play_message set sent_at = ${now} where play_message_id = (
        select play_message_id from play_message where sent_at is null and send_at <= ${now}
        order by send_at, play_message_id limit 1 for update skip locked)
      returning reference, status, happened_at
    )
    select reference, number, status, happened_at from claimed join play_parcel using (reference)
  `.execute(db)
  return rows[0] ?? null
}
