import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import { is_waiting_part } from '#shop/payment/ledger/review-rows.ts'
import { findStockErrors } from '#shop/views/stock/stock-proof-store.ts'
import { emptyTables } from '#test/support/database-templates.ts'

/** Sets the free quantity of stock rows by movements; what is reserved stays reserved. Their units lose their codes. */
export async function setFreeStock(
  db: Database,
  quantity: number,
  which: RawBuilder<unknown>,
): Promise<void> {
  await forgetUnits(db, which)
  await sql`
    insert into stock_movement (product_id, shop_id, quantity, kind)
    select product_id, shop_id, ${quantity}::integer - quantity + shortage, 'count' from stock
    where ${quantity}::integer <> quantity - shortage and (${which})
  `.execute(db)
}

/** Deletes the codes of units in stock: they are only counted then. */
export async function forgetUnits(db: Database, which: RawBuilder<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // All units of the demo with what refers to them: more than a statement of the shop may take.
    await sql`set local statement_timeout = 0`.execute(tx)
    await deleteCodes(tx, which)
  })
}

async function deleteCodes(db: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    delete from unit where state = 'in_stock'
      and (product_id, shop_id) in (select product_id, shop_id from stock where ${which})
      and unit_id not in (select unit_id from stock_movement where unit_id is not null)`.execute(db)
  await sql`
    update stock set unnamed = on_hand - (
      select count(*) from unit where state = 'in_stock'
        and unit.product_id = stock.product_id and unit.shop_id = stock.shop_id)
    where ${which}`.execute(db)
}

/** Deletes all orders, units, movements and stock rows. */
export async function clearUnits(db: Database): Promise<void> {
  await emptyTables(db, 'sales_order', 'reservation', 'unit', 'unit_code', 'stock_movement')
  await sql`delete from stock`.execute(db)
}

/** Fails if a stock row breaks invariant 10. */
export async function assertStock(db: Database): Promise<void> {
  const errors = await findStockErrors(db)
  if (errors.length > 0) throw new RangeError(JSON.stringify(errors))
}

/** Amounts that no sale, expiry or crash may change, each by its description. */
export type Inventory = ReadonlyMap<string, number>

/**
 * Counts the units of each item: those in stock, reserved for orders and sold. For quotas and customers'
 * limits it counts the uses that no reservation explains.
 */
export async function takeInventory(db: Database): Promise<Inventory> {
  const { rows } = await sql<{ what: string; amount: number }>`
    with reserved as (select * from reservation where released_at is null)
    select format('units of item %s', product_id) as what, sum(quantity) as amount from (
      select product_id, quantity from stock
      union all select product_id, quantity from reserved where kind = 'stock'
    ) as units group by product_id
    union all
    select format('uses of quota %s without a reservation', quota_id), quota.taken - coalesce((
      select sum(quantity) from reserved where reserved.quota_id = quota.quota_id), 0) from quota
    union all
    select format('settled uses of quota %s without a reservation', quota_id), quota.settled - coalesce((
      select sum(quantity) from reserved
      where reserved.quota_id = quota.quota_id and settled_at is not null), 0) from quota
    union all
    select format('uses of %s by customer %s without a reservation', limit_key, customer_key),
      used.taken - coalesce((select sum(quantity) from reserved
        where reserved.limit_key = used.limit_key and reserved.customer_key = used.customer_key), 0)
    from customer_use used
  `.execute(db)
  return new Map(rows.map(({ what, amount }) => [what, amount]))
}

/**
 * Returns what does not add up, each as a sentence; empty when the ledger is right (invariant 1). Every
 * unit is in stock or in one living order. Every use of a slot or limit belongs to a reservation. No order
 * reserves more or less than its lines, and none lacks its payment.
 */
export async function ledgerErrors(db: Database, opening: Inventory): Promise<string[]> {
  const problems = await Promise.all([
    movedAmounts(db, opening),
    wrongStockReservations(db),
    wrongSlotReservations(db),
    wrongOrders(db),
    wrongPayments(db),
    wrongStock(db),
  ])
  return problems.flat()
}

async function movedAmounts(db: Database, opening: Inventory): Promise<string[]> {
  const now = await takeInventory(db)
  return [...new Set([...opening.keys(), ...now.keys()])]
    .filter((what) => (opening.get(what) ?? 0) !== (now.get(what) ?? 0))
    .map((what) => `${what}: ${opening.get(what) ?? 0} became ${now.get(what) ?? 0}`)
}

/** On hand is the sum of movements, and reserved what living orders have reserved. */
async function wrongStock(db: Database): Promise<string[]> {
  const errors = await findStockErrors(db)
  return errors.map(
    ({ invariant, product_id, shop_id, expected, found }) =>
      `${invariant}: item ${product_id} in shop ${shop_id} has ${found}, not ${expected}`,
  )
}

/** A living order reserves the slots of its lines; an ended order reserves nothing of any kind. */
async function wrongSlotReservations(db: Database): Promise<string[]> {
  return problemsOf(
    db,
    sql`
    with sold as (
      select order_id, quota_id, sum(item_quantity) as quantity
      from sales_order join sales_order_line using (order_id)
        join flash_sale_item using (flash_sale_item_id)
      where state not in ('cancelled', 'expired') group by order_id, quota_id
    ), reserved as (
      select order_id, quota_id, sum(quantity) as quantity
      from reservation join flash_sale_item using (quota_id)
      where released_at is null group by order_id, quota_id
    )
    select format('order %s, slots of quota %s: %s sold, %s reserved', order_id, quota_id,
      coalesce(sold.quantity, 0), coalesce(reserved.quantity, 0)) as problem
    from sold full join reserved using (order_id, quota_id)
    where sold.quantity is distinct from reserved.quantity
    union all
    select format('order %s has ended and reserves a %s', code, kind)
    from reservation join sales_order using (order_id)
    where released_at is null and state in ('cancelled', 'expired')`,
  )
}

/** A living order reserves exactly its lines, an ended one nothing. */
async function wrongStockReservations(db: Database): Promise<string[]> {
  return problemsOf(
    db,
    sql`
    with ordered as (
      select order_id, item_id, sum(item_quantity) as quantity
      from sales_order join sales_order_line using (order_id)
      where state not in ('cancelled', 'expired') group by order_id, item_id
    ), reserved as (
      select order_id, product_id as item_id, sum(quantity) as quantity
      from reservation where kind = 'stock' and released_at is null group by order_id, product_id
    )
    select format('order %s, item %s: %s ordered, %s reserved', order_id, item_id,
      coalesce(ordered.quantity, 0), coalesce(reserved.quantity, 0)) as problem
    from ordered full join reserved using (order_id, item_id)
    where ordered.quantity is distinct from reserved.quantity`,
  )
}

/** An order has lines that add up to its subtotal, a history, and no open checkout. */
async function wrongOrders(db: Database): Promise<string[]> {
  return problemsOf(
    db,
    sql`
    select format('order %s is incomplete: lines %s of %s', code, lines, subtotal) as problem
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

/**
 * An order with a payment method has one living payment: of the whole amount, of what staff let count, or,
 * as long as it is not paid, of what partial payments or the rest of a card's plan leave missing. Cash is
 * always exactly what is missing.
 */
async function wrongPayments(db: Database): Promise<string[]> {
  return problemsOf(
    db,
    sql`
    select format('order %s: %s of %s in live payments', code, coalesce(living.amount, 0), grand_total)
      as problem
    from sales_order left join lateral (
      select sum(amount) as amount, bool_and(payment.state = 'started') as is_started,
        bool_and(payment.state = 'due_on_delivery') as is_cash from payment
      where payment.order_id = sales_order.order_id
        and payment.state in ('started', 'due_on_delivery', 'paid')
    ) as living on true
    left join lateral (
      select coalesce(sum(came.amount), 0) as amount,
        coalesce(sum(came.amount) filter (where ${is_waiting_part}), 0) as waiting
      from payment_review r
      left join bank_message b using (bank_message_id)
      left join payment_message m using (payment_message_id)
      cross join lateral (select coalesce(b.amount, m.amount) as amount) as came
      where r.order_id = sales_order.order_id and r.reason = 'under'
    ) as partial on true
    left join lateral (
      select rest from card_plan where card_plan.order_id = sales_order.order_id
      order by card_plan_id desc limit 1
    ) as plan on true
    where state not in ('cancelled', 'expired') and payment_method is not null
      and living.amount is distinct from case
        when is_cash and waiting < grand_total then grand_total - waiting else grand_total end
      and not (is_started and living.amount + partial.amount + coalesce(plan.rest, 0) >= grand_total)
      and not exists (select 1 from payment_review r where r.state = 'accepted'
        and r.order_id = sales_order.order_id)`,
  )
}

async function problemsOf(db: Database, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await query.execute(db)
  return (rows as { problem: string }[]).map(({ problem }) => problem)
}
