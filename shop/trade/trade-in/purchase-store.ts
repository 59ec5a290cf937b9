import { type RawBuilder, sql } from 'kysely'
import { purchase_rules } from '#contracts/staff/trade/trade-ins.ts'
import type { Database, Tables, Tx } from '#db/schema.ts'
import type { Insertable } from 'kysely'
import type { OrderId } from '#pure/ids.ts'
import type { Reach } from '#pure/access.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'

/** Records the seller of a locked quote; a correction replaces what was recorded. */
export async function writeSeller(
  tx: Tx,
  seller: Insertable<Tables['trade_seller']>,
): Promise<void> {
  const { trade_quote_id: _id, ...fields } = seller
  await tx
    .insertInto('trade_seller')
    .values(seller)
    .onConflict((conflict) => conflict.column('trade_quote_id').doUpdateSet(fields))
    .execute()
}

export async function findSeller(db: Database, trade_quote_id: number) {
  const found = await db
    .selectFrom('trade_seller')
    .select(['name', 'address', 'phone', 'document_tail', 'document_hash'])
    .where('trade_quote_id', '=', trade_quote_id)
    .executeTakeFirst()
  return found ?? null
}

interface SellerDay {
  document_hash: string
  /** YYYY-MM-DD */
  day: string
  amount: number
  is_cash: boolean
}

/**
 * Adds a purchase to what was bought of a seller on a day. Refused, with false, if any of that day is cash and all of
 * it would reach the limit: the row is locked, so of two at once the second sees the first.
 */
export async function addToSellerDay(
  tx: Tx,
  { document_hash, day, amount, is_cash }: SellerDay,
): Promise<boolean> {
  const limit = purchase_rules.cash_below
  if (is_cash && amount >= limit) return false
  const { rows } = await sql`
    insert into trade_seller_day as here (document_hash, day, total, cash)
    values (${document_hash}, ${day}::date, ${amount}, ${is_cash ? amount : 0})
    on conflict (document_hash, day) do update
      set total = here.total + excluded.total, cash = here.cash + excluded.cash
      where here.cash + excluded.cash = 0 or here.total + excluded.total < ${limit}
    returning 1
  `.execute(tx)
  return rows.length > 0
}

/** What was bought of a seller on a day so far, in đồng. */
export async function findSellerDay(
  db: Database,
  { document_hash, day }: Pick<SellerDay, 'document_hash' | 'day'>,
): Promise<number> {
  const found = await db
    .selectFrom('trade_seller_day')
    .select('total')
    .where('document_hash', '=', document_hash)
    .where('day', '=', day)
    .executeTakeFirst()
  return found?.total ?? 0
}

/** Whether a phone sold by another document than that of this quote on a day. */
export async function hasOtherSeller(
  db: Database,
  { trade_quote_id, day }: { trade_quote_id: number; day: string },
): Promise<boolean> {
  const { rows } = await sql<{ has_other: boolean }>`
    select exists (select from trade_seller own join trade_seller other using (phone)
      where own.trade_quote_id = ${trade_quote_id} and other.document_hash <> own.document_hash
        and (other.recorded_at at time zone 'Asia/Ho_Chi_Minh')::date = ${day}::date) as has_other
  `.execute(db)
  return rows[0]?.has_other === true
}

/** What was bought on one day of the sellers whose devices paid a part of an order; null: there are none. */
export async function findSoldWithOrder(db: Database, order_id: OrderId): Promise<number | null> {
  const { rows } = await sql<{ total: number | null }>`
    select max(day.total)::bigint as total
    from trade_payout payout join trade_seller seller using (trade_quote_id)
      join trade_seller_day day on day.document_hash = seller.document_hash and day.day = payout.day
    where payout.order_id = ${order_id}
  `.execute(db)
  return rows[0]?.total ?? null
}

export async function insertPayout(
  tx: Tx,
  payout: Insertable<Tables['trade_payout']>,
): Promise<void> {
  await tx.insertInto('trade_payout').values(payout).execute()
}

/** A purchase with the sealed number of its seller's document. */
export interface PurchaseRow {
  day: string
  code: string
  seller_name: string
  address: string
  phone: string
  document_tail: string
  document_sealed: Buffer
  person: string
  sealed_key: Buffer | null
  goods: string
  total: number
  method: 'cash' | 'transfer' | 'order'
  reference: string | null
  outcome: 'used' | 'parts' | 'written_off'
  device_code: string | null
}

interface PurchaseFilter {
  reach: Reach
  /** Null: all within reach. */
  shop_id: number | null
  /** The first day, and the first day after it: YYYY-MM-DD. */
  from: string
  until: string
}

/** The purchases of a period in their sequence, as form 02/TNDN lists them. */
export async function listPurchases(
  db: Database,
  { reach, shop_id, from, until }: PurchaseFilter,
): Promise<PurchaseRow[]> {
  const { rows } = await sql<PurchaseRow>`
    select payout.day, payout.code, seller.name as seller_name, seller.address, seller.phone, seller.document_tail,
      seller.document_sealed, person_key.person, person_key.sealed_key, quote.device_name as goods,
      payout.amount as total, payout.method, payout.reference, payout.outcome, quote.device_code
    from trade_payout payout join trade_quote quote using (trade_quote_id) join trade_seller seller using (trade_quote_id)
      join person_key using (person_key_id)
    where payout.day >= ${from}::date and payout.day < ${until}::date
      and ${ofShopInReach('quote.shop_id', reach)} and ${ofShop(shop_id)}
    order by payout.paid_at, payout.trade_quote_id
  `.execute(db)
  return rows
}

function ofShop(shop_id: number | null): RawBuilder<unknown> {
  return shop_id === null ? sql`true` : sql`quote.shop_id = ${shop_id}`
}
