import { sql, type RawBuilder } from 'kysely'
import type { Order, OrderState } from '#contracts/storefront/order.ts'
import type { QuoteLine, Recipient, Totals } from '#contracts/storefront/quote.ts'
import type { Database, Tx } from '#db/schema.ts'
import { historyOf, type KeptEvent, paymentTitle } from '#shop/order/order-history.ts'
import { moveOrder, moveOrders } from '#shop/order/order-state-store.ts'
import { isCancellable } from '#shop/order/order-states.ts'

export interface OrderRow extends Omit<Totals, 'item_quantity' | 'adjustments'> {
  code: string
  state: OrderState
  payment_method: string | null
  secret: string
  created_at: Date
  expires_at: Date | null
  recipient: Recipient
  items: QuoteLine[]
  adjustments: Totals['adjustments'] | null
  events: (Omit<KeptEvent, 'happened_at'> & { happened_at: string })[] | null
  is_online_only: boolean
  paid_total: number
  refunded_total: number
  refund_due_total: number
}

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

/** For messages about it, which are nobody's question. */
export async function findOrderToTell(db: Database, order_id: number): Promise<Order | null> {
  return readOrder(db, sql`order_id = ${order_id}`)
}

async function readOrder(db: Database, which: RawBuilder<unknown>): Promise<Order | null> {
  const { rows } = await sql<OrderRow>`
    select code, state, payment_method, secret, created_at, expires_at, recipient,
      list_total, discount, subtotal, shipping_fee, grand_total, refunded_total,
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
      exists (select 1 from sales_order_line line join flash_sale_item using (flash_sale_item_id)
        join flash_sale using (flash_sale_id)
        where line.order_id = o.order_id and is_online_only) as is_online_only,
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

export interface LockedOrder {
  order_id: number
  code: string
  state: OrderState
  expires_at: Date | null
  grand_total: number
  recipient: Recipient
}

/** Locks an order of this customer: by code, else the newest of the `preferred` states, else the newest. */
export async function lockOrder(
  tx: Tx,
  customer_id: number,
  code: string | null,
  preferred: readonly OrderState[],
): Promise<LockedOrder | null> {
  const { rows } = await sql<LockedOrder>`
    select order_id, code, state, expires_at, grand_total, recipient
    from sales_order
    where customer_id = ${customer_id} and (${code}::text is null or code = ${code}::text)
    order by (state = any(${preferred}::text[])) desc, order_id desc
    limit 1 for no key update
  `.execute(tx)
  return rows[0] ?? null
}

/** The order of this code for whoever knows its secret. */
export async function lockLinkedOrder(
  tx: Tx,
  code: string,
  secret: string,
): Promise<LockedOrder | null> {
  const { rows } = await sql<LockedOrder>`
    select order_id, code, state, expires_at, grand_total, recipient
    from sales_order where code = ${code} and secret = ${secret} for no key update
  `.execute(tx)
  return rows[0] ?? null
}

/** Notes the way to pay; with `state` 'pending' an order that waits does so no longer. */
export async function updatePaymentMethod(
  tx: Tx,
  order: { order_id: number; state: OrderState },
  method: string,
  state: 'awaiting_payment' | 'pending',
  now: Date,
): Promise<void> {
  const waits = order.state === 'awaiting_payment'
  const ends = state === 'pending'
  const move = waits ? (ends ? 'choose_at_door' : 'choose_online') : 'change_payment'
  await moveOrder(tx, order.order_id, move, { actor: 'shopper', payment_method: method }, now)
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

/** Ends an order that is still unpaid at `now`; false when somebody was faster. */
export async function updateExpired(tx: Tx, order_id: number, now: Date): Promise<boolean> {
  return (await moveOrders(tx, [order_id], 'expire', { actor: 'clock' }, now)).length > 0
}

function condition(which: Which) {
  if (which === 'newest') return sql`true`
  return 'code' in which ? sql`code = ${which.code}` : sql`order_id = ${which.order_id}`
}

/** An order as its row tells of it. */
export function orderOf(row: OrderRow): Order {
  const { code, state, payment_method, secret, created_at, expires_at, items, recipient } = row
  const { list_total, discount, subtotal, shipping_fee, grand_total, is_online_only } = row
  const { paid_total, refunded_total, refund_due_total } = row
  const pieces = (total: number, line: QuoteLine) => total + (line.is_gift ? 0 : line.item_quantity)
  const events = row.events ?? []
  return {
    code,
    state,
    payment_method,
    secret,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    items,
    recipient,
    totals: {
      item_quantity: items.reduce(pieces, 0),
      list_total,
      discount,
      subtotal,
      adjustments: row.adjustments ?? [],
      shipping_fee,
      grand_total,
    },
    is_online_only,
    history: historyOf(
      events.map((event) => ({ ...event, happened_at: new Date(event.happened_at) })),
    ),
    can_cancel: isCancellable(state),
    payment: {
      method_title: paymentTitle(payment_method),
      paid_total,
      refund_due_total,
      refunded_total,
    },
  }
}
