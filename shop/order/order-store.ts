import { everything, type Reach } from '#pure/access.ts'
import type { CustomerId, OrderId } from '#pure/ids.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Order, OrderState } from '#contracts/storefront/order.ts'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Database, Tx } from '#db/schema.ts'
import { storedForm } from '#platform/text/vietnamese-phone.ts'
import type { ItemQuantity } from '#shop/inventory/stock/stock.ts'
import { type Actor, moveOf, type MoveName } from '#shop/order/order-states.ts'
import { inReach, paidTotal } from '#shop/order/order-rows.ts'
import { orderOf, type OrderRow } from '#shop/order/order-view.ts'

/** Which order of a customer: by order_id, by code, or the newest. */
export type Which = { order_id: OrderId } | { code: string } | 'newest'

/** What an order costs in all, in đồng. */
export async function findGrandTotal(db: Database, order_id: OrderId): Promise<number> {
  const { grand_total } = await db
    .selectFrom('sales_order')
    .select('grand_total')
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow()
  return grand_total
}

/** An order of this customer, as it is shown; null for an order of another customer. */
export async function findOrder(
  db: Database,
  customer_id: CustomerId,
  which: Which,
): Promise<Order | null> {
  return readOrder(db, sql`customer_id = ${customer_id} and ${condition(which)}`)
}

/** The order with this code and secret; null for a wrong secret, as for an absent order. */
export async function findLinkedOrder(
  db: Database,
  code: string,
  secret: string,
): Promise<Order | null> {
  return readOrder(db, sql`code = ${code} and secret = ${secret}`)
}

/** The order with this code, if this phone (E.164) ordered it; null for a wrong phone, as for an absent order. */
export async function findOrderOfPhone(
  db: Database,
  { code, phone }: { code: string; phone: string },
): Promise<Order | null> {
  return readOrder(db, sql`code = ${code} and phone = ${phone}`)
}

/** An order for a notification, which has no caller to check. */
export async function findOrderToNotify(db: Database, order_id: OrderId): Promise<Order | null> {
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
        'amount', amount, 'valid_until', null, 'excludes', to_jsonb(excludes)) order by position)
       from sales_order_adjustment part where part.order_id = o.order_id) as adjustments,
      (select jsonb_agg(jsonb_build_object('state', state, 'move', move, 'actor', actor,
        'note', note, 'happened_at', happened_at) order by event_id)
       from sales_order_event event where event.order_id = o.order_id) as events,
      ${paidTotal} as paid_total,
      (select coalesce(sum(amount), 0)::bigint from refund where refund.order_id = o.order_id
        and refund.state in ('due', 'requested', 'failed')) as refund_due_total,
      (select jsonb_build_object('bank_code', bank_code, 'bank_name', bank_name, 'card_brand', card_brand,
        'months', months, 'monthly', monthly, 'fee', fee, 'amount', price - rest, 'rest', rest, 'is_paid', is_paid)
       from card_plan plan, lateral (select exists (select from payment join payment_message message
         using (payment_id) where payment.card_plan_id = plan.card_plan_id and message.status = 'paid')) as money (is_paid)
       where plan.order_id = o.order_id order by is_paid desc, card_plan_id desc limit 1) as card_plan,
      case when state = 'ready_for_pickup' then (select jsonb_build_object('shop_name', shop.name,
        'address', shop.address, 'time_opening', shop.time_opening, 'keep_until', pickup.keep_until,
        'code', pickup.code)
       from pickup join shop using (shop_id) where pickup.order_id = o.order_id) end as pickup
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

/** The orders that exist among these codes; with `reach` only those within it. */
export async function findOrderCodes(
  db: Database,
  codes: readonly string[],
  reach: Reach = everything,
): Promise<{ order_id: OrderId; code: string }[]> {
  const { rows } = await sql<{ order_id: OrderId; code: string }>`
    select order_id, code from sales_order o
    where code = any(${codes}::text[]) and ${inReach(reach)}
  `.execute(db)
  return rows
}

/** Orders whose payment deadline was over at `now`, oldest first. */
export async function findOverdue(
  db: Database,
  now: Date,
  batch: number,
): Promise<{ order_id: OrderId; code: string }[]> {
  const { rows } = await sql<{ order_id: OrderId; code: string }>`
    select order_id, code from sales_order
    where state = 'awaiting_payment' and expires_at <= ${now}
    order by expires_at limit ${batch}
  `.execute(db)
  return rows
}

/** The items of an order with their quantities. */
export async function findOrderedItems(tx: Tx, order_id: OrderId): Promise<ItemQuantity[]> {
  const { rows } = await sql<ItemQuantity>`
    select item_id, sum(item_quantity)::bigint as item_quantity
    from sales_order_line where order_id = ${order_id} group by item_id
  `.execute(tx)
  return rows
}

/** An order that is locked until the transaction ends. */
export interface LockedOrder {
  order_id: OrderId
  code: string
  state: OrderState
  expires_at: Date | null
  grand_total: number
  payment_method: string | null
  recipient: Recipient
  is_online_only: boolean
  /** Raised by every move. */
  version: number
  /** The shop that answers for it. */
  shop_id: number | null
  /** The order that has its goods now. */
  joined_to: OrderId | null
}

const locked_columns = sql`order_id, code, state, expires_at, grand_total, payment_method, recipient, is_online_only, version,
  shop_id, joined_to`

/** Locks an order of this customer: by code, else the newest of the `preferred` states, else the newest. */
export async function lockOrder(
  tx: Tx,
  customer_id: CustomerId,
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

/** Locks the order with this code and secret. */
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

/** Locks an order by its order_id. */
export async function lockOrderById(tx: Tx, order_id: OrderId): Promise<LockedOrder | null> {
  const { rows } = await sql<LockedOrder>`
    select ${locked_columns} from sales_order where order_id = ${order_id} for no key update
  `.execute(tx)
  return rows[0] ?? null
}

/** Reads the order with this code, for staff who have it within reach, without locking it. */
export async function findOrderOfCode(
  db: Database,
  code: string,
  reach: Reach,
): Promise<LockedOrder | null> {
  const { rows } = await sql<LockedOrder>`
    select ${locked_columns} from sales_order o where code = ${code} and ${inReach(reach)}
  `.execute(db)
  return rows[0] ?? null
}

/** Writes who receives a locked order, and where. Its columns of buyer and province follow. */
export async function updateRecipientOfOrder(
  tx: Tx,
  order_id: OrderId,
  recipient: Recipient,
): Promise<void> {
  const { province_id, phone } = recipient
  await tx
    .updateTable('sales_order')
    .set({ recipient: JSON.stringify(recipient), province_id, phone: storedForm(phone) })
    .where('order_id', '=', order_id)
    .execute()
}

/** Locks the order with this code, for staff who have it within reach. */
export async function lockOrderByCode(
  tx: Tx,
  code: string,
  reach: Reach,
): Promise<LockedOrder | null> {
  const { rows } = await sql<LockedOrder>`
    select ${locked_columns} from sales_order o
    where code = ${code} and ${inReach(reach)} for no key update
  `.execute(tx)
  return rows[0] ?? null
}

/** The member of staff who moves an order, and what only staff read about it. */
export interface StaffPart {
  name: string
  /** The code of the reason. */
  reason: string | null
  note: string | null
}

interface StateChange {
  actor: Actor
  /** Only of moves by staff. */
  staff: StaffPart | null
  /** The reason as text for the shopper. */
  reason: string | null
  /** The new payment method; null leaves it unchanged. */
  payment_method: string | null
}

/**
 * Writes the new state and adds the move to the order's history. False when the order is no longer in the state in
 * which it was read.
 */
export async function updateOrderState(
  tx: Tx,
  { order_id, state }: Pick<LockedOrder, 'order_id' | 'state'>,
  name: MoveName,
  { actor, staff, reason, payment_method }: StateChange,
  now: Date,
): Promise<boolean> {
  const { to, payment } = moveOf(name)
  const next = to === 'same' ? null : to
  const is_paid_now = payment === 'paid'
  const { rows } = await sql`
    with moved as (
      update sales_order set state = coalesce(${next}::text, state),
        payment_method = coalesce(${payment_method}::text, payment_method),
        expires_at = case when coalesce(${next}::text, state) = 'awaiting_payment' then expires_at end,
        is_paid = is_paid or ${is_paid_now}, version = version + 1
      where order_id = ${order_id} and state = ${state}
      returning order_id, state, version
    )
    insert into sales_order_event (order_id, state, move, actor, note, happened_at, version,
      staff_name, reason, staff_note)
    select order_id, state, ${name}, ${actor}, ${reason ?? payment_method}::text, ${now}::timestamptz,
      version, ${staff?.name ?? null}::text, ${staff?.reason ?? null}::text, ${staff?.note ?? null}::text
    from moved
    returning 1
  `.execute(tx)
  return rows.length > 0
}

/** When an order ended; null: it lives. */
export async function findEnd(
  tx: Tx,
  { order_id, state }: Pick<LockedOrder, 'order_id' | 'state'>,
): Promise<Date | null> {
  if (state !== 'expired' && state !== 'cancelled') return null
  const { rows } = await sql<{ ended_at: Date }>`
    select max(happened_at) as ended_at from sales_order_event
    where order_id = ${order_id} and state = ${state}
  `.execute(tx)
  return rows[0]?.ended_at ?? null
}

/** Sets the shop that answers for an order to where most of its units are reserved now, unless it is picked up. */
export async function updateShopOfOrder(tx: Tx, order_id: OrderId): Promise<void> {
  await sql`
    update sales_order set shop_id = coalesce((
      select shop_id from reservation
      where reservation.order_id = ${order_id} and kind = 'stock' and released_at is null
      group by shop_id order by sum(quantity) desc, shop_id limit 1), shop_id)
    where order_id = ${order_id} and recipient->>'shipping_method' <> 'store_pickup'
  `.execute(tx)
}

/** Has a locked order collected at another shop: the recipient says where, and the shop answers for it. */
export async function updatePickupShop(
  tx: Tx,
  order_id: OrderId,
  recipient: Recipient,
): Promise<void> {
  const { erp_shop_id: shop_id, province_id } = recipient
  await tx
    .updateTable('sales_order')
    .set({ recipient: JSON.stringify(recipient), province_id, shop_id })
    .where('order_id', '=', order_id)
    .execute()
}

/** Sets the payment deadline of these unpaid orders to `now`. */
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
