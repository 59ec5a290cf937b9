import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'

/** Money for an order that was too little by itself and waits for the rest. */
export interface Part {
  payment_review_id: number
  bank_message_id: number | null
  payment_message_id: number | null
  amount: number
  /** How it came, and the try it was for. */
  gateway: string
  payment_id: number | null
}

/** Of a review `r` in SQL: a part that waits and does not go back. */
export const is_waiting_part = sql`r.reason = 'under' and r.state = 'open' and not exists (
  select from refund back where back.payment_review_id = r.payment_review_id
    and back.state <> 'dropped')`

/** The parts of an order, oldest first; its lock keeps them as they are. */
export async function findParts(db: Database, order_id: number): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select r.payment_review_id, r.bank_message_id, r.payment_message_id,
      coalesce(m.amount, g.amount) as amount, coalesce(g.gateway, ${bankTransfer.code}) as gateway,
      g.payment_id
    from payment_review r left join bank_message m using (bank_message_id)
      left join payment_message g using (payment_message_id)
    where r.order_id = ${order_id} and ${is_waiting_part} and coalesce(m.amount, g.amount) > 0
    order by r.payment_review_id
  `.execute(db)
  return rows
}

/** What an order that is not paid yet still needs; all of it when no part came. */
export async function findMissing(
  db: Database,
  order: { order_id: number; grand_total: number },
): Promise<number> {
  const missing = order.grand_total - sumOf(await findParts(db, order.order_id))
  // Two parts may cover it that staff have not looked at: never asks for nothing.
  return missing > 0 ? missing : order.grand_total
}

export function sumOf(parts: readonly { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

/** Orders that ended with parts that came before `before` and wait for a rest that may not come. */
export async function findLeftParts(
  db: Database,
  before: Date,
  limit: number,
): Promise<{ order_id: number }[]> {
  const { rows } = await sql<{ order_id: number }>`
    select r.order_id from payment_review r join sales_order o using (order_id)
    where o.state in ('expired', 'cancelled') and ${is_waiting_part}
      and exists (select from bank_message m where m.bank_message_id = r.bank_message_id
          and m.amount > 0
        union all select from payment_message g where g.payment_message_id = r.payment_message_id
          and g.amount > 0)
    group by r.order_id having max(r.created_at) <= ${before} order by r.order_id limit ${limit}
  `.execute(db)
  return rows
}

/** An order's money that counted, by how it came, as far as it does not go back yet. */
export interface Source {
  gateway: string
  payment_id: number | null
  left: number
}

/**
 * Where the money of a paid order came from: what was paid in parts goes back the ways it came, and a
 * gateway never more than it took.
 */
export async function findSources(tx: Tx, order_id: number): Promise<Source[]> {
  const { rows } = await sql<Source>`
    with counted as (
      select ${bankTransfer.code}::text as gateway, null::bigint as payment_id, m.amount,
        r.payment_review_id
      from bank_message m left join payment_review r using (bank_message_id)
      where m.order_id = ${order_id} and m.outcome in ('paid', 'reopened')
      union all
      select g.gateway, case when p.method = g.gateway then p.payment_id end, g.amount,
        r.payment_review_id
      from payment p join payment_message g using (payment_id)
        left join payment_review r using (payment_message_id)
      where p.order_id = ${order_id} and g.status = 'paid' and g.outcome in ('paid', 'reopened')
    ), came as (
      select gateway, payment_id, sum(amount - coalesce((select sum(back.amount) from refund back
        where back.payment_review_id = counted.payment_review_id and back.state <> 'dropped'), 0))
        as amount
      from counted group by gateway, payment_id
    )
    select gateway, payment_id, came.amount - coalesce((select sum(back.amount) from refund back
      where back.order_id = ${order_id} and back.gateway = came.gateway
        and (came.payment_id is null or back.payment_id = came.payment_id)
        and back.payment_review_id is null and back.state <> 'dropped'), 0) as left
    from came order by payment_id nulls last
  `.execute(tx)
  return rows
}
