import { sql } from 'kysely'
import type { OrderState } from '#contracts/order.ts'
import type { ReviewReason, ReviewState } from '#contracts/payment.ts'
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

export interface PaymentFacts {
  order_code: string
  order_state: OrderState
  is_paid: boolean
  amount: number
  expires_at: Date | null
  reviews: { reason: ReviewReason; state: ReviewState; amount: number }[]
  received: number
}

/** Whose order is asked for: a customer's, by code or the newest; or the one whose link somebody holds. */
export type WhoseOrder =
  | { customer_id: number; code: string | null }
  | { code: string; secret: string }

/** All that is known about the money of an order: one statement, asked by waiting pages. */
export async function findPaymentFacts(
  db: Database,
  whose: WhoseOrder,
): Promise<PaymentFacts | null> {
  const is_it =
    'secret' in whose
      ? sql`code = ${whose.code} and secret = ${whose.secret}`
      : sql`customer_id = ${whose.customer_id}
          and (${whose.code}::text is null or code = ${whose.code}::text)`
  const { rows } = await sql<PaymentFacts>`
    select o.code as order_code, o.state as order_state, o.grand_total as amount, o.expires_at,
      exists (select from payment p where p.order_id = o.order_id and p.state = 'paid') as is_paid,
      coalesce((select sum(m.amount)::bigint from bank_message m where m.order_id = o.order_id), 0) as received,
      coalesce((select jsonb_agg(jsonb_build_object('reason', r.reason, 'state', r.state,
          'amount', m.amount) order by payment_review_id)
        from payment_review r join bank_message m using (bank_message_id)
        where r.order_id = o.order_id), '[]') as reviews
    from sales_order o
    where ${is_it}
    order by order_id desc limit 1
  `.execute(db)
  return rows[0] ?? null
}
