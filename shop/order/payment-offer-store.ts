import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import { roundedDown } from '#shop/price/reduction.ts'

/**
 * What is offered for one way to pay goes when an order that is locked is paid in another: the printed
 * lines and their sum are those of that way (house §5.2). Returns what the order comes to then. An offer
 * that went does not come back with its way: the shopper is shown the total before each choice.
 */
export async function dropOtherOffer(
  tx: Tx,
  { order_id, grand_total }: { order_id: number; grand_total: number },
  payment_method: string,
): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    delete from sales_order_adjustment part using promotion
    where part.order_id = ${order_id} and part.rule = 'payment'
      and part.reference = promotion.uuid::text
      and promotion.payment_method is distinct from ${payment_method}
    returning amount
  `.execute(tx)
  const dropped = rows.reduce((sum, { amount }) => sum + amount, 0)
  if (dropped === 0) return grand_total
  const rounding = await deleteRounding(tx, order_id)
  const exact = grand_total + rounding + dropped
  const total = roundedDown(exact)
  if (total < exact) await insertRounding(tx, order_id, exact - total)
  await sql`
    update sales_order set grand_total = ${total},
      adjustment_total = adjustment_total + grand_total - ${total}
    where order_id = ${order_id}
  `.execute(tx)
  return total
}

async function deleteRounding(tx: Tx, order_id: number): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    delete from sales_order_adjustment where order_id = ${order_id} and rule = 'rounding'
    returning amount
  `.execute(tx)
  return rows[0]?.amount ?? 0
}

async function insertRounding(tx: Tx, order_id: number, amount: number): Promise<void> {
  await sql`
    insert into sales_order_adjustment (order_id, position, rule, reference, name, amount)
    select ${order_id}, coalesce(max(position), 0) + 1, 'rounding', null, 'Làm tròn', ${amount}
    from sales_order_adjustment where order_id = ${order_id}
  `.execute(tx)
}
