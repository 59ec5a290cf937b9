import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Database } from '#db/schema.ts'

export interface FlashItem {
  item_id: number
  flash_sale_item_id: number
  quota_id: number
  /** Free delivery: from 300.000đ on. */
  price: number
}

interface FlashSetting {
  item_id: number
  price: number
  slots: number | null
  per_customer?: number
  is_online_only?: boolean
  needs_member?: boolean
  pay_within_s?: number
  now?: Date
}

const hour_ms = 3_600_000

/** Opens a window of a flash sale that runs now and sells one item. */
export async function openFlashSale(db: Database, setting: FlashSetting): Promise<FlashItem> {
  const { item_id, price, slots, now = new Date() } = setting
  const { per_customer = 1, is_online_only = true, pay_within_s = 900 } = setting
  const { needs_member = false } = setting
  const [starts_at, ends_at] = [-1, 6].map((hours) => new Date(now.getTime() + hours * hour_ms))
  const { rows } = await sql<{ flash_sale_item_id: number; quota_id: number }>`
    with sale as (
      insert into flash_sale (name, starts_at, ends_at, per_customer, is_online_only, needs_member, pay_within_s)
      values ('Giờ vàng', ${starts_at}::timestamptz, ${ends_at}::timestamptz, ${per_customer},
        ${is_online_only}, ${needs_member}, ${pay_within_s}) returning flash_sale_id
    ), slots as (
      insert into quota (total) values (${slots}::integer) returning quota_id
    )
    insert into flash_sale_item (flash_sale_id, product_id, price, quota_id)
    select flash_sale_id, ${item_id}::bigint, ${price}::bigint, quota_id from sale, slots
    returning flash_sale_item_id, quota_id`.execute(db)
  const [sale_item] = rows
  if (sale_item === undefined) throw new RangeError('no flash sale was created')
  return { item_id, price, ...sale_item }
}

/** Ends every flash sale and promotion. */
export async function closeOffers(db: Database): Promise<void> {
  await sql`update flash_sale set is_active = false`.execute(db)
  await sql`update promotion set is_active = false`.execute(db)
}

export interface Shopper {
  token: string
  customer_id: number
}

interface Crowd {
  /** The phone of each shopper, 0xxxxxxxxx: limits identify a customer by it. */
  phones: readonly string[]
  products: FlashItem
  item_quantity?: number
  now?: Date
}

/**
 * Creates shoppers who have the item in their cart, a checkout with an address, and the flash price shown:
 * they only have to order. Written to the database directly, because thousands by requests would take long.
 */
export async function gatherShoppers(db: Database, crowd: Crowd): Promise<Shopper[]> {
  const { phones, products, item_quantity = 1, now = new Date() } = crowd
  const tokens = phones.map(() => `g_${randomBytes(32).toString('base64url')}`)
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  const ends = new Date(now.getTime() + 24 * hour_ms)
  const { rows } = await sql<{ customer_id: number }>`
    insert into customer (kind, created_at)
    select 'guest', ${now} from generate_series(1, ${phones.length}::integer)
    returning customer_id`.execute(db)
  const customer_ids = rows.map((row) => row.customer_id)
  await sql`insert into session (token_hash, customer_id, created_at, expires_at)
    select decode(hash, 'hex'), customer_id, ${now}::timestamptz, ${ends}::timestamptz
    from unnest(${hashes}::text[], ${customer_ids}::bigint[]) as shopper (hash, customer_id)`.execute(
    db,
  )
  await sql`insert into cart_item
      (customer_id, item_type, item_id, item_quantity, price_seen, added_at)
    select customer_id, 1, ${products.item_id}::bigint, ${item_quantity}::integer,
      ${products.price}::bigint, ${now}::timestamptz
    from unnest(${customer_ids}::bigint[]) as shopper (customer_id)`.execute(db)
  await openQuotes(db, { customer_ids, phones, products, item_quantity, now })
  await sql`analyze customer, session, cart_item, quote, quote_item`.execute(db)
  return tokens.map((token, n) => ({ token, customer_id: customer_ids[n] ?? 0 }))
}

async function openQuotes(
  db: Database,
  {
    customer_ids,
    phones,
    products,
    item_quantity,
    now,
  }: Required<Crowd> & { customer_ids: number[] },
): Promise<void> {
  const recipient = JSON.stringify(home)
  await sql`with opened as (
      insert into quote (customer_id, type, province_id, recipient, grand_total_seen, created_at)
      select customer_id, 1, 30, ${recipient}::jsonb || jsonb_build_object('phone', phone),
        ${products.price * item_quantity}::bigint, ${now}::timestamptz
      from unnest(${customer_ids}::bigint[], ${phones}::text[]) as shopper (customer_id, phone)
      returning quote_id
    )
    insert into quote_item
      (quote_id, item_id, item_type, item_quantity, position, flash_sale_item_id)
    select quote_id, ${products.item_id}::bigint, 1, ${item_quantity}::integer, 1,
      ${products.flash_sale_item_id}::bigint
    from opened`.execute(db)
}

const home: Recipient = {
  name: 'Trần Thị Bình',
  phone: '',
  email: null,
  recipient_name: null,
  recipient_phone: null,
  shipping_method: 'home_delivery',
  province_id: 30,
  province_code: null,
  district_id: null,
  ward_id: null,
  ward_name: 'Phường Tân Định',
  legacy_address: null,
  dataset_version: null,
  street: '12 Trần Quang Khải',
  erp_shop_id: null,
  shop_name: null,
  address_text: '12 Trần Quang Khải, Phường Tân Định, Hồ Chí Minh',
  note: null,
  promotion_announcement: false,
  company_invoice: null,
}

/** A different mobile number for each `n`. */
export function phoneOf(n: number): string {
  return `09${String(10_000_000 + n)}`
}

/** Returns the taken slots of a flash sale as quota, reservations, order lines and orders count them. */
export async function flashLedger(db: Database, { quota_id, flash_sale_item_id }: FlashItem) {
  const { rows } = await sql<{ taken: number; reserved: number; quantity: number; orders: number }>`
    select (select taken from quota where quota_id = ${quota_id}) as taken,
      (select coalesce(sum(quantity), 0) from reservation
        where quota_id = ${quota_id} and released_at is null) as reserved,
      (select coalesce(sum(item_quantity), 0) from sales_order_line line
        join sales_order sold using (order_id)
        where flash_sale_item_id = ${flash_sale_item_id}
          and sold.state not in ('cancelled', 'expired')) as quantity,
      (select count(distinct order_id) from sales_order_line line
        join sales_order sold using (order_id)
        where flash_sale_item_id = ${flash_sale_item_id}
          and sold.state not in ('cancelled', 'expired')) as orders`.execute(db)
  return rows[0] ?? { taken: -1, reserved: -1, quantity: -1, orders: -1 }
}
