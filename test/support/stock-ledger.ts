import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Amounts that no sale, expiry or crash may change, each by what it is an amount of. */
export type Inventory = ReadonlyMap<string, number>

/**
 * Pieces on shelves together with those that orders hold or have sold; and of slots, vouchers and
 * customers' limits what counts as taken beyond what holds have of it.
 */
export async function takeInventory(db: Database): Promise<Inventory> {
  const { rows } = await sql<{ what: string; amount: number }>`
    with held as (select * from hold where released_at is null)
    select format('pieces of item %s', product_id) as what, sum(quantity) as amount from (
      select product_id, quantity from stock
      union all select product_id, quantity from held where kind = 'stock'
    ) as pieces group by product_id
    union all
    select format('uses of quota %s that nobody holds', quota_id), quota.taken - coalesce((
      select sum(quantity) from held where held.quota_id = quota.quota_id), 0) from quota
    union all
    select format('settled uses of quota %s that nobody holds', quota_id), quota.settled - coalesce((
      select sum(quantity) from held
      where held.quota_id = quota.quota_id and settled_at is not null), 0) from quota
    union all
    select format('uses of %s that customer %s does not hold', limit_key, customer_key),
      had.taken - coalesce((select sum(quantity) from held
        where held.limit_key = had.limit_key and held.customer_key = had.customer_key), 0)
    from customer_use had
  `.execute(db)
  return new Map(rows.map(({ what, amount }) => [what, amount]))
}

/**
 * What does not add up, each as a sentence; empty when the books are right (invariant 1): every piece is
 * on a shelf or in one living order, every slot and limit is taken by who holds it, no order holds more
 * or less than its lines, none lacks its payment.
 */
export async function bookErrors(db: Database, opening: Inventory): Promise<string[]> {
  const found = await Promise.all([
    movedAmounts(db, opening),
    wrongClaims(db),
    wrongSlots(db),
    wrongOrders(db),
    wrongPayments(db),
  ])
  return found.flat()
}

async function movedAmounts(db: Database, opening: Inventory): Promise<string[]> {
  const now = await takeInventory(db)
  return [...new Set([...opening.keys(), ...now.keys()])]
    .filter((what) => (opening.get(what) ?? 0) !== (now.get(what) ?? 0))
    .map((what) => `${what}: ${opening.get(what) ?? 0} became ${now.get(what) ?? 0}`)
}

/** Slots that living orders hold are those of their lines; an ended order holds nothing of any kind. */
async function wrongSlots(db: Database): Promise<string[]> {
  return sentences(
    db,
    sql`
    with sold as (
      select order_id, quota_id, sum(item_quantity) as pieces
      from sales_order join sales_order_line using (order_id)
        join flash_sale_item using (flash_sale_item_id)
      where state not in ('cancelled', 'expired') group by order_id, quota_id
    ), held as (
      select order_id, quota_id, sum(quantity) as pieces
      from hold join flash_sale_item using (quota_id)
      where released_at is null group by order_id, quota_id
    )
    select format('order %s, slots of quota %s: %s sold, %s held', order_id, quota_id,
      coalesce(sold.pieces, 0), coalesce(held.pieces, 0)) as said
    from sold full join held using (order_id, quota_id)
    where sold.pieces is distinct from held.pieces
    union all
    select format('order %s has ended and holds a %s', code, kind)
    from hold join sales_order using (order_id)
    where released_at is null and state in ('cancelled', 'expired')`,
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

/** Who chose a way to pay has one living payment of the whole amount, or of what staff let count. */
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
      and not exists (select 1 from payment_review r where r.state = 'accepted'
        and r.order_id = sales_order.order_id)`,
  )
}

async function sentences(db: Database, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await query.execute(db)
  return (rows as { said: string }[]).map(({ said }) => said)
}
