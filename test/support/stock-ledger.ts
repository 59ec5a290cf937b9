import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Pieces of every item when counting began: what must be on shelves and in orders ever after. */
export type Pieces = ReadonlyMap<number, number>

/** Pieces on all shelves together with those that orders hold or have sold, by item. */
export async function countPieces(db: Database): Promise<Pieces> {
  const { rows } = await sql<{ item_id: number; pieces: number }>`
    with counted as (
      select product_id, quantity from stock
      union all select product_id, quantity from hold
        where kind = 'stock' and released_at is null
    )
    select product_id as item_id, sum(quantity) as pieces from counted group by product_id
  `.execute(db)
  return new Map(rows.map(({ item_id, pieces }) => [item_id, pieces]))
}

/**
 * What does not add up, each as a sentence; empty when the books are right (house §5.1): every piece is
 * on a shelf or in one living order, no order holds more or less than its lines, none lacks its payment.
 */
export async function bookErrors(db: Database, opening: Pieces): Promise<string[]> {
  const found = await Promise.all([
    movedPieces(db, opening),
    wrongClaims(db),
    wrongOrders(db),
    wrongPayments(db),
  ])
  return found.flat()
}

async function movedPieces(db: Database, opening: Pieces): Promise<string[]> {
  const now = await countPieces(db)
  const items = new Set([...opening.keys(), ...now.keys()])
  return [...items]
    .filter((item_id) => (opening.get(item_id) ?? 0) !== (now.get(item_id) ?? 0))
    .map(
      (item_id) =>
        `item ${item_id}: ${opening.get(item_id) ?? 0} pieces became ${now.get(item_id) ?? 0}`,
    )
}

/** A living order holds exactly its lines, an ended one nothing. */
async function wrongClaims(db: Database): Promise<string[]> {
  return sentences(
    db,
    sql`
    with wanted as (
      select order_id, item_id, sum(item_quantity) as pieces
      from sales_order join sales_order_line using (order_id)
      where state not in ('cancelled', 'expired') group by order_id, item_id
    ), held as (
      select order_id, product_id as item_id, sum(quantity) as pieces
      from hold where kind = 'stock' and released_at is null group by order_id, product_id
    )
    select format('order %s, item %s: %s pieces ordered, %s held', order_id, item_id,
      coalesce(wanted.pieces, 0), coalesce(held.pieces, 0)) as said
    from wanted full join held using (order_id, item_id)
    where wanted.pieces is distinct from held.pieces`,
  )
}

/** An order is whole: it has lines, they add up, and its history begins with it. */
async function wrongOrders(db: Database): Promise<string[]> {
  return sentences(
    db,
    sql`
    select format('order %s is torn: lines %s of %s', code, lines, subtotal) as said
    from sales_order left join lateral (
      select sum(line_total) as lines from sales_order_line
      where sales_order_line.order_id = sales_order.order_id
    ) as total on true
    where lines is distinct from subtotal
    union all
    select format('order %s has no history', code) from sales_order
    where not exists (
      select from sales_order_event where sales_order_event.order_id = sales_order.order_id)
    union all
    select format('checkout %s is open and ordered', quote_id)
    from sales_order join quote using (quote_id) where is_open`,
  )
}

/** Who chose a way to pay has one living payment of the whole amount, but for a try that failed. */
async function wrongPayments(db: Database): Promise<string[]> {
  return sentences(
    db,
    sql`
    select format('order %s: %s of %s in living payments', code, coalesce(paid.amount, 0), grand_total) as said
    from sales_order left join lateral (
      select sum(amount) as amount from payment
      where payment.order_id = sales_order.order_id
        and payment.state in ('started', 'due_on_delivery', 'paid')
    ) as paid on true
    where state not in ('cancelled', 'expired') and payment_method is not null
      and paid.amount is distinct from grand_total
      and not (state = 'awaiting_payment' and paid.amount is null)`,
  )
}

async function sentences(db: Database, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await query.execute(db)
  return (rows as { said: string }[]).map(({ said }) => said)
}
