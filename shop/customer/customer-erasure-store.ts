import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { Erasure } from '#contracts/staff/members/erasures.ts'

interface Erased {
  orders: number
  messages: number
  notes: number
}

/** Erases what names the person of a phone (migration 069). All their orders are locked and over. */
export async function eraseCustomer(tx: Tx, phone: string): Promise<Erased> {
  // Messages and checkouts are looked through one by one: that is done once for a person and may take a while.
  await sql`select set_config('statement_timeout', '60000', true)`.execute(tx)
  const { rows } = await sql<Erased>`
    select orders, messages, notes from erase_customer(${phone})`.execute(tx)
  return rows[0] ?? { orders: 0, messages: 0, notes: 0 }
}

type StoredErasure = Omit<Erasure, 'erased_at'> & { erased_at: Date }

export async function insertErasure(
  tx: Tx,
  erasure: Omit<StoredErasure, 'customer_erasure_id'>,
): Promise<void> {
  await tx.insertInto('customer_erasure').values(erasure).execute()
}

/** The newest erasures. */
export async function findErasures(db: Database, limit: number): Promise<StoredErasure[]> {
  return db
    .selectFrom('customer_erasure')
    .selectAll()
    .orderBy('customer_erasure_id', 'desc')
    .limit(limit)
    .execute()
}
