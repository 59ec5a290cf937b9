import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { Erasure } from '#contracts/staff/members/erasures.ts'

interface Erased {
  orders: number
  messages: number
  notes: number
}

/**
 * Erases what names the person of a phone, and of their account if they have one (migration 082). Their orders are
 * locked and over.
 */
export async function eraseCustomer(
  tx: Tx,
  phone: string,
  customer_id: number | null,
): Promise<Erased> {
  // Messages and checkouts are looked through one by one: that is done once for a person and may take a while.
  await sql`select set_config('statement_timeout', '60000', true)`.execute(tx)
  const { rows } = await sql<Erased>`
    select orders, messages, notes from erase_customer(${phone}, ${customer_id})`.execute(tx)
  return rows[0] ?? { orders: 0, messages: 0, notes: 0 }
}

type StoredErasure = Omit<Erasure, 'erased_at'> & { erased_at: Date }

export async function insertErasure(
  tx: Tx,
  erasure: Omit<StoredErasure, 'customer_erasure_id'> & { record_name: string },
): Promise<void> {
  await tx.insertInto('customer_erasure').values(erasure).execute()
}

/** The newest erasures. */
export async function findErasures(db: Database, limit: number): Promise<StoredErasure[]> {
  return db
    .selectFrom('customer_erasure')
    .select(['customer_erasure_id', 'erased_at', 'staff_name', 'channel', 'request_number'])
    .select(['order_count', 'message_count', 'note_count'])
    .orderBy('customer_erasure_id', 'desc')
    .limit(limit)
    .execute()
}

/** Which of these records of erasures have a row. */
export async function findKnownRecords(
  db: Database,
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('customer_erasure')
    .select('record_name')
    .where('record_name', 'in', [...names, ''])
    .execute()
  return new Set(rows.flatMap(({ record_name }) => record_name ?? []))
}

/** Every phone that names somebody. */
export async function findKnownPhones(db: Database): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select phone from sales_order where phone like '+%'
    union select phone from member where phone like '+%'
    union select phone from booking
    union select phone from trade_quote where phone like '+%'
    union select phone from review where phone is not null
    union select phone from comment where phone is not null
    union select phone from customer_profile where phone like '+%'`.execute(db)
  return rows.map(({ phone }) => phone)
}
