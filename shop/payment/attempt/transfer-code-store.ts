import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'

/** A code as it was shown: what to scan or to type. */
export interface ShownCode {
  bank_bin: string
  account_number: string
  account_name: string
  amount: number
  content: string
  qr_text: string
  checkout_url: string | null
  expires_at: Date
}

/** The newest code of a payment, good or not. */
export async function findCode(db: Database, payment_id: number): Promise<ShownCode | null> {
  const { rows } = await sql<ShownCode>`
    select bank_bin, account_number, account_name, amount, content, qr_text, checkout_url, expires_at
    from transfer_code where payment_id = ${payment_id}
    order by transfer_code_id desc limit 1
  `.execute(db)
  return rows[0] ?? null
}

export async function insertCode(
  tx: Tx,
  payment_id: number,
  code: ShownCode,
  now: Date,
): Promise<number> {
  const row = { payment_id, relay: 'account' as const, ...code, issued_at: now }
  const made = await tx
    .insertInto('transfer_code')
    .values(row)
    .returning('transfer_code_id')
    .executeTakeFirstOrThrow()
  return made.transfer_code_id
}

/** The same code as payOS wants it paid; good from the moment payOS answered. */
export async function updateCodeByPayos(
  db: Database,
  transfer_code_id: number,
  code: ShownCode,
): Promise<void> {
  await db
    .updateTable('transfer_code')
    .set({ relay: 'payos', ...code })
    .where('transfer_code_id', '=', transfer_code_id)
    .execute()
}

/** The order that a code asked money for. */
export async function findOrderOfCode(
  db: Database,
  transfer_code_id: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('transfer_code')
    .innerJoin('payment', 'payment.payment_id', 'transfer_code.payment_id')
    .where('transfer_code_id', '=', transfer_code_id)
    .select('payment.order_id')
    .executeTakeFirst()
  return row?.order_id ?? null
}
