import type { Database } from '#db/schema.ts'
import { type CustomerGroups, customerGroupsOf } from '#shop/customer/customer-group.ts'
import { customer_group_rows } from '#shop/customer/customer-group-rows.ts'

export async function loadCustomerGroups(db: Database): Promise<CustomerGroups> {
  return customerGroupsOf((await customer_group_rows.execute(db)).rows)
}

/** The name of a customer group, as shoppers read it. */
export async function findGroupName(
  db: Database,
  customer_group_id: number,
): Promise<string | null> {
  const group = await db
    .selectFrom('customer_group')
    .where('customer_group_id', '=', customer_group_id)
    .select('name')
    .executeTakeFirst()
  return group?.name ?? null
}
