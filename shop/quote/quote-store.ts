import { sql } from 'kysely'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Database, Tx } from '#db/schema.ts'
import { askedIds } from '#platform/database/id-list.ts'
import { giftItemIds } from '#shop/pricing/item/gift-items.ts'
import { comboOf } from '#shop/pricing/combo/combo-rows.ts'
import { findVouchers } from '#shop/quote/quote-voucher-store.ts'
import { withGiftsAtShop } from '#shop/quote/pickup-gifts-store.ts'
import type { OpenQuote, QuotedItem } from '#shop/quote/quote.ts'
import { shopSells } from '#shop/location/shop-rows.ts'
import { findItemsIn, type ItemInPlace } from '#shop/quote/quote-items-store.ts'
import type { Item } from '#shop/pricing/item/item.ts'

/**
 * One counter per customer: whoever changes a checkout or orders waits here for the others of the
 * same customer, so that two tabs, a double click and a late retry are answered one after another.
 */
export async function lockCustomer(tx: Tx, customer_id: number): Promise<void> {
  await sql`select 1 from customer where customer_id = ${customer_id} for no key update`.execute(tx)
}

type QuoteRow = Omit<OpenQuote, 'lines' | 'gift_items' | 'gifts_at_shop' | 'voucher'>
type LineRow = Omit<QuotedItem, 'item'> & { item_id: number }

/** The open checkout of a customer, its items as they are now. */
export async function findOpenQuote(
  db: Database,
  customer_id: number,
  now: Date,
): Promise<OpenQuote | null> {
  return (await findOpenQuotes(db, [customer_id], now)).get(customer_id) ?? null
}

/**
 * The open checkouts of many customers, by customer_id. In a flash sale all want the same thing, so
 * each item is read once for each province and not once for each checkout.
 */
export async function findOpenQuotes(
  db: Database,
  customer_ids: readonly number[],
  now: Date,
): Promise<Map<number, OpenQuote>> {
  const { rows } = await sql<QuoteRow & LineRow>`
    select q.quote_id, q.customer_id, q.type, q.province_id, q.installment_type, q.recipient,
      q.grand_total_seen, q.voucher_code, q.is_without_flash,
      to_jsonb(q.gifts_left_out) as gifts_told,
      line.item_id, line.item_type, line.item_quantity, line.main_product_combo_id,
      line.combo_item_id, line.flash_sale_item_id, line.chosen_promotions,
      ${comboOf(sql.ref('line.combo_item_id'))} as combo
    from ${askedIds(customer_ids)} asked
    join quote q on q.customer_id = asked.id and q.is_open
    join quote_item line on line.quote_id = q.quote_id
    order by q.quote_id, line.position
  `.execute(db)
  const items = await findItemsIn(db, rows, now)
  const gifts = await findItemsIn(db, giftsWithin(items), now)
  const codes = new Set(rows.flatMap(({ voucher_code }) => voucher_code ?? []))
  const vouchers = await findVouchers(db, [...codes])
  const quotes = new Map<number, OpenQuote>()
  for (const row of rows) {
    const { item_id, ...line } = lineOf(row)
    const { customer_id, province_id } = row
    const quote = quotes.get(customer_id) ?? {
      ...quoteOf(row),
      voucher: vouchers.get(row.voucher_code ?? '') ?? null,
      lines: [],
      gift_items: gifts.get(province_id) ?? new Map<number, Item>(),
    }
    quotes.set(customer_id, quote)
    const item = items.get(province_id)?.get(item_id)
    if (item) quote.lines.push({ ...line, item })
  }
  const whole = await withGiftsAtShop(db, [...quotes.values()])
  return new Map(whole.map((quote) => [quote.customer_id, quote]))
}

function giftsWithin(items: ReadonlyMap<number, ReadonlyMap<number, Item>>): ItemInPlace[] {
  return [...items].flatMap(([province_id, here]) =>
    giftItemIds([...here.values()]).map((item_id) => ({ item_id, province_id })),
  )
}

function quoteOf(row: QuoteRow): QuoteRow {
  const { quote_id, customer_id, type, province_id, installment_type, recipient } = row
  const { grand_total_seen, voucher_code, is_without_flash, gifts_told = [] } = row
  const about = { quote_id, customer_id, type, province_id, installment_type, recipient }
  return { ...about, grand_total_seen, voucher_code, is_without_flash, gifts_told }
}

function lineOf(row: LineRow): LineRow {
  const { item_id, item_type, item_quantity, main_product_combo_id, combo_item_id } = row
  const { flash_sale_item_id, combo, chosen_promotions } = row
  const what = { item_id, item_type, item_quantity, main_product_combo_id, combo_item_id }
  return { ...what, flash_sale_item_id, combo, chosen_promotions }
}

/** A line of a checkout as it is about to be shown. */
export interface ShownLine {
  item_id: number
  item_type: number
  item_quantity: number
  main_product_combo_id: number | null
  combo_item_id: number | null
  flash_sale_item_id: number | null
  chosen_promotions: readonly string[]
}

interface NewQuote {
  customer_id: number
  type: 1 | 2 | 4
  province_id: number
  installment_type: number | null
  recipient: Recipient | null
  voucher_code: string | null
  grand_total_seen: number
  gifts_told: readonly number[]
  now: Date
}

/** What a shopper need not say again when a checkout is opened in place of another. */
export interface Remembered {
  recipient: Recipient | null
  voucher_code: string | null
}

/** Deletes every checkout of the customer that did not become an order; gives what the open one knew. */
export async function deleteUnordered(tx: Tx, customer_id: number): Promise<Remembered> {
  const { rows } = await sql<Remembered & { is_open: boolean }>`
    delete from quote q
    where q.customer_id = ${customer_id}
      and not exists (select from sales_order o where o.quote_id = q.quote_id)
    returning q.recipient, q.voucher_code, q.is_open
  `.execute(tx)
  const open = rows.find((row) => row.is_open)
  return { recipient: open?.recipient ?? null, voucher_code: open?.voucher_code ?? null }
}

/** Opens a checkout. Null when there is no such province. */
export async function insertQuote(
  tx: Tx,
  quote: NewQuote,
  lines: readonly ShownLine[],
): Promise<number | null> {
  const recipient = quote.recipient === null ? null : JSON.stringify(quote.recipient)
  const { rows } = await sql<{ quote_id: number }>`
    with opened as (
      insert into quote (customer_id, type, province_id, installment_type, recipient, voucher_code,
        grand_total_seen, gifts_left_out, created_at)
      select ${quote.customer_id}::bigint, ${quote.type}::smallint, province_id,
        ${quote.installment_type}::smallint, ${recipient}::jsonb, ${quote.voucher_code}::text,
        ${quote.grand_total_seen}::bigint, ${quote.gifts_told}::bigint[], ${quote.now}::timestamptz
      from province where province_id = ${quote.province_id}
      returning quote_id
    ), lines as (
      insert into quote_item (quote_id, item_id, item_type, item_quantity, main_product_combo_id,
        combo_item_id, flash_sale_item_id, chosen_promotions, position)
      select opened.quote_id, line.item_id, line.item_type, line.item_quantity,
        line.main_product_combo_id, line.combo_item_id, line.flash_sale_item_id,
        string_to_array(line.chosen_promotions, ' '), line.position
      from opened, unnest(
        ${lines.map((line) => line.item_id)}::bigint[],
        ${lines.map((line) => line.item_type)}::smallint[],
        ${lines.map((line) => line.item_quantity)}::integer[],
        ${lines.map((line) => line.main_product_combo_id)}::bigint[],
        ${lines.map((line) => line.combo_item_id)}::bigint[],
        ${lines.map((line) => line.flash_sale_item_id)}::bigint[],
        ${lines.map((line) => line.chosen_promotions.join(' '))}::text[]
      ) with ordinality as line (item_id, item_type, item_quantity, main_product_combo_id,
        combo_item_id, flash_sale_item_id, chosen_promotions, position)
    )
    select quote_id from opened
  `.execute(tx)
  return rows[0]?.quote_id ?? null
}

/** Takes an item out of a checkout, and what came beside it. */
export async function deleteQuoteItem(tx: Tx, quote_id: number, item_id: number): Promise<void> {
  await sql`
    delete from quote_item
    where quote_id = ${quote_id} and (item_id = ${item_id} or main_product_combo_id = ${item_id})
  `.execute(tx)
}

/** Closes a checkout: it was ordered, or its last item left. */
export async function updateClosed(tx: Tx, quote_id: number): Promise<void> {
  await sql`update quote set is_open = false where quote_id = ${quote_id}`.execute(tx)
}

/** Saves who buys, who receives and where. */
export async function updateRecipient(
  tx: Tx,
  quote_id: number,
  recipient: Recipient,
): Promise<void> {
  await sql`
    update quote set recipient = ${JSON.stringify(recipient)}::jsonb where quote_id = ${quote_id}
  `.execute(tx)
}

/** Lets a checkout be priced for another province. */
export async function updateProvince(tx: Tx, quote_id: number, province_id: number): Promise<void> {
  await sql`update quote set province_id = ${province_id} where quote_id = ${quote_id}`.execute(tx)
}

/** Saves the code that was entered, or that none is. */
export async function updateVoucher(tx: Tx, quote_id: number, code: string | null): Promise<void> {
  await sql`update quote set voucher_code = ${code} where quote_id = ${quote_id}`.execute(tx)
}

/** Remembers what the shopper is shown now: total, gifts left out, whose flash price each line has. */
export async function updateShown(
  db: Database,
  quote_id: number,
  { grand_total_seen, gifts_told }: Pick<NewQuote, 'grand_total_seen' | 'gifts_told'>,
  lines: readonly ShownLine[],
): Promise<void> {
  await sql`
    with open as (
      update quote set grand_total_seen = ${grand_total_seen},
        gifts_left_out = ${gifts_told}::bigint[]
      where quote_id = ${quote_id} and is_open returning quote_id
    )
    update quote_item line set flash_sale_item_id = shown.flash_sale_item_id
    from open, unnest(
      ${lines.map((line) => line.item_id)}::bigint[],
      ${lines.map((line) => line.main_product_combo_id)}::bigint[],
      ${lines.map((line) => line.flash_sale_item_id)}::bigint[]
    ) as shown (item_id, main_product_combo_id, flash_sale_item_id)
    where line.quote_id = open.quote_id and line.item_id = shown.item_id
      and line.main_product_combo_id is not distinct from shown.main_product_combo_id
      and line.flash_sale_item_id is distinct from shown.flash_sale_item_id
  `.execute(db)
}

export interface PickupShop {
  shop_id: number
  name: string
  address: string
  province_id: number
}

/** A shop where orders can be picked up. */
export async function findPickupShop(db: Database, shop_id: number): Promise<PickupShop | null> {
  const { rows } = await sql<PickupShop>`
    select shop_id, name, address, province_id
    from shop where shop_id = ${shop_id} and ${shopSells}
  `.execute(db)
  return rows[0] ?? null
}
