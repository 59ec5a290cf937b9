import { sql } from 'kysely'
import type { Recipient } from '#contracts/quote.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { OpenQuote } from '#shop/quote/quote.ts'
import { itemColumns, itemOf, joinItem, shopSells, type ItemRow } from '#shop/stock/item-store.ts'

/**
 * One counter per customer: whoever changes a checkout or orders waits here for the others of the
 * same customer, so that two tabs, a double click and a late retry are answered one after another.
 */
export async function lockCustomer(tx: Tx, customer_id: number): Promise<void> {
  await sql`select 1 from customer where customer_id = ${customer_id} for no key update`.execute(tx)
}

type QuoteRow = Omit<OpenQuote, 'lines'>
type LineRow = QuoteRow & ItemRow & { item_type: 1 | 2 | 4; item_quantity: number }

/** The open checkout of a customer, its items as they are now. */
export async function findOpenQuote(
  db: Database,
  customer_id: number,
  now: Date,
): Promise<OpenQuote | null> {
  const nobody = { customer_group_id: null, now }
  const { rows } = await sql<LineRow>`
    select q.quote_id, q.type, q.province_id, q.installment_type, q.recipient, q.grand_total_seen,
      line.item_type, line.item_quantity, ${itemColumns(sql.ref('q.province_id'), nobody)}
    from quote q join quote_item line on line.quote_id = q.quote_id
      ${joinItem(sql.ref('line.item_id'))}
    where q.customer_id = ${customer_id} and q.is_open
    order by line.position
  `.execute(db)
  const first = rows[0]
  if (!first) return null
  const { quote_id, type, province_id, installment_type, recipient, grand_total_seen } = first
  const question = { province_id, ...nobody }
  const lines = rows.map((row) => ({
    item: itemOf(row, question),
    item_type: row.item_type,
    item_quantity: row.item_quantity,
  }))
  return { quote_id, type, province_id, installment_type, recipient, grand_total_seen, lines }
}

interface NewQuote {
  customer_id: number
  type: 1 | 2 | 4
  province_id: number
  installment_type: number | null
  recipient: Recipient | null
  grand_total_seen: number
  now: Date
}

/** Deletes every checkout of the customer that did not become an order; gives the open one's address. */
export async function deleteUnordered(tx: Tx, customer_id: number): Promise<Recipient | null> {
  const { rows } = await sql<{ recipient: Recipient | null; is_open: boolean }>`
    delete from quote q
    where q.customer_id = ${customer_id}
      and not exists (select from sales_order o where o.quote_id = q.quote_id)
    returning q.recipient, q.is_open
  `.execute(tx)
  return rows.find((row) => row.is_open)?.recipient ?? null
}

/** Opens a checkout. Null when there is no such province. */
export async function insertQuote(
  tx: Tx,
  quote: NewQuote,
  lines: readonly { item_id: number; item_type: number; item_quantity: number }[],
): Promise<number | null> {
  const recipient = quote.recipient === null ? null : JSON.stringify(quote.recipient)
  const { rows } = await sql<{ quote_id: number }>`
    with opened as (
      insert into quote (customer_id, type, province_id, installment_type, recipient,
        grand_total_seen, created_at)
      select ${quote.customer_id}::bigint, ${quote.type}::smallint, province_id,
        ${quote.installment_type}::smallint, ${recipient}::jsonb,
        ${quote.grand_total_seen}::bigint, ${quote.now}::timestamptz
      from province where province_id = ${quote.province_id}
      returning quote_id
    ), lines as (
      insert into quote_item (quote_id, item_id, item_type, item_quantity, position)
      select opened.quote_id, line.item_id, line.item_type, line.item_quantity, line.position
      from opened, unnest(
        ${lines.map((line) => line.item_id)}::bigint[],
        ${lines.map((line) => line.item_type)}::smallint[],
        ${lines.map((line) => line.item_quantity)}::integer[]
      ) with ordinality as line (item_id, item_type, item_quantity, position)
    )
    select quote_id from opened
  `.execute(tx)
  return rows[0]?.quote_id ?? null
}

/** Takes an item out of a checkout. */
export async function deleteQuoteItem(tx: Tx, quote_id: number, item_id: number): Promise<void> {
  await sql`
    delete from quote_item where quote_id = ${quote_id} and item_id = ${item_id}
  `.execute(tx)
}

/** Closes a checkout: it was ordered, or its last item left. */
export async function updateClosed(tx: Tx, quote_id: number): Promise<void> {
  await sql`update quote set is_open = false where quote_id = ${quote_id}`.execute(tx)
}

/** Saves the address together with the total that it makes, which is about to be shown. */
export async function updateRecipient(
  tx: Tx,
  quote_id: number,
  recipient: Recipient,
  grand_total_seen: number,
): Promise<void> {
  await sql`
    update quote set recipient = ${JSON.stringify(recipient)}::jsonb,
      grand_total_seen = ${grand_total_seen}
    where quote_id = ${quote_id}
  `.execute(tx)
}

/** Lets a checkout be priced for another province. */
export async function updateProvince(tx: Tx, quote_id: number, province_id: number): Promise<void> {
  await sql`update quote set province_id = ${province_id} where quote_id = ${quote_id}`.execute(tx)
}

/** Remembers the total that the shopper is shown now. */
export async function updateTotalSeen(
  db: Database,
  quote_id: number,
  grand_total_seen: number,
): Promise<void> {
  await sql`
    update quote set grand_total_seen = ${grand_total_seen} where quote_id = ${quote_id} and is_open
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
