import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Whose phone an order out of the customer's open checkout would have: orders are counted by it. */
export async function openRecipientPhone(
  db: Database,
  customer_id: number,
): Promise<string | null> {
  const { rows } = await sql<{ phone: string | null }>`
    select recipient->>'phone' as phone from quote
    where customer_id = ${customer_id} and is_open`.execute(db)
  return rows[0]?.phone ?? null
}
