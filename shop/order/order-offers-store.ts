import type { OrderId } from '#pure/ids.ts'
import { sql } from 'kysely'
import type { PriceStep } from '#contracts/price-parts.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { AddedOffer, OfferChange, OrderOffer, OrderOffers } from '#shop/order/order.ts'

/** The offers of an order for payment methods, and its rounding. */
export async function findOrderOffers(db: Database, order_id: OrderId): Promise<OrderOffers> {
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

/** A line of an order, as an offer for a payment method counts it. */
interface PricedOrderLine {
  item_id: number
  line_total: number
  price_trace: PriceStep[]
}

/** A voucher of an order. */
interface OrderVoucher {
  reference: string | null
  amount: number
  excludes: string[]
}

/** The lines of an order with their final prices, and its vouchers. */
export async function findOrderPrices(
  db: Database,
  order_id: OrderId,
): Promise<{ lines: PricedOrderLine[]; vouchers: OrderVoucher[] }> {
  const lines = await db
    .selectFrom('sales_order_line')
    .select(['item_id', 'line_total', 'price_trace'])
    .where('order_id', '=', order_id)
    .orderBy('position')
    .$castTo<PricedOrderLine>()
    .execute()
  const vouchers = await sql<OrderVoucher>`
    select reference, amount, to_json(excludes) as excludes from sales_order_adjustment
    where order_id = ${order_id} and rule = 'voucher' order by position
  `.execute(db)
  return { lines, vouchers: vouchers.rows }
}

/** The offers for this payment method that an order lost when its shopper chose another one, newest first. */
export async function findDroppedOffers(
  db: Database,
  order_id: OrderId,
  payment_method: string,
): Promise<AddedOffer[]> {
  const { rows } = await sql<AddedOffer>`
    select reference, name, amount, payment_method, quota_id, limit_key, to_json(excludes) as excludes
    from dropped_offer
    where order_id = ${order_id} and payment_method = ${payment_method} order by dropped_offer_id desc
  `.execute(db)
  return rows
}

/** Replaces offers of an order, and writes its new rounding and total. Dropped offers are kept apart. */
export async function replaceOffers(
  tx: Tx,
  order_id: OrderId,
  { dropped, added, rounding, grand_total }: OfferChange,
): Promise<void> {
  const positions = dropped.map(({ position }) => position)
  await sql`
    with dropped as (
      delete from sales_order_adjustment where order_id = ${order_id}
        and (rule = 'rounding' or position = any(${positions}::integer[])) returning *
    ), back as (
      delete from dropped_offer using jsonb_to_recordset(${JSON.stringify(added)}::jsonb)
        as added (reference text, amount bigint)
      where order_id = ${order_id} and dropped_offer.reference = added.reference
        and dropped_offer.amount = added.amount
    )
    insert into dropped_offer
      (order_id, payment_method, reference, name, amount, quota_id, limit_key, excludes)
    select order_id, payment_method, reference, name, amount, quota_id, limit_key, excludes
    from dropped where rule = 'payment' order by position
  `.execute(tx)
  const parts = [
    ...added.map((offer) => ({ rule: 'payment', ...offer })),
    ...(rounding > 0 ? [{ rule: 'rounding', name: 'Làm tròn', amount: rounding }] : []),
  ]
  await sql`
    insert into sales_order_adjustment (order_id, position, rule, reference, name, amount,
      payment_method, quota_id, limit_key, excludes)
    select ${order_id}, last.position + part.n, part.rule, part.reference, part.name, part.amount,
      part.payment_method, part.quota_id, part.limit_key, coalesce(part.excludes, '{}')
    from (select coalesce(max(position), 0) as position from sales_order_adjustment
        where order_id = ${order_id}) last,
      rows from (jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as (rule text, reference text,
        name text, amount bigint, payment_method text, quota_id bigint, limit_key text,
        excludes text[])) with ordinality as part (rule, reference, name, amount, payment_method,
        quota_id, limit_key, excludes, n)
  `.execute(tx)
  await sql`
    update sales_order set grand_total = ${grand_total},
      adjustment_total = adjustment_total + grand_total - ${grand_total}
    where order_id = ${order_id}
  `.execute(tx)
}
