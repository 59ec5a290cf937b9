import { sql } from 'kysely'
import type { ParcelState } from '#contracts/staff/parcels.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'

/** What became of a request to a carrier. */
export type RequestState = 'due' | 'done' | 'rejected' | 'given_up' | 'dropped'

/** A request that is claimed: no other process sends it meanwhile. */
export interface RequestToSend {
  carrier_request_id: number
  parcel_id: number
  order_id: OrderId
  action: 'create' | 'cancel'
  /** With this one. */
  attempts: number
  code: string
  carrier: string
  carrier_code: string | null
  parcel_state: ParcelState
}

interface ParcelKey {
  parcel_id: number
  order_id: OrderId
}

/** Writes that a parcel has to be created at its carrier: before the carrier is called. */
export async function insertCreateRequest(
  tx: Tx,
  { parcel_id, order_id }: ParcelKey,
  now: Date,
): Promise<void> {
  const row = { parcel_id, order_id, action: 'create' as const, next_attempt_at: now }
  await tx
    .insertInto('carrier_request')
    .values({ ...row, created_at: now, updated_at: now })
    .execute()
}

/**
 * Has a parcel cancelled at its carrier. A request to create it that was never sent is dropped; where the carrier may
 * know the parcel, it is asked to cancel.
 */
export async function askToCancel(
  tx: Tx,
  { parcel_id, order_id }: ParcelKey,
  now: Date,
): Promise<void> {
  await sql`
    with unsent as (
      update carrier_request set state = 'dropped', next_attempt_at = null, updated_at = ${now}
      where parcel_id = ${parcel_id} and action = 'create' and state = 'due' and attempts = 0
      returning parcel_id
    )
    insert into carrier_request (parcel_id, order_id, action, next_attempt_at, created_at, updated_at)
    select ${parcel_id}, ${order_id}, 'cancel', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from carrier_request
    where parcel_id = ${parcel_id} and action = 'create'
      -- an attempt without an answer may have made it, although a later one was rejected
      and (state in ('due', 'done', 'given_up') or (state = 'rejected' and attempts > 1))
      and not exists (select from unsent)
    on conflict (parcel_id, action) do nothing
  `.execute(tx)
}

/**
 * Claims the request that waits longest, or that of one parcel, until `until`. What has to be cancelled waits until its
 * creation is settled.
 */
export async function claimRequest(
  db: Database,
  { now, until, code }: { now: Date; until: Date; code: string | null },
): Promise<RequestToSend | null> {
  const { rows } = await sql<RequestToSend>`
    with claimed as (
      update carrier_request set attempts = attempts + 1, next_attempt_at = ${until}, updated_at = ${now}
      where carrier_request_id = (
        select carrier_request_id from carrier_request one join parcel using (parcel_id)
        where one.state = 'due' and next_attempt_at <= ${now} and (${code}::text is null or code = ${code})
          and (action = 'create' or not exists (select from carrier_request made
            where made.parcel_id = one.parcel_id and made.action = 'create' and made.state = 'due'))
        order by next_attempt_at limit 1 for no key update of one skip locked)
      returning carrier_request_id, parcel_id, order_id, action, attempts
    )
    select claimed.*, code, carrier, carrier_code, parcel.state as parcel_state
    from claimed join parcel using (parcel_id)
  `.execute(db)
  return rows[0] ?? null
}

/** Writes what became of a claimed request. It stays due with a time, and is settled without. */
export async function settleRequest(
  tx: Tx,
  carrier_request_id: number,
  change: { state: RequestState; note: string | null; next_attempt_at: Date | null },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('carrier_request')
    .set({ ...change, updated_at: now })
    .where('carrier_request_id', '=', carrier_request_id)
    .where('state', '=', 'due')
    .execute()
}

/** Makes a refused or abandoned request due again. False if there is none. */
export async function renewRequest(tx: Tx, parcel_id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('carrier_request')
    .set({ state: 'due', next_attempt_at: now, note: null, updated_at: now })
    .where('parcel_id', '=', parcel_id)
    .where('state', 'in', ['rejected', 'given_up'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Settles the creation of a parcel whose code staff found at the carrier. */
export async function endCreateRequest(tx: Tx, parcel_id: number, now: Date): Promise<void> {
  await tx
    .updateTable('carrier_request')
    .set({ state: 'done', next_attempt_at: null, note: null, updated_at: now })
    .where('parcel_id', '=', parcel_id)
    .where('action', '=', 'create')
    .execute()
}
