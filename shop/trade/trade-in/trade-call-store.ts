import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { StaffId } from '#pure/ids.ts'

/** Somebody who asked to be called, as stored. */
export interface StoredTradeCall {
  trade_call_id: number
  name: string
  phone: string
  model: string
  state: 'new' | 'taken' | 'called' | 'dropped'
  note: string
  version: number
  handled_by: StaffId | null
  handled_by_name: string | null
  created_at: Date
}

/** Writes down who wants to be called. A phone that waits already waits once. */
export async function insertTradeCall(
  db: Database,
  call: { name: string; phone: string; model: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into trade_call (name, phone, model, created_at)
    values (${call.name}, ${call.phone}, ${call.model}, ${now})
    on conflict (phone) where state in ('new', 'taken') do nothing returning 1
  `.execute(db)
  return rows.length > 0
}

/** Those who wait, the longest first; then those who were called, the newest first. */
export async function listTradeCalls(
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredTradeCall[]> {
  const { rows } = await sql<StoredTradeCall>`
    select trade_call_id, call.name, phone, model, state, note, version, handled_by, staff.name as handled_by_name,
      call.created_at
    from trade_call call left join staff on staff.staff_id = handled_by
    order by (state in ('called', 'dropped')),
      case when state in ('called', 'dropped') then -trade_call_id else trade_call_id end
    limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

/** Locks a call; null: there is none. */
export async function lockTradeCall(
  tx: Tx,
  trade_call_id: number,
): Promise<Pick<StoredTradeCall, 'state' | 'version' | 'handled_by'> | null> {
  const row = await tx
    .selectFrom('trade_call')
    .select(['state', 'version', 'handled_by'])
    .where('trade_call_id', '=', trade_call_id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function updateTradeCall(
  tx: Tx,
  trade_call_id: number,
  change: { state: StoredTradeCall['state']; note?: string; handled_by: StaffId; handled_at: Date },
): Promise<void> {
  await tx
    .updateTable('trade_call')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('trade_call_id', '=', trade_call_id)
    .execute()
}

/** Deletes what a phone asked for. */
export async function deleteTradeCallsOf(tx: Tx, phone: string): Promise<void> {
  await tx.deleteFrom('trade_call').where('phone', '=', phone).execute()
}

/** Deletes calls that were asked for before `before`. Returns how many. */
export async function deleteOldTradeCalls(
  db: Database,
  before: Date,
  batch: number,
): Promise<number> {
  const { rows } = await sql`
    delete from trade_call where trade_call_id in (
      select trade_call_id from trade_call where created_at < ${before} limit ${batch} for update skip locked)
    returning 1
  `.execute(db)
  return rows.length
}
