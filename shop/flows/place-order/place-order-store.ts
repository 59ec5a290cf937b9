import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#db/schema.ts'

/** A press of "order": which checkout of which customer it is about. */
interface Asked {
  customer_id: number
  input: { quote_id?: number | undefined; idempotency_key?: string | undefined }
}

/** What a request to order is about. */
export interface Target {
  /** The order that this request has made already, by its key or by its checkout. */
  order_id: number | null
  quote_id: number | null
  is_open: boolean
}

/**
 * What each request to order is about, in the order asked: an order of the same key first, else the
 * checkout it names, else the newest one; with the order that this checkout became, if it did.
 */
export async function findTargets(db: Database, asked: readonly Asked[]): Promise<Target[]> {
  return readTargets<Target>(db, asked, sql``)
}

/**
 * The same, and whether the checkout was shown at the price of a flash sale that has too few slots now, and
 * none is reserved for this customer by name. All in one statement: who orders in another tab at this moment
 * has the reserved slot or the order, never neither.
 */
export async function findTargetsAndSlots(
  db: Database,
  asked: readonly Asked[],
): Promise<(Target & { is_gone: boolean })[]> {
  return readTargets(
    db,
    asked,
    sql`, q.is_open and exists (
      select from quote_item line join flash_sale_item item using (flash_sale_item_id)
        join quota using (quota_id)
      where line.quote_id = q.quote_id and quota.taken + line.item_quantity > quota.total
        and not exists (select from slot_wait own where own.customer_id = asked.customer_id
          and own.quota_id = quota.quota_id and own.held_until is not null)) as is_gone`,
  )
}

async function readTargets<Row>(
  db: Database,
  asked: readonly Asked[],
  more: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select coalesce(by_key.order_id, by_quote.order_id) as order_id, q.quote_id,
      coalesce(q.is_open, false) as is_open ${more}
    from unnest(${asked.map((one) => one.customer_id)}::bigint[],
      ${asked.map(({ input }) => input.quote_id ?? null)}::bigint[],
      ${asked.map(({ input }) => input.idempotency_key ?? null)}::text[])
      with ordinality as asked (customer_id, quote_id, idempotency_key, position)
    left join sales_order by_key on by_key.customer_id = asked.customer_id
      and by_key.idempotency_key = asked.idempotency_key
    left join lateral (
      select quote_id, is_open from quote
      where quote.customer_id = asked.customer_id
        and (asked.quote_id is null or quote.quote_id = asked.quote_id)
      order by quote_id desc limit 1
    ) q on true
    left join sales_order by_quote
      on by_quote.quote_id = q.quote_id and by_quote.customer_id = asked.customer_id
    order by asked.position
  `.execute(db)
  return rows
}

/** How what was bought in a flash sale is paid. */
export interface FlashTerms {
  pay_within_s: number
  is_online_only: boolean
}

/** The terms of flash sales, by flash_sale_item_id. */
export async function findFlashTerms(
  db: Database,
  flash_sale_item_ids: readonly number[],
): Promise<Map<number, FlashTerms>> {
  const { rows } = await sql<FlashTerms & { flash_sale_item_id: number }>`
    select item.flash_sale_item_id, sale.pay_within_s, sale.is_online_only
    from flash_sale_item item join flash_sale sale using (flash_sale_id)
    where item.flash_sale_item_id = any(${flash_sale_item_ids}::bigint[])
  `.execute(db)
  return new Map(rows.map(({ flash_sale_item_id, ...terms }) => [flash_sale_item_id, terms]))
}
