import type { OrderId, PaymentId } from '#pure/ids.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { PaymentNotice, TransferNotice } from '#shop/payment/attempt/payment-notice.ts'

/** The message that reported money: of a relay or of a gateway. One of the two ids is null. */
export interface MessageIds {
  bank_message_id: number | null
  payment_message_id: number | null
}

export interface GatewayMessage {
  gateway: string
  /** `shop`: staff took the money. */
  source: 'notify' | 'query' | 'shop'
  payment_id: PaymentId | null
  notice: PaymentNotice
}

/** Stands for a gateway: the value of goods that came back (decision 165). No money can be sent to it. */
export const exchange_gateway = 'exchange'

/** The same for an old device that the shop bought (decision 227). */
export const trade_in_gateway = 'trade_in'

/** The bonus that is given with such a device. It pays its order, and never becomes money (decision 241). */
export const trade_bonus_gateway = 'trade_in_bonus'

/** Whether a gateway stands for goods: no money can be sent to it. */
export function isOfGoods(gateway: string | null): boolean {
  return [exchange_gateway, trade_in_gateway, trade_bonus_gateway].some(
    (known) => known === gateway,
  )
}

/**
 * Inserts a transfer once; null when it is known already. The same message in a second transaction waits
 * for the first.
 */
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

/**
 * Inserts a genuine notice once; null when it is known already. The same notice in a second transaction
 * waits for the first.
 */
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

interface MessageOutcome {
  outcome: 'paid' | 'reopened' | 'failed' | 'review'
  /** The order that a transfer was for; a gateway's message names an attempt instead. */
  order_id: OrderId | null
  /** The attempt that the money counts for, where the message named no known attempt. */
  payment_id?: PaymentId | null
}

/** Records the outcome of a message. */
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
 * Whether another source has reported this transfer for the order before: two relays, or a relay and a gateway,
 * may watch one account. The bank's own reference identifies the transfer.
 */
export async function isKnownTransfer(
  tx: Tx,
  order_id: OrderId,
  { relay, amount, reference }: Pick<TransferNotice, 'relay' | 'amount' | 'reference'>,
): Promise<boolean> {
  if (reference === null) return false
  const { rows } = await sql`
    select 1 from bank_message
    where order_id = ${order_id} and relay <> ${relay} and amount = ${amount}
      and reference = ${reference}
    union all
    select 1 from payment_message notice join payment using (payment_id)
    where payment.order_id = ${order_id} and notice.status = 'paid' and notice.amount = ${amount}
      and notice.detail ->> 'provider_reference' = ${reference}
    limit 1
  `.execute(tx)
  return rows.length > 0
}

/**
 * Whether this money was reported before in another form: as the answer to a query, as a message of the
 * provider, or as a transfer by a relay that watches the account. Other money for the same attempt (a link may
 * be paid twice) has another provider reference.
 */
export async function isKnownMoney(
  tx: Tx,
  payment_id: PaymentId,
  { amount, provider_reference }: Pick<PaymentNotice, 'amount' | 'provider_reference'>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payment_message
    where payment_id = ${payment_id} and status = 'paid' and amount = ${amount}
      and outcome in ('paid', 'reopened', 'review')
      and coalesce(detail ->> 'provider_reference' = ${provider_reference}::text, true)
    union all
    select 1 from bank_message notice join payment using (order_id)
    where payment.payment_id = ${payment_id} and notice.amount = ${amount}
      and notice.reference = ${provider_reference}
    limit 1
  `.execute(tx)
  return rows.length > 0
}

/** Whether one payment of an attempt had exactly this amount: then refunding it is no partial refund. */
export async function isWholePayment(
  db: Database,
  payment_id: PaymentId,
  amount: number,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payment_message
    where payment_id = ${payment_id} and status = 'paid' and amount = ${amount} limit 1
  `.execute(db)
  return rows.length > 0
}
