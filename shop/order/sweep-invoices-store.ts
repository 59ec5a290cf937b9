import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'

/**
 * Erases the company of the invoice from orders of erased people (decision 162) that were placed before `before`. The
 * phones of such orders end with a colon, so that the index by the end of phones finds them. Returns how many.
 */
export async function eraseInvoices(db: Database, before: Date, batch: number): Promise<number> {
  const { rows } = await sql`
    with old as (
      select order_id from sales_order
      where reverse(phone) like ':%' and created_at <= ${before}
        and jsonb_typeof(recipient->'company_invoice') = 'object'
      order by order_id limit ${batch} for update skip locked
    )
    update sales_order set recipient = jsonb_set(recipient, '{company_invoice}', 'null')
    from old where sales_order.order_id = old.order_id returning 1
  `.execute(db)
  return rows.length
}
