import { sql } from 'kysely'
import type { OrderState } from '#contracts/storefront/order.ts'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Database, Tx } from '#db/schema.ts'
import { type Actor, moveOf, type MoveName, moves } from '#shop/order/order-states.ts'
import { type MessageFacts, tellOfOrders } from '#shop/notification/notify-store.ts'
import type { ItemQuantity as Wanted } from '#shop/inventory/stock/stock.ts'

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

export interface HowMoved {
  actor: Actor
  /** For staff, in the log of the order; shoppers read order-history.ts. */
  note?: string
  /** Set together with the move: how the order is paid from now on. */
  payment_method?: string
}

/** An order was to move in a way that its state does not allow: it was looked at without its lock. */
export class OrderNotMovable extends Error {
  override name = 'OrderNotMovable'
}

/**
 * Moves orders by the table of moves (shop/order/order-states.ts), notes who did it and when, and writes
 * what their shoppers are told: all in `tx`, set-based. Orders that may not move so stay as they are;
 * returns the numbers of those that moved. Holds and payments are the caller's to move along.
 */
export async function moveOrders(
  tx: Tx,
  order_ids: readonly number[],
  name: MoveName,
  how: HowMoved,
  now: Date,
): Promise<number[]> {
  const { from, to, by, tells, only_overdue = false } = moveOf(name)
  if (!by.includes(how.actor)) throw new OrderNotMovable(`${how.actor} may not ${name} an order`)
  const next = to === 'same' ? null : to
  const { rows } = await sql<{ order_id: number }>`
    with moved as (
      update sales_order set state = coalesce(${next}::text, state),
        payment_method = coalesce(${how.payment_method ?? null}::text, payment_method),
        expires_at = case when coalesce(${next}::text, state) = 'awaiting_payment' then expires_at end
      where order_id = any(${order_ids}::bigint[]) and state = any(${from}::text[])
        and (not ${only_overdue}::boolean or expires_at <= ${now}::timestamptz)
      returning order_id, state
    ), event as (
      insert into sales_order_event (order_id, state, move, actor, note, happened_at)
      select order_id, state, ${name}, ${how.actor},
        ${how.note ?? how.payment_method ?? null}::text, ${now}::timestamptz
      from moved order by order_id
    )
    select order_id from moved order by order_id
  `.execute(tx)
  const moved = rows.map(({ order_id }) => order_id)
  if (tells !== null) await tellOfOrders(tx, moved, tells, now, factsOf(how))
  return moved
}

/** The same for one order in hand, which must be able to move so. */
export async function moveOrder(
  tx: Tx,
  order_id: number,
  name: MoveName,
  how: HowMoved,
  now: Date,
): Promise<void> {
  const moved = await moveOrders(tx, [order_id], name, how, now)
  if (moved.length === 0) throw new OrderNotMovable(`order ${order_id} cannot ${name}`)
}

/**
 * Tells of orders that were just written, each by the state it was written in; for the batch that
 * places orders, which writes their first event itself.
 */
export async function tellOfPlaced(
  tx: Tx,
  placed: readonly { order_id: number; state: OrderState }[],
  now: Date,
): Promise<void> {
  for (const name of ['place_online', 'place_at_door'] as const) {
    const { to, tells } = moves[name]
    const order_ids = placed.filter(({ state }) => state === to).map(({ order_id }) => order_id)
    await tellOfOrders(tx, order_ids, tells, now)
  }
}

function factsOf({ note }: HowMoved): MessageFacts {
  return note === undefined ? {} : { reason: note }
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
