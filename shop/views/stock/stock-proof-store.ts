import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { emptied_states } from '#shop/shipment/parcel-rows.ts'

/** A stock row that breaks an invariant: what it should have, and what it has. */
export interface StockError {
  invariant:
    | 'on_hand_is_sum_of_movements'
    | 'units_in_stock_are_on_hand'
    | 'reserved_is_live_reservations'
    | 'nothing_negative'
    | 'packed_at_most_once'
  product_id: number
  shop_id: number
  expected: number
  found: number
}

/** Rows that are reported of each invariant. */
const max_shown = 100

/**
 * Returns the stock rows that break invariant 10; none when stock is as it is. Each invariant is one statement, so that
 * sales may go on meanwhile.
 */
export async function findStockErrors(db: Database): Promise<StockError[]> {
  return [
    ...(await wrongSums(db)),
    ...(await wrongUnits(db)),
    ...(await wrongReserved(db)),
    ...(await negatives(db)),
    ...(await packedTwice(db)),
  ]
}

/** On hand is the sum of movements. */
async function wrongSums(db: Database): Promise<StockError[]> {
  const { rows } = await sql<StockError>`
    with moved as (
      select product_id, shop_id, sum(quantity) as quantity from stock_movement group by product_id, shop_id
    )
    select 'on_hand_is_sum_of_movements' as invariant, product_id, shop_id,
      coalesce(moved.quantity, 0) as expected, coalesce(stock.on_hand, 0) as found
    from stock full join moved using (product_id, shop_id)
    where coalesce(moved.quantity, 0) <> coalesce(stock.on_hand, 0)
    limit ${max_shown}
  `.execute(db)
  return rows
}

/** The units in stock are what is on hand, except for those without a code. */
async function wrongUnits(db: Database): Promise<StockError[]> {
  const { rows } = await sql<StockError>`
    with here as (
      select product_id, shop_id, count(*) as quantity from unit where state = 'in_stock'
      group by product_id, shop_id
    )
    select 'units_in_stock_are_on_hand' as invariant, product_id, shop_id,
      coalesce(stock.on_hand - stock.unnamed, 0) as expected, coalesce(here.quantity, 0) as found
    from stock full join here using (product_id, shop_id)
    where coalesce(here.quantity, 0) <> coalesce(stock.on_hand - stock.unnamed, 0)
    limit ${max_shown}
  `.execute(db)
  return rows
}

/** What is not free is reserved for orders that have not left. */
async function wrongReserved(db: Database): Promise<StockError[]> {
  const { rows } = await sql<StockError>`
    with reserved as (
      select product_id, shop_id, sum(quantity) as quantity from reservation
      where kind = 'stock' and released_at is null and shipped_at is null
      group by product_id, shop_id
    )
    select 'reserved_is_live_reservations' as invariant, product_id, shop_id,
      coalesce(reserved.quantity, 0) as expected,
      coalesce(stock.on_hand - stock.quantity + stock.shortage, 0) as found
    from stock full join reserved using (product_id, shop_id)
    where coalesce(reserved.quantity, 0) <> coalesce(stock.on_hand - stock.quantity + stock.shortage, 0)
    limit ${max_shown}
  `.execute(db)
  return rows
}

/** The table's constraints refuse this already; a database whose constraints were dropped is found too. */
async function negatives(db: Database): Promise<StockError[]> {
  const { rows } = await sql<StockError>`
    select 'nothing_negative' as invariant, product_id, shop_id, 0 as expected,
      least(quantity, on_hand, shortage, on_hand - quantity + shortage) as found
    from stock where least(quantity, on_hand, shortage, on_hand - quantity + shortage) < 0
      or (shortage > 0 and quantity > 0)
    limit ${max_shown}
  `.execute(db)
  return rows
}

/**
 * Of a line of an order no more lies in parcels than it has. Parcels that were cancelled, are back or were lost for
 * good do not count.
 */
async function packedTwice(db: Database): Promise<StockError[]> {
  const { rows } = await sql<StockError>`
    with packed as (
      select order_id, position, sum(quantity) as quantity from parcel_line join parcel using (parcel_id)
      where state not in ${emptied_states} group by order_id, position
    )
    select 'packed_at_most_once' as invariant, item_id as product_id, coalesce(o.shop_id, 0) as shop_id,
      item_quantity as expected, packed.quantity as found
    from packed join sales_order_line using (order_id, position) join sales_order o using (order_id)
    where packed.quantity > item_quantity
    limit ${max_shown}
  `.execute(db)
  return rows
}
