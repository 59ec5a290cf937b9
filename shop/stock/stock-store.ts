import { sql } from 'kysely'
import type { Database, Tx } from '#db/schema.ts'
import { shopSells } from '#shop/stock/item-store.ts'
import {
  allocate,
  type Claim,
  type Place,
  type Shelf,
  type Shortage,
  type Wanted,
} from '#shop/stock/stock.ts'

/** Somebody took planned pieces in between: run the transaction again from its beginning. */
export class StockMoved extends Error {
  override name = 'StockMoved'
}

/** Where the pieces of an order would come from now, or what is short. Takes nothing yet. */
export async function planClaim(
  db: Database,
  wanted: readonly Wanted[],
  place: Place,
  options: { lock: boolean } = { lock: false },
): Promise<{ claims: Claim[]; shortages: Shortage[] }> {
  const item_ids = wanted.map((line) => line.item_id)
  // Locked before they are read only when planning without has lost to others several times.
  const { rows } = await sql<Shelf>`
    select stock.product_id, stock.shop_id, shop.province_id, stock.quantity
    from stock join shop on shop.shop_id = stock.shop_id
    where stock.product_id = any(${item_ids}::bigint[]) and stock.quantity > 0 and ${shopSells}
    order by stock.product_id, stock.shop_id
    ${options.lock ? sql`for update of stock` : sql``}
  `.execute(db)
  return allocate(wanted, rows, place)
}

/**
 * Takes planned pieces for an order: all of them, or throws StockMoved and the transaction must be
 * rolled back. Rows are locked in (product_id, shop_id) order; the update itself checks the quantity
 * again, so more than there is can never be sold.
 */
export async function takePieces(
  tx: Tx,
  order_id: number,
  claims: readonly Claim[],
): Promise<void> {
  const { rows } = await sql`
    with wanted as (
      select * from unnest(
        ${claims.map((claim) => claim.product_id)}::bigint[],
        ${claims.map((claim) => claim.shop_id)}::bigint[],
        ${claims.map((claim) => claim.quantity)}::integer[]) as w (product_id, shop_id, quantity)
    ), locked as (
      select stock.product_id, stock.shop_id, wanted.quantity
      from stock join wanted using (product_id, shop_id)
      order by stock.product_id, stock.shop_id for update of stock
    ), taken as (
      update stock set quantity = stock.quantity - locked.quantity from locked
      where stock.product_id = locked.product_id and stock.shop_id = locked.shop_id
        and stock.quantity >= locked.quantity
      returning stock.product_id, stock.shop_id, locked.quantity
    )
    insert into stock_claim (order_id, product_id, shop_id, quantity)
    select ${order_id}::bigint, product_id, shop_id, quantity from taken
    -- An order that was reopened takes from a shelf it had given back to.
    on conflict (order_id, product_id, shop_id) do update
      set quantity = excluded.quantity, released_at = null
      where stock_claim.released_at is not null
    returning 1
  `.execute(tx)
  if (rows.length !== claims.length) throw new StockMoved()
}

/** Gives back what an order still holds. Done twice, it gives back once. */
export async function releasePieces(tx: Tx, order_id: number, now: Date): Promise<void> {
  await sql`
    with freed as (
      update stock_claim set released_at = ${now}
      where order_id = ${order_id} and released_at is null
      returning product_id, shop_id, quantity
    ), locked as (
      select stock.product_id, stock.shop_id, freed.quantity
      from stock join freed using (product_id, shop_id)
      order by stock.product_id, stock.shop_id for update of stock
    )
    update stock set quantity = stock.quantity + locked.quantity from locked
    where stock.product_id = locked.product_id and stock.shop_id = locked.shop_id
  `.execute(tx)
}
