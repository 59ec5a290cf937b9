import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'

interface ErasureRequest {
  erasure_request_id: number
  asked_at: Date
  erase_at: Date
}

/** How the ledger and the list of erasures name a request. */
export function requestNumber(erasure_request_id: number): string {
  return `TK-${String(erasure_request_id)}`
}

/** What a member has asked for and not taken back. */
export async function findErasureRequest(
  db: Database,
  customer_id: number,
): Promise<ErasureRequest | null> {
  const row = await db
    .selectFrom('erasure_request')
    .select(['erasure_request_id', 'asked_at', 'erase_at'])
    .where('customer_id', '=', customer_id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row ?? null
}

/** Asks once; false: it was asked already. */
export async function insertErasureRequest(
  tx: Tx,
  customer_id: number,
  { asked_at, erase_at }: { asked_at: Date; erase_at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into erasure_request (customer_id, asked_at, erase_at) values (${customer_id}, ${asked_at}, ${erase_at})
    on conflict (customer_id) where state = 'waiting' do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/** Ends the request of a member, if one waits. */
export async function endErasureRequest(
  db: Database,
  customer_id: number,
  state: 'withdrawn' | 'done',
  ended_at: Date,
): Promise<void> {
  await db
    .updateTable('erasure_request')
    .set({ state, ended_at })
    .where('customer_id', '=', customer_id)
    .where('state', '=', 'waiting')
    .execute()
}

/** The members whose time is over, with their phones. */
export async function findDueErasures(
  db: Database,
  now: Date,
): Promise<{ erasure_request_id: number; customer_id: number; phone: string }[]> {
  return db
    .selectFrom('erasure_request')
    .innerJoin('member', 'member.customer_id', 'erasure_request.customer_id')
    .select(['erasure_request_id', 'erasure_request.customer_id', 'phone'])
    .where('state', '=', 'waiting')
    .where('erase_at', '<=', now)
    .where('erased_at', 'is', null)
    .orderBy('erasure_request_id')
    .limit(100)
    .execute()
}
