import type { Tx } from '#db/schema.ts'
import type { CustomerId } from '#pure/ids.ts'

/** Gives the orders of one customer to another. Returns how many orders. */
export async function moveOrders(tx: Tx, from: CustomerId, into: CustomerId): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('sales_order')
    .set({ customer_id: into })
    .where('customer_id', '=', from)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
