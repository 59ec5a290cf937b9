import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { PaymentNotice, TransferNotice } from '#shop/payment/attempt/payment-notice.ts'

/** The message that money came with: a relay's of a transfer, or a gateway's. One of the two is null. */
export interface MessageIds {
  bank_message_id: number | null
  payment_message_id: number | null
}

export interface GatewayMessage {
  gateway: string
  source: 'notify' | 'query'
  payment_id: number | null
  notice: PaymentNotice
}

/** Writes a transfer down once; null when it is known already. A second relay waits here for the first. */
export async function insertBankMessage(
  tx: Tx,
  notice: TransferNotice,
  now: Date,
): Promise<number | null> {
  const { relay, relay_id, amount, account_number, text, reference, transferred_at } = notice
  const row = await tx
    .insertInto('bank_message')
    .values({
      relay,
      relay_id,
      order_id: null,
      amount,
      account_number,
      content: text,
      reference,
      transferred_at,
      outcome: 'ignored',
      received_at: now,
    })
    .onConflict((conflict) => conflict.columns(['relay', 'relay_id']).doNothing())
    .returning('bank_message_id')
    .executeTakeFirst()
  return row?.bank_message_id ?? null
}

/** Writes a proved statement down once; null when it is known already. A second one waits for the first. */
export async function insertGatewayMessage(
  tx: Tx,
  { gateway, source, payment_id, notice }: GatewayMessage,
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

export interface MessageOutcome {
  outcome: 'paid' | 'reopened' | 'failed' | 'review'
  /** The order that a transfer was for; a gateway's message names an attempt instead. */
  order_id: number | null
  /** The attempt that the money counts for, where the message named none that we know. */
  payment_id?: number | null
}

/** What became of a message. */
export async function updateMessage(
  tx: Tx,
  { bank_message_id, payment_message_id }: MessageIds,
  { outcome, order_id, payment_id = null }: MessageOutcome,
): Promise<void> {
  if (bank_message_id !== null) {
    await sql`
      update bank_message set outcome = ${outcome}, order_id = ${order_id}
      where bank_message_id = ${bank_message_id}
    `.execute(tx)
  }
  if (payment_message_id !== null) {
    await sql`
      update payment_message set outcome = ${outcome},
        payment_id = coalesce(payment_id, ${payment_id}::bigint)
      where payment_message_id = ${payment_message_id}
    `.execute(tx)
  }
}

/**
 * Whether this very transfer for the order was reported before by somebody else: two relays, or a relay and
 * a gateway, may watch one account. The bank's own number of it is the proof.
 */
export async function isKnownTransfer(
  tx: Tx,
  order_id: number,
  { relay, amount, reference }: Pick<TransferNotice, 'relay' | 'amount' | 'reference'>,
): Promise<boolean> {
  if (reference === null) return false
  const { rows } = await sql`
    select 1 from bank_message
    where order_id = ${order_id} and relay <> ${relay} and amount = ${amount}
      and reference = ${reference}
    union all
    select 1 from payment_message told join payment using (payment_id)
    where payment.order_id = ${order_id} and told.status = 'paid' and told.amount = ${amount}
      and told.detail ->> 'provider_reference' = ${reference}
    limit 1
  `.execute(tx)
  return rows.length > 0
}

/**
 * Whether this money was reported before in other words: as the answer to a question and as a message of the
 * provider's own, or as a transfer by who watches the account. Other money for the same attempt, as a link
 * may be paid twice, has another number there.
 */
export async function isKnownMoney(
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

/** Whether an attempt was paid with just this amount in one go: refunding it is no partial refund then. */
export async function isWholePayment(
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
