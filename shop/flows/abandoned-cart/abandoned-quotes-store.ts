import type { CustomerId, QuoteId } from '#pure/ids.ts'
import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** A checkout abandoned after the address step, whose shopper agreed to mail. */
interface AbandonedQuote {
  quote_id: QuoteId
  customer_id: CustomerId
  province_id: number
  email: string
}

/** Open checkouts with an address and consent to mail, created after `from` and up to `to`, with no later order. */
export async function findAbandonedQuotes(
  db: Database,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<AbandonedQuote[]> {
  const { rows } = await sql<AbandonedQuote>`
    select quote_id, customer_id, province_id, recipient ->> 'email' as email
    from quote
    where is_open and recipient is not null and created_at > ${from} and created_at <= ${to}
      and nullif(recipient ->> 'email', '') is not null
      and recipient ->> 'promotion_announcement' = 'true'
      and not exists (select 1 from sales_order o
        where o.customer_id = quote.customer_id and o.created_at >= quote.created_at)
    order by created_at limit ${limit}
  `.execute(db)
  return rows
}
