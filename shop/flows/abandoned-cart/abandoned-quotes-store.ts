import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/** A checkout that went no further than its address, by somebody who asked for mail. */
export interface AbandonedQuote {
  quote_id: number
  customer_id: number
  province_id: number
  email: string
}

/** Open checkouts with an address and consent to mail, begun in this span, with no order since. */
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
