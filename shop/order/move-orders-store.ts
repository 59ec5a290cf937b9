import { sql } from 'kysely'
import type { Tx } from '#db/schema.ts'
import type { CustomerId, OrderId, QuoteId } from '#pure/ids.ts'

/** Gives the orders of one customer to another. Returns how many orders. */
export async function moveOrders(tx: Tx, from: CustomerId, into: CustomerId): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('sales_order')
    .set({ customer_id: into, idempotency_key: null })
    .where('customer_id', '=', from)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Moves the orders of a customer that were made with this phone (E.164), and the given ones, to another customer. */
export async function moveOrdersOfPhone(
  tx: Tx,
  { from, into }: { from: CustomerId; into: CustomerId },
  { phone, order_ids }: { phone: string; order_ids: readonly OrderId[] },
): Promise<{ order_id: OrderId; quote_id: QuoteId }[]> {
  const { rows } = await sql<{ order_id: OrderId; quote_id: QuoteId }>`
    update sales_order set customer_id = ${into}, idempotency_key = null
    where customer_id = ${from} and (phone = ${phone} or order_id = any(${order_ids}::bigint[]))
    returning order_id, quote_id`.execute(tx)
  return rows
}
