import { sql } from 'kysely'
import type { CustomerGroupRow } from '#shop/customer/customer-group.ts'

/** Selects all customer groups in the order of their ids. */
export const customer_group_rows = sql<CustomerGroupRow>`
  select customer_group_id, code from customer_group order by customer_group_id`
