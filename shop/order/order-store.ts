import { sql, type RawBuilder } from 'kysely'
import type { Order, OrderState } from '#contracts/storefront/order.ts'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { ItemQuantity } from '#shop/inventory/stock/stock.ts'
import { type Actor, moveOf, type MoveName } from '#shop/order/order-states.ts'
import { orderOf, type OrderRow } from '#shop/order/order-view.ts'
import type { OrderOffer, OrderOffers } from '#shop/order/order.ts'

/** Which order of a customer: by number, by code, or the newest. */
export type Which = { order_id: number } | { code: string } | 'newest'

/** An order of this customer and of nobody else, as it is shown. */
export async function findOrder(
  db: Database,
  customer_id: number,
  which: Which,
): Promise<Order | null> {
  return readOrder(db, sql`customer_id = ${customer_id} and ${condition(which)}`)
}

/** The order of this code for whoever knows its secret; a wrong secret is an absent order. */
export async function findLinkedOrder(
  db: Database,
  code: string,
  secret: string,
): Promise<Order | null> {
  return readOrder(db, sql`code = ${code} and secret = ${secret}`)
}

/** For notifications, which nobody asks for. */
export async function findOrderToNotify(db: Database, order_id: number): Promise<Order | null> {
  return readOrder(db, sql`order_id = ${order_id}`)
}

async function readOrder(db: Database, which: RawBuilder<unknown>): Promise<Order | null> {
  const { rows } = await sql<OrderRow>`
    select code, state, payment_method, secret, created_at, expires_at, recipient,
      list_total, discount, subtotal, shipping_fee, grand_total, refunded_total, is_online_only,
      (select jsonb_agg(jsonb_build_object(
        'line_id', line_id, 'parent_line_id', parent_line_id, 'item_id', item_id, 'item_type', item_type, 'item_quantity', item_quantity, 'sku', sku,
        'name', name, 'color_name', color_name, 'url_path', url_path, 'thumbnail', thumbnail,
        'price', price, 'mechanic_price', mechanic_price, 'final_price', final_price,
        'line_total', line_total, 'price_trace', price_trace, 'is_gift', is_gift,
        'parent_item_id', parent_item_id, 'main_product_combo_id', main_product_combo_id,
        'combo_item_id', combo_item_id, 'flash', null) order by position)
       from sales_order_line line where line.order_id = o.order_id) as items,
      (select jsonb_agg(jsonb_build_object('rule', rule, 'reference', reference, 'name', name,
        'amount', amount, 'valid_until', null, 'excludes', '[]'::jsonb) order by position)
       from sales_order_adjustment part where part.order_id = o.order_id) as adjustments,
      (select jsonb_agg(jsonb_build_object('state', state, 'move', move, 'actor', actor,
        'note', note, 'happened_at', happened_at) order by event_id)
       from sales_order_event event where event.order_id = o.order_id) as events,
      (select coalesce(sum(amount), 0)::bigint from payment
        where payment.order_id = o.order_id and payment.state = 'paid') as paid_total,
      (select coalesce(sum(amount), 0)::bigint from refund where refund.order_id = o.order_id
        and refund.state in ('due', 'requested', 'failed')) as refund_due_total
    from sales_order o
    where ${which}
    order by order_id desc limit 1
  `.execute(db)
  return rows[0] ? orderOf(rows[0]) : null
}

function condition(which: Which) {
  if (which === 'newest') return sql`true`
  return 'code' in which ? sql`code = ${which.code}` : sql`order_id = ${which.order_id}`
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

/** What an order has off for ways to pay. */
export async function findOrderOffers(db: Database, order_id: number): Promise<OrderOffers> {
  const { rows } = await sql<OrderOffer & { rule: string }>`
    select rule, position, name, amount, payment_method, quota_id, limit_key
    from sales_order_adjustment
    where order_id = ${order_id} and rule in ('payment', 'rounding') order by position
  `.execute(db)
  const roundings = rows.filter(({ rule }) => rule === 'rounding')
  return {
    offers: rows.filter(({ rule }) => rule === 'payment'),
    rounding: roundings.reduce((sum, { amount }) => sum + amount, 0),
  }
}

/** Orders whose time to pay was over at `now`, oldest first. */
export async function findOverdue(
  db: Database,
  now: Date,
  batch: number,
): Promise<{ order_id: number; code: string }[]> {
  const { rows } = await sql<{ order_id: number; code: string }>`
    select order_id, code from sales_order
    where state = 'awaiting_payment' and expires_at <= ${now}
    order by expires_at limit ${batch}
  `.execute(db)
  return rows
}

/** How many of which items an order is for. */
export async function findWanted(tx: Tx, order_id: number): Promise<ItemQuantity[]> {
  const { rows } = await sql<ItemQuantity>`
    select item_id, sum(item_quantity)::bigint as item_quantity
    from sales_order_line where order_id = ${order_id} group by item_id
  `.execute(tx)
  return rows
}

/** An order that nobody else changes until the transaction ends. */
export interface LockedOrder {
  order_id: number
  code: string
  state: OrderState
  expires_at: Date | null
  grand_total: number
  recipient: Recipient
  is_online_only: boolean
}

const locked_columns = sql`order_id, code, state, expires_at, grand_total, recipient, is_online_only`

/** Locks an order of this customer: by code, else the newest of the `preferred` states, else the newest. */
export async function lockOrder(
  tx: Tx,
  customer_id: number,
  code: string | null,
  preferred: readonly OrderState[],
): Promise<LockedOrder | null> {
  const { rows } = await sql<LockedOrder>`
    select ${locked_columns} from sales_order
    where customer_id = ${customer_id} and (${code}::text is null or code = ${code}::text)
    order by (state = any(${preferred}::text[])) desc, order_id desc
    limit 1 for no key update
  `.execute(tx)
  return rows[0] ?? null
}

/** Locks the order of this code for whoever knows its secret. */
export async function lockLinkedOrder(
  tx: Tx,
  code: string,
  secret: string,
): Promise<LockedOrder | null> {
  const { rows } = await sql<LockedOrder>`
    select ${locked_columns} from sales_order
    where code = ${code} and secret = ${secret} for no key update
  `.execute(tx)
  return rows[0] ?? null
}

export async function lockOrderById(tx: Tx, order_id: number): Promise<LockedOrder | null> {
  const { rows } = await sql<LockedOrder>`
    select ${locked_columns} from sales_order where order_id = ${order_id} for no key update
  `.execute(tx)
  return rows[0] ?? null
}

export interface StateChange {
  actor: Actor
  /** Why, in words. */
  reason: string | null
  /** How the order is paid from now on; null: as before. */
  payment_method: string | null
}

/**
 * Writes the state that a move leads to, and the move into the order's history. False when the order is not
 * in the state that it was read in.
 */
export async function updateOrderState(
  tx: Tx,
  { order_id, state }: Pick<LockedOrder, 'order_id' | 'state'>,
  name: MoveName,
  { actor, reason, payment_method }: StateChange,
  now: Date,
): Promise<boolean> {
  const { to } = moveOf(name)
  const next = to === 'same' ? null : to
  const { rows } = await sql`
    with moved as (
      update sales_order set state = coalesce(${next}::text, state),
        payment_method = coalesce(${payment_method}::text, payment_method),
        expires_at = case when coalesce(${next}::text, state) = 'awaiting_payment' then expires_at end
      where order_id = ${order_id} and state = ${state}
      returning order_id, state
    )
    insert into sales_order_event (order_id, state, move, actor, note, happened_at)
    select order_id, state, ${name}, ${actor}, ${reason ?? payment_method}::text, ${now}::timestamptz
    from moved
    returning 1
  `.execute(tx)
  return rows.length > 0
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

/** An order goes without these offers from now on: its printed lines and its total say so. */
export async function dropOffers(
  tx: Tx,
  order_id: number,
  { positions, ...sums }: { positions: readonly number[]; rounding: number; grand_total: number },
): Promise<void> {
  const { rounding, grand_total } = sums
  await sql`
    delete from sales_order_adjustment where order_id = ${order_id}
      and (rule = 'rounding' or position = any(${positions}::integer[]))
  `.execute(tx)
  if (rounding > 0) {
    await sql`
      insert into sales_order_adjustment (order_id, position, rule, reference, name, amount)
      select ${order_id}, coalesce(max(position), 0) + 1, 'rounding', null, 'Làm tròn', ${rounding}
      from sales_order_adjustment where order_id = ${order_id}
    `.execute(tx)
  }
  await sql`
    update sales_order set grand_total = ${grand_total},
      adjustment_total = adjustment_total + grand_total - ${grand_total}
    where order_id = ${order_id}
  `.execute(tx)
}
