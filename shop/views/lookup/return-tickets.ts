import type { Database } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'
import type { TicketSource } from '#shop/views/lookup/ticket-source.ts'
import { findReturnsOfOrder } from '#shop/views/return/shopper-returns-store.ts'

/** Returns of an order (decision 154), for the phone that ordered. */
export const return_tickets: TicketSource = {
  find: async (db, { code, phone }) => {
    const order_id = await findOrderOfReturn(db, code, phone)
    if (order_id === null) return null
    const found = (await findReturnsOfOrder(db, order_id)).find((each) => each.code === code)
    if (!found) return null
    const { state, item, quantity, shop, bring_by, note, outcome, amount, created_at } = found
    return {
      kind: 'return',
      ...{ code, state, item, quantity, shop, bring_by, note, outcome, amount },
      created_at: created_at.toISOString(),
    }
  },
}

async function findOrderOfReturn(
  db: Database,
  code: string,
  phone: string,
): Promise<OrderId | null> {
  const row = await db
    .selectFrom('return_request')
    .innerJoin('sales_order', 'sales_order.order_id', 'return_request.order_id')
    .select('sales_order.order_id')
    .where('return_request.code', '=', code)
    .where('sales_order.phone', '=', phone)
    .$castTo<{ order_id: OrderId }>()
    .executeTakeFirst()
  return row?.order_id ?? null
}
