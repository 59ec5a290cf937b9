import { sql } from 'kysely'
import type { OrderState } from '#contracts/order.ts'
import type { Recipient } from '#contracts/quote.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Wanted } from '#shop/stock/stock.ts'

export interface OrderInHand {
  order_id: number
  code: string
  state: OrderState
  expires_at: Date | null
  grand_total: number
  recipient: Recipient
}

/** Codes of these that are orders. */
export async function findOrderCodes(
  db: Database,
  codes: readonly string[],
): Promise<{ order_id: number; code: string }[]> {
  const { rows } = await sql<{ order_id: number; code: string }>`
    select order_id, code from sales_order where code = any(${codes}::text[])
  `.execute(db)
  return rows
}

/** Takes an order in hand: nobody else changes its state until the transaction ends. */
export async function lockOrderById(tx: Tx, order_id: number): Promise<OrderInHand | null> {
  const { rows } = await sql<OrderInHand>`
    select order_id, code, state, expires_at, grand_total, recipient
    from sales_order where order_id = ${order_id} for no key update
  `.execute(tx)
  return rows[0] ?? null
}

/** Moves an order that is locked and notes it; an end date belongs to orders that wait only. */
export async function updateOrderState(
  tx: Tx,
  order_id: number,
  to: { state: OrderState; note: string; payment_method?: string },
  now: Date,
): Promise<void> {
  const { state, note, payment_method } = to
  await sql`
    with updated as (
      update sales_order set state = ${state}::text,
        payment_method = coalesce(${payment_method ?? null}::text, payment_method),
        expires_at = case when ${state}::text = 'awaiting_payment' then expires_at end
      where order_id = ${order_id}
    )
    insert into sales_order_event (order_id, state, note, happened_at)
    values (${order_id}, ${state}::text, ${note}, ${now})
  `.execute(tx)
}

/** Keeps a waiting order's pieces longer; never shorter, and no order that does not wait. */
export async function updateDeadline(tx: Tx, order_id: number, until: Date): Promise<void> {
  await sql`
    update sales_order set expires_at = greatest(expires_at, ${until}::timestamptz)
    where order_id = ${order_id} and state = 'awaiting_payment'
  `.execute(tx)
}

/** Makes `now` the last moment of these orders, where they wait unpaid. */
export async function updateToOverdue(
  db: Database,
  codes: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update sales_order set expires_at = ${now}
    where code = any(${codes}::text[]) and state = 'awaiting_payment'
  `.execute(db)
}

export async function findPieces(tx: Tx, order_id: number): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`
    select item_id, sum(item_quantity)::bigint as item_quantity
    from sales_order_line where order_id = ${order_id} group by item_id
  `.execute(tx)
  return rows
}
