import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { PaymentNotice } from '#shop/payment/gateways/gateway.ts'

export interface MessageRow {
  gateway: string
  source: 'notify' | 'query'
  payment_id: number | null
  notice: PaymentNotice
}

type Outcome = 'paid' | 'reopened' | 'failed' | 'review' | 'ignored'

/** Notes a proved statement once; null when it is known already. A second teller waits for the first. */
export async function insertPaymentMessage(
  tx: Tx,
  { gateway, source, payment_id, notice }: MessageRow,
  now: Date,
): Promise<number | null> {
  const { message_id, status, amount, provider_reference } = notice
  const detail = { ...notice.detail, provider_reference }
  const { rows } = await sql<{ payment_message_id: number }>`
    insert into payment_message (gateway, message_id, source, payment_id, status, amount, outcome,
      detail, received_at)
    values (${gateway}, ${message_id}, ${source}, ${payment_id}, ${status}, ${amount}, 'ignored',
      ${JSON.stringify(detail)}::jsonb, ${now})
    on conflict (gateway, message_id) do nothing
    returning payment_message_id
  `.execute(tx)
  return rows[0]?.payment_message_id ?? null
}

/** What became of a statement; `payment_id`: the try it counts for, where it named none that we know. */
export async function updatePaymentMessage(
  tx: Tx,
  payment_message_id: number,
  outcome: Outcome,
  payment_id: number | null = null,
): Promise<void> {
  await sql`
    update payment_message set outcome = ${outcome},
      payment_id = coalesce(payment_id, ${payment_id}::bigint)
    where payment_message_id = ${payment_message_id}
  `.execute(tx)
}

/**
 * Whether this money was told before in other words, as the answer to a question and as a message of the
 * provider's own, or as a transfer by who watches the account. Other money for the same try, as a link may
 * be paid twice, has another number there.
 */
export async function isToldMoney(
  tx: Tx,
  payment_id: number,
  { amount, provider_reference }: Pick<PaymentNotice, 'amount' | 'provider_reference'>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payment_message
    where payment_id = ${payment_id} and status = 'paid' and amount = ${amount}
      and outcome in ('paid', 'reopened', 'review')
      and coalesce(detail ->> 'provider_reference' = ${provider_reference}::text, true)
    union all
    select 1 from bank_message told join payment using (order_id)
    where payment.payment_id = ${payment_id} and told.amount = ${amount}
      and told.reference = ${provider_reference}
    limit 1
  `.execute(tx)
  return rows.length > 0
}

/** Whether a try was paid with just this amount in one go: giving it back is no partial refund then. */
export async function isWholeMoney(
  db: Database,
  payment_id: number,
  amount: number,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payment_message
    where payment_id = ${payment_id} and status = 'paid' and amount = ${amount} limit 1
  `.execute(db)
  return rows.length > 0
}
