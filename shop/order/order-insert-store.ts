import type { CustomerId, OrderId, QuoteId, StaffId } from '#pure/ids.ts'
import { sql } from 'kysely'
import type { Recipient, Totals } from '#contracts/storefront/quote.ts'
import type { Tx } from '#db/schema.ts'
import { firstMove, moveOf } from '#shop/order/order-states.ts'
import type { OrderedLine } from '#shop/order/ordered-line.ts'

export interface NewOrder {
  code: string
  /** Forty hexadecimal digits that allow reading this one order. */
  secret: string
  customer_id: CustomerId
  quote_id: QuoteId
  idempotency_key: string | null
  state: 'awaiting_payment' | 'pending'
  payment_method: string | null
  phone: string
  recipient: Recipient
  totals: Totals
  items: OrderedLine[]
  /** Whether an item comes from a flash sale that must be paid before delivery. */
  is_online_only: boolean
  /** The terms of its offers for the payment method, by reference. */
  offer_terms: ReadonlyMap<string, OfferTerms>
  aff_click_id: string | null
  has_ad_click: boolean
  created_at: Date
  expires_at: Date | null
  /** The member of staff who made it for its shopper; null: the shopper did. */
  made_by: StaffId | null
  maker: string | null
  /** The hash of the network that it came from, if known. */
  network_hash: string | null
}

/** The terms of an offer for one payment method, stored because its promotion may be deleted. */
export interface OfferTerms {
  payment_method: string
  quota_id: number | null
  limit_key: string | null
}

/** Another order has this code: the caller must draw a new one. */
export class CodeTaken extends Error {
  override name = 'CodeTaken'
}

/**
 * Writes orders with their lines, adjustments, first events and first payment attempts in one statement.
 * Returns their order_ids in the sequence of `orders`.
 */
export async function insertOrders(
  tx: Tx,
  orders: readonly (NewOrder & { shop_id: number | null })[],
): Promise<number[]> {
  const { rows } = await sql<{ order_id: OrderId; code: string }>`
    with source as (
      select * from jsonb_to_recordset(${JSON.stringify(orders.map(rowOf))}::jsonb) as source (
        n integer, code text, secret text, customer_id bigint, quote_id bigint,
        idempotency_key text, state text, move text, payment_method text, payment_state text,
        province_id integer, shop_id integer, phone text, recipient jsonb, list_total bigint, discount bigint,
        subtotal bigint, adjustment_total bigint, shipping_fee bigint, grand_total bigint,
        is_online_only boolean, aff_click_id text, has_ad_click boolean, created_at timestamptz, expires_at timestamptz,
        made_by bigint, maker text, network_hash text,
        items jsonb, adjustments jsonb)
    ), inserted as (
      insert into sales_order (code, secret, customer_id, quote_id, idempotency_key, state,
        payment_method, province_id, shop_id, phone, recipient, list_total, discount, subtotal,
        adjustment_total, shipping_fee, grand_total, is_online_only, aff_click_id, has_ad_click, created_at,
        expires_at, made_by, network_hash)
      select code, secret, customer_id, quote_id, idempotency_key, state, payment_method,
        province_id, shop_id, phone, recipient, list_total, discount, subtotal, adjustment_total,
        shipping_fee, grand_total, is_online_only, aff_click_id, has_ad_click, created_at, expires_at, made_by,
        network_hash
      from source order by n
      on conflict (code) do nothing
      returning order_id, code
    ), numbered as (
      select inserted.order_id, source.* from inserted join source using (code)
    ), lines as (
      insert into sales_order_line (order_id, position, line_id, parent_line_id, item_id, item_type,
        item_quantity, sku, name, color_name, url_path, thumbnail, price, mechanic_price, final_price, line_total,
        price_trace, is_gift, parent_item_id, main_product_combo_id, combo_item_id,
        flash_sale_item_id)
      select numbered.order_id, line.* from numbered, jsonb_to_recordset(numbered.items)
        as line (position integer, line_id bigint, parent_line_id bigint, item_id bigint,
          item_type smallint, item_quantity integer, sku text, name text, color_name text, url_path text, thumbnail text, price bigint,
          mechanic_price bigint, final_price bigint, line_total bigint, price_trace jsonb,
          is_gift boolean, parent_item_id bigint, main_product_combo_id bigint,
          combo_item_id bigint, flash_sale_item_id bigint)
    ), adjustments as (
      insert into sales_order_adjustment (order_id, position, rule, reference, name, amount,
        payment_method, quota_id, limit_key, excludes)
      select numbered.order_id, part.position, part.rule, part.reference, part.name, part.amount,
        part.payment_method, part.quota_id, part.limit_key, part.excludes
      from numbered, jsonb_to_recordset(numbered.adjustments)
        as part (position integer, rule text, reference text, name text, amount bigint,
          payment_method text, quota_id bigint, limit_key text, excludes text[])
    ), events as (
      insert into sales_order_event (order_id, state, move, actor, staff_name, happened_at, version)
      select order_id, state, move, case when made_by is null then 'shopper' else 'staff' end, maker,
        created_at, 1 from numbered order by order_id
    ), payments as (
      insert into payment (order_id, method, state, amount, created_at, updated_at)
      select order_id, payment_method, payment_state, grand_total, created_at, created_at
      from numbered where payment_method is not null order by order_id
    )
    select order_id, code from inserted
  `.execute(tx)
  if (rows.length !== orders.length) throw new CodeTaken()
  const ids = new Map(rows.map(({ code, order_id }) => [code, order_id]))
  return orders.map(({ code }) => ids.get(code) ?? 0)
}

function rowOf(
  { totals, items, offer_terms, ...order }: NewOrder & { shop_id: number | null },
  n: number,
) {
  const { list_total, discount, subtotal, adjustments, shipping_fee, grand_total } = totals
  const move = firstMove(order.state)
  return {
    ...order,
    n,
    move,
    payment_state: moveOf(move).payment === 'cash_on_delivery' ? 'due_on_delivery' : 'started',
    province_id: order.recipient.province_id,
    list_total,
    discount,
    subtotal,
    adjustment_total: adjustments.reduce((sum, { amount }) => sum + amount, 0),
    shipping_fee,
    grand_total,
    items: items.map(lineOf),
    adjustments: adjustments.map(({ rule, reference, name, amount, excludes }, index) => {
      const terms = rule === 'payment' && reference !== null ? offer_terms.get(reference) : null
      return { position: index + 1, rule, reference, name, amount, excludes, ...terms }
    }),
  }
}

function lineOf(line: OrderedLine, index: number) {
  return { ...line, position: index + 1 }
}
