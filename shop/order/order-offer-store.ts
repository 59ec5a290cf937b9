import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import type { OrderOffer, OrderOffers } from '#shop/order/order-offers.ts'

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
