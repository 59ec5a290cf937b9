import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import type { OrderId, StaffId } from '#pure/ids.ts'
import type { OrderInTwo, RemovedGoods } from '#shop/order/changed-goods.ts'

interface SplitOff extends Pick<OrderInTwo, 'goes'> {
  from: OrderId
  code: string
  /** What goes, by the lines of the order that it comes from. */
  goods: readonly Pick<RemovedGoods, 'position' | 'quantity'>[]
  maker: string
  made_by: StaffId
  /** What shopper and staff read. */
  note: string
  reason: string
}

/**
 * Writes a part of a locked order as an order of its own: buyer, address, state and shop are those of the order, prices
 * those of its lines. In one statement, because totals of new orders are checked when it ends. Returns the order_id.
 */
export async function insertSplitOrder(
  tx: Tx,
  { from, code, goods, goes, maker, made_by, note, reason }: SplitOff,
  now: Date,
): Promise<OrderId> {
  const { list_total, discount, subtotal, adjustments, adjustment_total, grand_total } = goes
  const { rows } = await sql<{ order_id: OrderId }>`
    with source as (
      select * from sales_order where order_id = ${from}
    ), checkout as (
      insert into quote (customer_id, type, province_id, installment_type, recipient, grand_total_seen, is_open, created_at)
      select quote.customer_id, quote.type, quote.province_id, quote.installment_type, source.recipient,
        ${grand_total}, false, ${now}
      from source join quote using (quote_id) returning quote_id
    ), made as (
      insert into sales_order (code, customer_id, quote_id, state, payment_method, province_id, shop_id, phone, recipient,
        list_total, discount, subtotal, adjustment_total, shipping_fee, grand_total, is_online_only, is_paid, aff_click_id,
        has_ad_click, created_at, made_by, assigned_to, split_from)
      select ${code}, customer_id, checkout.quote_id, state, payment_method, province_id, shop_id, phone, recipient,
        ${list_total}, ${discount}, ${subtotal}, ${adjustment_total}, 0, ${grand_total}, is_online_only, is_paid,
        aff_click_id, has_ad_click, created_at, ${made_by}, assigned_to, order_id
      from source, checkout returning order_id, state
    ), lines as (
      insert into sales_order_line (order_id, position, line_id, parent_line_id, item_id, item_type, item_quantity, sku,
        name, color_name, url_path, thumbnail, price, mechanic_price, final_price, line_total, price_trace, is_gift,
        parent_item_id, main_product_combo_id, combo_item_id, flash_sale_item_id)
      select made.order_id, line.position, line_id, parent_line_id, item_id, item_type, part.quantity, sku, name,
        color_name, url_path, thumbnail, price, mechanic_price, final_price, final_price * part.quantity, price_trace,
        is_gift, parent_item_id, main_product_combo_id, combo_item_id, flash_sale_item_id
      from made, sales_order_line line
        join jsonb_to_recordset(${JSON.stringify(goods)}::jsonb) as part (position integer, quantity integer)
          on part.position = line.position
      where line.order_id = ${from}
    ), adjustments as (
      insert into sales_order_adjustment (order_id, position, rule, reference, name, amount, payment_method, excludes)
      select made.order_id, one.position, rule, reference, name, part.amount, payment_method, excludes
      from made, sales_order_adjustment one
        join jsonb_to_recordset(${JSON.stringify(adjustments)}::jsonb) as part (position integer, amount bigint)
          on part.position = one.position
      where one.order_id = ${from}
    ), events as (
      insert into sales_order_event (order_id, state, move, actor, note, happened_at, version, staff_name, staff_note)
      select order_id, state, 'split', 'staff', ${note}, ${now}::timestamptz, 1, ${maker}, ${reason} from made
    )
    select order_id from made
  `.execute(tx)
  const [made] = rows
  if (made === undefined) throw new RangeError(`order ${from} is gone`)
  return made.order_id
}

/**
 * All parts of what was one order, this one too, with the orders that parts were joined into, and whether each has
 * ended. Locks them together by the number of the first, so that of two parts that end or live again at once one sees
 * what became of the other. This lock is no row: it comes after the rows of orders and before what they claim, so
 * nobody who waits for it has what another part waits for.
 */
export async function findParts(
  tx: Tx,
  order_id: OrderId,
): Promise<{ order_id: OrderId; has_ended: boolean }[]> {
  const parts = sql`
    with recursive part as (
      select order_id, split_from, joined_to from sales_order where order_id = ${order_id}
      union
      select next.order_id, next.split_from, next.joined_to from part cross join lateral (
        select * from sales_order where order_id in (part.split_from, part.joined_to)
        union all select * from sales_order where split_from = part.order_id
        union all select * from sales_order where joined_to = part.order_id) next
    )`
  const first = await sql<{ order_id: OrderId }>`
    ${parts} select order_id, pg_advisory_xact_lock(hashtextextended('parts of order ' || order_id, 0))
    from (select min(order_id) as order_id from part) first`.execute(tx)
  const { rows } = await sql<{ order_id: OrderId; has_ended: boolean }>`
    ${parts} select order_id, state in ('cancelled', 'expired') as has_ended
    from part join sales_order using (order_id) order by order_id`.execute(tx)
  // While this one waited for the lock, a part may have been joined into an order that comes before all of them. Its
  // number is smaller, so two that wait for several of these locks take them in one sequence.
  return rows[0]?.order_id === first.rows[0]?.order_id ? rows : findParts(tx, order_id)
}

/** Adds all lines and offers of one order to another, after its own. Lines of the other keep what hangs on what. */
export async function copyGoods(
  tx: Tx,
  { from, to, first_line_id }: { from: OrderId; to: OrderId; first_line_id: number },
): Promise<void> {
  await sql`
    with last as (
      select coalesce((select max(position) from sales_order_line where order_id = ${to}), 0) as line,
        coalesce((select max(position) from sales_order_adjustment where order_id = ${to}), 0) as part
    ), lines as (
      insert into sales_order_line (order_id, position, line_id, parent_line_id, item_id, item_type, item_quantity, sku,
        name, color_name, url_path, thumbnail, price, mechanic_price, final_price, line_total, price_trace, is_gift,
        parent_item_id, main_product_combo_id, combo_item_id, flash_sale_item_id)
      select ${to}, last.line + position, line_id + ${first_line_id}::bigint, parent_line_id + ${first_line_id}::bigint,
        item_id, item_type, item_quantity, sku, name, color_name, url_path, thumbnail, price, mechanic_price,
        final_price, line_total, price_trace, is_gift, parent_item_id, main_product_combo_id, combo_item_id,
        flash_sale_item_id
      from last, sales_order_line where order_id = ${from}
    )
    insert into sales_order_adjustment (order_id, position, rule, reference, name, amount, payment_method, quota_id,
      limit_key, excludes)
    select ${to}, last.part + position, rule, reference, name, amount, payment_method, quota_id, limit_key, excludes
    from last, sales_order_adjustment where order_id = ${from}
  `.execute(tx)
}

/** The sums of an order, in đồng, and whose order it is. */
export async function findSums(tx: Tx, order_id: OrderId) {
  return tx
    .selectFrom('sales_order')
    .select([
      'list_total',
      'discount',
      'subtotal',
      'adjustment_total',
      'shipping_fee',
      'customer_id',
    ])
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow()
}

/** Writes the sums of an order that has the goods of another one too. The delivery fee stays. */
export async function updateSums(
  tx: Tx,
  order_id: OrderId,
  sums: Record<'list_total' | 'discount' | 'subtotal' | 'adjustment_total' | 'grand_total', number>,
): Promise<void> {
  await tx.updateTable('sales_order').set(sums).where('order_id', '=', order_id).execute()
}

/** Notes which order has the goods of another one now. */
export async function updateJoinedTo(tx: Tx, order_id: OrderId, joined_to: OrderId): Promise<void> {
  await tx.updateTable('sales_order').set({ joined_to }).where('order_id', '=', order_id).execute()
}

/** Notes that an order is meant as it is, beside others of its phone. */
export async function updateKeptApart(tx: Tx, order_id: OrderId, now: Date): Promise<void> {
  await tx
    .updateTable('sales_order')
    .set({ kept_apart_at: now })
    .where('order_id', '=', order_id)
    .execute()
}
