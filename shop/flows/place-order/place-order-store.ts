import type { CustomerId, OrderId, QuoteId } from '#pure/ids.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#db/schema.ts'
import { lengthHint } from '#platform/database/id-list.ts'

/** The fields of an order request that say which checkout of which customer it is for. */
interface RequestKeys {
  customer_id: CustomerId
  input: { quote_id?: QuoteId | undefined; idempotency_key?: string | undefined }
}

/** The checkout and the order that a request is for. */
export interface Target {
  /** The order that was placed before with the same key or from the same checkout. */
  order_id: OrderId | null
  quote_id: QuoteId | null
  is_open: boolean
}

/**
 * Finds the target of each request, in the sequence of `requests`: an order of the same key, else the checkout that
 * the request names, else the newest checkout, with the order that was placed from it.
 */
export async function findTargets(
  db: Database,
  requests: readonly RequestKeys[],
): Promise<Target[]> {
  return readTargets<Target>(db, requests, sql``)
}

/**
 * Like `findTargets`, with `is_gone`: the checkout was shown at the price of a flash sale that now has too few slots,
 * and no slot is reserved for this customer. One statement reads all of it: a customer who orders in another tab at
 * this moment has either the reserved slot or the order.
 */
export async function findTargetsAndSlots(
  db: Database,
  requests: readonly RequestKeys[],
): Promise<(Target & { is_gone: boolean })[]> {
  return readTargets(
    db,
    requests,
    sql`, q.is_open and exists (
      select from quote_item line join flash_sale_item item using (flash_sale_item_id)
        join quota using (quota_id)
      where line.quote_id = q.quote_id and quota.taken + line.item_quantity > quota.total
        -- The array makes the planner search by customer: a quota has thousands of entries.
        and quota.quota_id <> all (array(select own.quota_id from waitlist_entry own
          where own.customer_id = request.customer_id and own.reserved_until is not null))
    ) as is_gone`,
  )
}

async function readTargets<Row>(
  db: Database,
  requests: readonly RequestKeys[],
  more: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select coalesce(by_key.order_id, by_quote.order_id) as order_id, q.quote_id,
      coalesce(q.is_open, false) as is_open ${more}
    from (select * from unnest(${requests.map(({ customer_id }) => customer_id)}::bigint[],
      ${requests.map(({ input }) => input.quote_id ?? null)}::bigint[],
      ${requests.map(({ input }) => input.idempotency_key ?? null)}::text[])
      with ordinality as list (customer_id, quote_id, idempotency_key, position)
      ${lengthHint(requests)}) request
    left join sales_order by_key on by_key.customer_id = request.customer_id
      and by_key.idempotency_key = request.idempotency_key
    left join lateral (
      select quote_id, is_open from quote
      where quote.customer_id = request.customer_id
        and (request.quote_id is null or quote.quote_id = request.quote_id)
      order by quote_id desc limit 1
    ) q on true
    left join sales_order by_quote
      on by_quote.quote_id = q.quote_id and by_quote.customer_id = request.customer_id
    order by request.position
  `.execute(db)
  return rows
}

/** The names of items that an offer gives or gave, by item_id. */
export async function findGiftNames(
  db: Database,
  item_ids: readonly number[],
): Promise<Map<number, string>> {
  if (item_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('promotion')
    .innerJoin('product', 'product.product_id', 'promotion.gift_product_id')
    .where('promotion.gift_product_id', 'in', [...new Set(item_ids)])
    .select(['product.product_id', 'product.name'])
    .execute()
  return new Map(rows.map(({ product_id, name }) => [product_id, name]))
}

/** How an order from a flash sale must be paid. */
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
