import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import { releaseOrderClaims } from '#shop/inventory/reservation/release-reservations.ts'
import { roundedDown } from '#shop/pricing/price/reduction.ts'

interface Order {
  order_id: number
  grand_total: number
}

/** Something that an order has off for one way to pay. */
interface OrderOffer {
  position: number
  name: string
  amount: number
  payment_method: string | null
  promotion_id: number
  quota_id: number | null
}

/** What an order comes to, by the way it is paid. */
export interface OrderOffers {
  /** What is offered for this way, if the order has it; what it has not is not had by changing. */
  offerOf: (payment_method: string) => { name: string; amount: number } | null
  totalBy: (payment_method: string) => number
}

/** What an order has off for the way it was ordered with, and what it comes to in any way. */
export async function findOrderOffers(
  db: Database,
  { order_id, grand_total }: Order,
): Promise<OrderOffers> {
  const { offers, rounding } = await readOffers(db, order_id)
  return {
    offerOf: (payment_method) => {
      const [first, ...others] = offers.filter((offer) => offer.payment_method === payment_method)
      if (first === undefined) return null
      return { name: first.name, amount: first.amount + sumOf(others) }
    },
    totalBy: (payment_method) => {
      const dropped = offers.filter((offer) => offer.payment_method !== payment_method)
      if (dropped.length === 0) return grand_total
      return roundedDown(grand_total + rounding + sumOf(dropped))
    },
  }
}

/**
 * What is offered for one way to pay goes when an order that is locked is paid in another: the printed
 * lines and their sum are those of that way (house §5.2), and others may have its pieces of the offer.
 * Returns what the order comes to then. An offer that went does not come back with its way: the shopper
 * is shown the total before each choice.
 */
export async function dropOtherOffer(
  tx: Tx,
  { order_id, grand_total }: Order,
  payment_method: string,
  now: Date,
): Promise<number> {
  const { offers, rounding } = await readOffers(tx, order_id)
  const dropped = offers.filter((offer) => offer.payment_method !== payment_method)
  if (dropped.length === 0) return grand_total
  const positions = dropped.map(({ position }) => position)
  await sql`
    delete from sales_order_adjustment where order_id = ${order_id}
      and (rule = 'rounding' or position = any(${positions}::integer[]))
  `.execute(tx)
  const exact = grand_total + rounding + sumOf(dropped)
  const total = roundedDown(exact)
  if (total < exact) await insertRounding(tx, order_id, exact - total)
  await sql`
    update sales_order set grand_total = ${total},
      adjustment_total = adjustment_total + grand_total - ${total}
    where order_id = ${order_id}
  `.execute(tx)
  await releaseOrderClaims(
    tx,
    order_id,
    {
      quota_ids: dropped.flatMap(({ quota_id }) => quota_id ?? []),
      limit_keys: dropped.map(({ promotion_id }) => `promotion:${promotion_id}`),
    },
    now,
  )
  return total
}

async function readOffers(
  db: Database,
  order_id: number,
): Promise<{ offers: OrderOffer[]; rounding: number }> {
  const { rows } = await sql<OrderOffer & { rule: string }>`
    select part.rule, part.position, part.name, part.amount, promotion.payment_method,
      promotion.promotion_id, promotion.quota_id
    from sales_order_adjustment part
      left join promotion on part.rule = 'payment' and part.reference = promotion.uuid::text
    where part.order_id = ${order_id}
      and (part.rule = 'rounding' or promotion.promotion_id is not null)
    order by part.position
  `.execute(db)
  const of = (rule: string) => rows.filter((row) => row.rule === rule)
  return { offers: of('payment'), rounding: sumOf(of('rounding')) }
}

function sumOf(parts: readonly { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

async function insertRounding(tx: Tx, order_id: number, amount: number): Promise<void> {
  await sql`
    insert into sales_order_adjustment (order_id, position, rule, reference, name, amount)
    select ${order_id}, coalesce(max(position), 0) + 1, 'rounding', null, 'Làm tròn', ${amount}
    from sales_order_adjustment where order_id = ${order_id}
  `.execute(tx)
}

/** Whether an order has something of a flash sale that is paid before delivery. */
export async function isOnlineOnly(tx: Tx, order_id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sales_order_line line
      join flash_sale_item item using (flash_sale_item_id) join flash_sale sale using (flash_sale_id)
    where line.order_id = ${order_id} and sale.is_online_only limit 1
  `.execute(tx)
  return rows.length > 0
}
