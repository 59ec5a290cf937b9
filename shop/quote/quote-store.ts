import type { CustomerId, QuoteId } from '#pure/ids.ts'
import { type ItemType, item_types } from '#pure/formats/item-types.ts'
import { sql } from 'kysely'
import type { Recipient } from '#contracts/storefront/quote.ts'
import type { Database, Tx } from '#db/schema.ts'
import { idList, lengthHint } from '#platform/database/id-list.ts'
import type { StoredLine } from '#shop/cart/cart-line.ts'
import { deliveryTerms } from '#shop/delivery/delivery-rows.ts'
import { standingOf } from '#shop/loyalty/standing-rows.ts'
import { giftItemIds } from '#shop/pricing/item/gift-items.ts'
import { comboOf } from '#shop/pricing/combo/combo-rows.ts'
import { withGiftsAtShop } from '#shop/quote/pickup-gifts-store.ts'
import type { OpenQuote } from '#shop/quote/quote.ts'
import type { Item } from '#shop/pricing/item/item.ts'
import {
  groupIds,
  itemColumns,
  itemOf,
  type ItemRow,
  joinItem,
} from '#shop/pricing/item/item-rows.ts'
import { voucherRows } from '#shop/pricing/voucher/voucher-rows.ts'
import type { VoucherOffer } from '#shop/pricing/voucher/voucher-rule.ts'

type QuoteRow = Omit<OpenQuote, 'lines' | 'gift_items' | 'gifts_at_shop' | 'voucher'>
type LineRow = Omit<StoredLine, 'item' | 'is_selected' | 'price_seen'> & { item_id: number }

/** The open checkout of a customer, with the current data of its items. */
export async function findOpenQuote(
  db: Database,
  customer_id: CustomerId,
  now: Date,
): Promise<OpenQuote | null> {
  return (await findOpenQuotes(db, [customer_id], now)).get(customer_id) ?? null
}

/**
 * The open checkouts of many customers, by customer_id. In a flash sale many checkouts have the same item, so each item
 * is read once per province and not once per checkout.
 */
export async function findOpenQuotes(
  db: Database,
  customer_ids: readonly CustomerId[],
  now: Date,
): Promise<Map<number, OpenQuote>> {
  const { rows } = await sql<QuoteRow & LineRow>`
    select q.quote_id, q.customer_id, q.type, q.province_id, q.installment_type, q.recipient,
      q.grand_total_seen, q.voucher_code, q.voucher_lost, q.is_without_flash, q.staff_discount,
      to_jsonb(q.gifts_left_out) as gifts_seen, q.uses_points,
      ${standingOf(sql.ref('q.customer_id'), now)} as standing, ${deliveryTerms} as delivery,
      line.line_id, line.item_id, line.item_type, line.item_quantity, line.main_product_combo_id,
      line.combo_item_id, line.flash_sale_item_id, line.chosen_promotions,
      ${comboOf(sql.ref('line.combo_item_id'))} as combo
    from ${idList(customer_ids)} asked
    join quote q on q.customer_id = asked.id and q.is_open
    join quote_item line on line.quote_id = q.quote_id
    order by q.quote_id, line.position
  `.execute(db)
  const groups = new Set(rows.flatMap(({ standing }) => (standing ? groupIds(standing) : [])))
  const items = await findItemsIn(db, rows, [...groups], now)
  const gifts = await findItemsIn(db, giftsWithin(items), [...groups], now)
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

function giftsWithin(items: ReadonlyMap<number, ReadonlyMap<number, Item>>): ItemInProvince[] {
  return [...items].flatMap(([province_id, here]) =>
    giftItemIds([...here.values()]).map((item_id) => ({ item_id, province_id })),
  )
}

function quoteOf(row: QuoteRow): QuoteRow {
  const { quote_id, customer_id, type, province_id, recipient } = row
  const { grand_total_seen, voucher_code, voucher_lost, is_without_flash, gifts_seen = [] } = row
  const { staff_discount = 0, delivery, standing = null, uses_points = false } = row
  const about = { quote_id, customer_id, type, province_id, recipient }
  const loan = { installment_type: row.installment_type }
  const voucher = { voucher_code, voucher_lost: voucher_lost ?? null }
  const shown = { grand_total_seen, gifts_seen }
  const own = { standing, uses_points }
  // Prices of a flash sale are for what is paid at once.
  const without = { is_without_flash: is_without_flash || type === item_types.installment }
  return { ...about, ...loan, ...voucher, ...shown, ...own, ...without, staff_discount, delivery }
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
  customer_id: CustomerId
  type: ItemType
  province_id: number
  installment_type: number | null
  recipient: Recipient | null
  voucher_code: string | null
  voucher_lost: string | null
  grand_total_seen: number
  gifts_seen: readonly number[]
  now: Date
}

/** Inserts an open checkout; returns its quote_id, or null when the province does not exist. */
export async function insertQuote(
  tx: Tx,
  quote: NewQuote,
  lines: readonly StoredLine[],
): Promise<number | null> {
  const recipient = quote.recipient === null ? null : JSON.stringify(quote.recipient)
  const { rows } = await sql<{ quote_id: QuoteId }>`
    with opened as (
      insert into quote (customer_id, type, province_id, installment_type, recipient, voucher_code,
        voucher_lost, grand_total_seen, gifts_left_out, created_at)
      select ${quote.customer_id}::bigint, ${quote.type}::smallint, province_id,
        ${quote.installment_type}::smallint, ${recipient}::jsonb, ${quote.voucher_code}::text,
        ${quote.voucher_lost}::text, ${quote.grand_total_seen}::bigint, ${quote.gifts_seen}::bigint[], ${quote.now}::timestamptz
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

/** Deletes lines of a checkout. */
export async function deleteQuoteItems(
  tx: Tx,
  quote_id: QuoteId,
  line_ids: readonly number[],
): Promise<void> {
  await sql`
    delete from quote_item where quote_id = ${quote_id} and line_id = any(${line_ids}::bigint[])
  `.execute(tx)
}

/** Saves whether a checkout is paid with points. */
export async function updateUsesPoints(
  tx: Tx,
  quote_id: QuoteId,
  uses_points: boolean,
): Promise<void> {
  await tx.updateTable('quote').set({ uses_points }).where('quote_id', '=', quote_id).execute()
}

/** Closes a checkout whose last item was removed. */
export async function updateClosed(tx: Tx, quote_id: QuoteId): Promise<void> {
  await sql`update quote set is_open = false where quote_id = ${quote_id}`.execute(tx)
}

/** Saves the buyer, recipient and address. */
export async function updateRecipient(
  tx: Tx,
  quote_id: QuoteId,
  recipient: Recipient,
): Promise<void> {
  await sql`
    update quote set recipient = ${JSON.stringify(recipient)}::jsonb where quote_id = ${quote_id}
  `.execute(tx)
}

/** Sets the province that a checkout is priced for. */
export async function updateProvince(
  tx: Tx,
  quote_id: QuoteId,
  province_id: number,
): Promise<void> {
  await sql`update quote set province_id = ${province_id} where quote_id = ${quote_id}`.execute(tx)
}

/** Saves the voucher code; null removes it. No other voucher counts as lost any more. */
export async function updateVoucher(tx: Tx, quote_id: QuoteId, code: string | null): Promise<void> {
  await tx
    .updateTable('quote')
    .set({ voucher_code: code, voucher_lost: null })
    .where('quote_id', '=', quote_id)
    .execute()
}

/** Saves what staff take off the total, in đồng; the total that was shown is another one then. */
export async function updateStaffDiscount(
  tx: Tx,
  quote_id: QuoteId,
  staff_discount: number,
): Promise<void> {
  await tx.updateTable('quote').set({ staff_discount }).where('quote_id', '=', quote_id).execute()
}

/** Whose checkout it is; null if it is gone. */
export async function findOwnerOfQuote(
  db: Database,
  quote_id: QuoteId,
): Promise<CustomerId | null> {
  const row = await db
    .selectFrom('quote')
    .select('customer_id')
    .where('quote_id', '=', quote_id)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/** Removes a voucher that stopped applying, with the reason. One that was entered meanwhile stays. */
export async function updateVoucherLost(
  db: Database,
  { quote_id, voucher_code }: Pick<OpenQuote, 'quote_id' | 'voucher_code'>,
  voucher_lost: string | null,
): Promise<void> {
  await db
    .updateTable('quote')
    .set({ voucher_code: null, voucher_lost })
    .where('quote_id', '=', quote_id)
    .where('voucher_code', '=', voucher_code)
    .where('is_open', '=', true)
    .execute()
}

/** Saves what the shopper is shown now: the total, the gifts left out, and the flash sale of each line. */
export async function updateShown(
  db: Database,
  quote_id: QuoteId,
  { grand_total_seen, gifts_seen }: Pick<NewQuote, 'grand_total_seen' | 'gifts_seen'>,
  lines: readonly Pick<StoredLine, 'line_id' | 'flash_sale_item_id'>[],
): Promise<void> {
  await sql`
    with open as (
      update quote set grand_total_seen = ${grand_total_seen},
        gifts_left_out = ${gifts_seen}::bigint[]
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

interface ItemInProvince {
  item_id: number
  province_id: number
}

/** Items with the prices of a guest, and the prices of these groups to choose from, by province_id and item_id. */
async function findItemsIn(
  db: Database,
  wanted: readonly ItemInProvince[],
  group_ids: readonly number[],
  now: Date,
): Promise<Map<number, Map<number, Item>>> {
  const items = new Map<number, Map<number, Item>>()
  const distinct = new Map(wanted.map((pair) => [`${pair.item_id} ${pair.province_id}`, pair]))
  if (distinct.size === 0) return items
  const guest = { customer_group_id: null, now }
  const asked = [...distinct.values()]
  const { rows } = await sql<ItemRow & { province_id: number }>`
    select asked.province_id, ${itemColumns(sql.ref('asked.province_id'), guest, group_ids)}
    from (select item_id, province_id from unnest(${asked.map(({ item_id }) => item_id)}::bigint[],
      ${asked.map(({ province_id }) => province_id)}::integer[]) as list (item_id, province_id)
      ${lengthHint(asked)}) asked
    ${joinItem(sql.ref('asked.item_id'))}
  `.execute(db)
  for (const row of rows) {
    const { province_id } = row
    const in_province = items.get(province_id) ?? new Map<number, Item>()
    items.set(province_id, in_province.set(row.item_id, itemOf(row, { province_id, ...guest })))
  }
  return items
}

/** Vouchers by code, including those that give nothing any more. */
export async function findVouchers(
  db: Database,
  codes: readonly string[],
): Promise<Map<string, VoucherOffer>> {
  if (codes.length === 0) return new Map()
  const { rows } = await voucherRows(codes).execute(db)
  return new Map(rows.map((row) => [row.code, row]))
}

/** Closes checkouts that were ordered. */
export async function updateOrdered(tx: Tx, quote_ids: readonly QuoteId[]): Promise<void> {
  await sql`
    update quote set is_open = false where quote_id = any(${quote_ids}::bigint[])
  `.execute(tx)
}

/** The total and the missing gifts of a checkout that a refusal shows to the shopper. */
export interface SeenQuote {
  quote_id: QuoteId
  grand_total: number
  gifts_seen: readonly number[]
}

/** Saves the totals that refusals show, because the shoppers' next confirmations refer to them. */
export async function updateTotalsSeen(tx: Tx, shown: readonly SeenQuote[]): Promise<void> {
  await sql`
    update quote set grand_total_seen = shown.grand_total, gifts_left_out = shown.gifts::bigint[]
    from unnest(${shown.map(({ quote_id }) => quote_id)}::bigint[],
      ${shown.map(({ grand_total }) => grand_total)}::bigint[],
      ${shown.map(({ gifts_seen }) => `{${gifts_seen.join()}}`)}::text[]) as shown (quote_id, grand_total, gifts)
    where quote.quote_id = shown.quote_id and quote.is_open
  `.execute(tx)
}
