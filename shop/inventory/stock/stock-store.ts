import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import { askedIds, asLongAs } from '#platform/database/id-list.ts'
import { shopSells } from '#shop/location/shop-rows.ts'
import {
  allocate,
  type Place,
  type Shelf,
  type Shortage,
  type Wanted,
} from '#shop/inventory/stock/stock.ts'

/** What is short of these pieces at a place now. Takes nothing: an order asks again under its locks. */
export async function findShortages(
  db: Database,
  wanted: readonly Wanted[],
  place: Place,
): Promise<Shortage[]> {
  const item_ids = wanted.map((line) => line.item_id)
  const shelves = await findShelves(db, item_ids)
  return allocate(wanted, shelves, place).shortages
}

/** Shelves with pieces of these items as they are at this moment. */
export async function findShelves(db: Database, item_ids: readonly number[]): Promise<Shelf[]> {
  const { rows } = await sql<Shelf>`
    select stock.product_id, stock.shop_id, shop.province_id, stock.quantity
    from ${askedIds(item_ids)} asked
    join stock on stock.product_id = asked.id and stock.quantity > 0
    join shop on shop.shop_id = stock.shop_id and ${shopSells}
  `.execute(db)
  return rows
}

/**
 * These shelves as they are now, for this transaction alone until it ends: locked in
 * (product_id, shop_id) order, as everybody does (decisions/074).
 */
export async function lockShelves(
  tx: Tx,
  wanted: readonly Pick<Shelf, 'product_id' | 'shop_id'>[],
): Promise<Shelf[]> {
  const { rows } = await sql<Shelf>`
    select stock.product_id, stock.shop_id, shop.province_id, stock.quantity
    from (select product_id, shop_id from unnest(${wanted.map((shelf) => shelf.product_id)}::bigint[],
      ${wanted.map((shelf) => shelf.shop_id)}::bigint[]) as list (product_id, shop_id)
      ${asLongAs(wanted)}) wanted
    join stock on stock.product_id = wanted.product_id and stock.shop_id = wanted.shop_id
    join shop on shop.shop_id = stock.shop_id
    order by stock.product_id, stock.shop_id
    for no key update of stock
  `.execute(tx)
  return rows
}
