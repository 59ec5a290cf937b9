import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#db/schema.ts'

/** A press of "order": which checkout of which customer it is about. */
interface Asked {
  customer_id: number
  input: { quote_id?: number | undefined; idempotency_key?: string | undefined }
}

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
  const { rows } = await sql<Target>`
    select coalesce(by_key.order_id, by_quote.order_id) as order_id, q.quote_id,
      coalesce(q.is_open, false) as is_open
    from ${checkoutsOf(asked)}
    left join sales_order by_key on by_key.customer_id = asked.customer_id
      and by_key.idempotency_key = asked.idempotency_key
    left join sales_order by_quote
      on by_quote.quote_id = q.quote_id and by_quote.customer_id = asked.customer_id
    order by asked.position
  `.execute(db)
  return rows
}

/** Those of the requests whose checkout was shown at the price of a flash sale that has too few slots now. */
export async function findGoneSlots<Request extends Asked>(
  db: Database,
  asked: readonly Request[],
): Promise<Request[]> {
  const { rows } = await sql<{ position: number }>`
    select asked.position from ${checkoutsOf(asked)}
    where q.is_open and exists (
      select from quote_item line join flash_sale_item item using (flash_sale_item_id)
        join quota using (quota_id)
      where line.quote_id = q.quote_id and quota.taken + line.item_quantity > quota.total)
    order by asked.position
  `.execute(db)
  return rows.flatMap(({ position }) => asked[position - 1] ?? [])
}

/** In SQL: `asked` in their order, by `position` from 1, each with its checkout `q`. */
function checkoutsOf(asked: readonly Asked[]): RawBuilder<unknown> {
  return sql`unnest(${asked.map((one) => one.customer_id)}::bigint[],
      ${asked.map(({ input }) => input.quote_id ?? null)}::bigint[],
      ${asked.map(({ input }) => input.idempotency_key ?? null)}::text[])
      with ordinality as asked (customer_id, quote_id, idempotency_key, position)
    left join lateral (
      select quote_id, is_open from quote
      where quote.customer_id = asked.customer_id
        and (asked.quote_id is null or quote.quote_id = asked.quote_id)
      order by quote_id desc limit 1
    ) q on true`
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
