import { sql } from 'kysely'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Database, Tx } from '#db/schema.ts'
import { askedIds } from '#platform/database/id-list.ts'
import type { StoredLine } from '#shop/cart/cart-line.ts'
import { giftItemIds } from '#shop/pricing/item/gift-items.ts'
import { comboOf } from '#shop/pricing/combo/combo-rows.ts'
import { findVouchers } from '#shop/quote/quote-voucher-store.ts'
import { withGiftsAtShop } from '#shop/quote/pickup-gifts-store.ts'
import type { OpenQuote } from '#shop/quote/quote.ts'
import { findItemsIn, type ItemInPlace } from '#shop/quote/quote-items-store.ts'
import type { Item } from '#shop/pricing/item/item.ts'

type QuoteRow = Omit<OpenQuote, 'lines' | 'gift_items' | 'gifts_at_shop' | 'voucher'>
type LineRow = Omit<StoredLine, 'item' | 'is_selected' | 'price_seen'> & { item_id: number }

/** The open checkout of a customer, its items as they are now. */
export async function findOpenQuote(
  db: Database,
  customer_id: number,
  now: Date,
): Promise<OpenQuote | null> {
  return (await findOpenQuotes(db, [customer_id], now)).get(customer_id) ?? null
}

/**
 * The open checkouts of many customers, by customer_id. In a flash sale all want the same item, so each
 * item is read once for each province and not once for each checkout.
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
      line.line_id, line.item_id, line.item_type, line.item_quantity, line.main_product_combo_id,
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
    const { customer_id, province_id } = row
    const quote = quotes.get(customer_id) ?? {
      ...quoteOf(row),
      voucher: vouchers.get(row.voucher_code ?? '') ?? null,
      lines: [],
      gift_items: gifts.get(province_id) ?? new Map<number, Item>(),
    }
    quotes.set(customer_id, quote)
    const item = items.get(province_id)?.get(row.item_id)
    if (item) quote.lines.push(lineOf(row, item))
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

function lineOf(row: LineRow, item: Item): StoredLine {
  const { line_id, item_type, item_quantity, main_product_combo_id, combo_item_id, combo } = row
  const { flash_sale_item_id, chosen_promotions = [] } = row
  return {
    ...{ line_id, item, item_type, item_quantity, main_product_combo_id, combo_item_id, combo },
    ...{ chosen_promotions, flash_sale_item_id, is_selected: true, price_seen: null },
  }
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

/** Opens a checkout. Null when there is no such province. */
export async function insertQuote(
  tx: Tx,
  quote: NewQuote,
  lines: readonly StoredLine[],
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
      insert into quote_item (quote_id, line_id, item_id, item_type, item_quantity,
        main_product_combo_id, combo_item_id, flash_sale_item_id, chosen_promotions, position)
      select opened.quote_id, line.line_id, line.item_id, line.item_type, line.item_quantity,
        line.main_product_combo_id, line.combo_item_id, line.flash_sale_item_id,
        string_to_array(line.chosen_promotions, ' '), line.position
      from opened, unnest(
        ${lines.map((line) => line.line_id)}::bigint[],
        ${lines.map((line) => line.item.item_id)}::bigint[],
        ${lines.map((line) => line.item_type)}::smallint[],
        ${lines.map((line) => line.item_quantity)}::integer[],
        ${lines.map((line) => line.main_product_combo_id)}::bigint[],
        ${lines.map((line) => line.combo_item_id)}::bigint[],
        ${lines.map((line) => line.flash_sale_item_id)}::bigint[],
        ${lines.map((line) => line.chosen_promotions?.join(' ') ?? '')}::text[]
      ) with ordinality as line (line_id, item_id, item_type, item_quantity,
        main_product_combo_id, combo_item_id, flash_sale_item_id, chosen_promotions, position)
    )
    select quote_id from opened
  `.execute(tx)
  return rows[0]?.quote_id ?? null
}

/** Takes lines out of a checkout. */
export async function deleteQuoteItems(
  tx: Tx,
  quote_id: number,
  line_ids: readonly number[],
): Promise<void> {
  await sql`
    delete from quote_item where quote_id = ${quote_id} and line_id = any(${line_ids}::bigint[])
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
  lines: readonly Pick<StoredLine, 'line_id' | 'flash_sale_item_id'>[],
): Promise<void> {
  await sql`
    with open as (
      update quote set grand_total_seen = ${grand_total_seen},
        gifts_left_out = ${gifts_told}::bigint[]
      where quote_id = ${quote_id} and is_open returning quote_id
    )
    update quote_item line set flash_sale_item_id = shown.flash_sale_item_id
    from open, unnest(
      ${lines.map((line) => line.line_id)}::bigint[],
      ${lines.map((line) => line.flash_sale_item_id)}::bigint[]
    ) as shown (line_id, flash_sale_item_id)
    where line.quote_id = open.quote_id and line.line_id = shown.line_id
      and line.flash_sale_item_id is distinct from shown.flash_sale_item_id
  `.execute(db)
}
