import type { OrderId, PaymentId } from '#pure/ids.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'

/** A transfer code as shown to the shopper, to scan or to type. */
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

/** The numbers of a code at payOS: ours, and the link that payOS made for it. */
interface CodeAtPayos {
  order_number: number
  payment_link: string
}

/** Finds the newest code of a payment, expired or not. */
export async function findCode(db: Database, payment_id: PaymentId): Promise<ShownCode | null> {
  const { rows } = await sql<ShownCode>`
    select bank_bin, account_number, account_name, amount, content, qr_text, checkout_url, expires_at
    from transfer_code where payment_id = ${payment_id}
    order by transfer_code_id desc limit 1
  `.execute(db)
  return rows[0] ?? null
}

/** Inserts a code of the shop's own account under a new number for payOS. */
export async function insertCode(
  tx: Tx,
  payment_id: PaymentId,
  { order_number, ...code }: ShownCode & Pick<CodeAtPayos, 'order_number'>,
  now: Date,
): Promise<void> {
  const row = { payment_id, order_number, relay: 'account' as const, ...code, issued_at: now }
  await tx.insertInto('transfer_code').values(row).execute()
}

/** Replaces a code by the payment details of payOS, valid from the answer of payOS on. */
export async function updateCodeByPayos(
  db: Database,
  { order_number, ...at_payos }: CodeAtPayos,
  code: ShownCode,
): Promise<void> {
  await db
    .updateTable('transfer_code')
    .set({ relay: 'payos', ...at_payos, ...code })
    .where('order_number', '=', order_number)
    .execute()
}

/** Finds the order that a code belongs to; null when payOS reports another link than that of the code. */
export async function findOrderOfCode(
  db: Database,
  { order_number, payment_link }: CodeAtPayos,
): Promise<number | null> {
  const row = await db
    .selectFrom('transfer_code')
    .innerJoin('payment', 'payment.payment_id', 'transfer_code.payment_id')
    .where('order_number', '=', order_number)
    .where('payment_link', '=', payment_link)
    .select('payment.order_id')
    .executeTakeFirst()
  return row?.order_id ?? null
}

/** Whether a code of this order asked for exactly this amount. */
export async function isAskedAmount(
  db: Database,
  order_id: OrderId,
  amount: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('transfer_code')
    .innerJoin('payment', 'payment.payment_id', 'transfer_code.payment_id')
    .where('payment.order_id', '=', order_id)
    .where('transfer_code.amount', '=', amount)
    .select('transfer_code_id')
    .executeTakeFirst()
  return row !== undefined
}
