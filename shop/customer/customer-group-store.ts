import type { Database } from '#db/schema.ts'
import { type CustomerGroups, customerGroupsOf } from '#shop/customer/customer-group.ts'
import { customer_group_rows } from '#shop/customer/customer-group-rows.ts'

export async function loadCustomerGroups(db: Database): Promise<CustomerGroups> {
  return customerGroupsOf((await customer_group_rows.execute(db)).rows)
}
