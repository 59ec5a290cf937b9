import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

/** Since when a customer and a browser have their numbers, in whole milliseconds. */
export async function findSince(
  db: Database,
  { customer_id, browser }: { customer_id: CustomerId | null; browser: string | null },
): Promise<{ customer_since: string | null; browser_since: string | null }> {
  const { rows } = await sql<{ customer_since: Date | null; browser_since: Date | null }>`
    select (select created_at from customer where customer_id = ${customer_id}) as customer_since,
      (select created_at from push_subscription where 'push:' || push_subscription_id = ${browser}) as browser_since
  `.execute(db)
  const { customer_since = null, browser_since = null } = rows[0] ?? {}
  return {
    customer_since: customer_since?.toISOString() ?? null,
    browser_since: browser_since?.toISOString() ?? null,
  }
}
