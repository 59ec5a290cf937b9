import { sql } from 'kysely'
import type { OrderState } from '#contracts/storefront/order.ts'
import type { Database } from '#db/schema.ts'
import type { OrderId } from '#pure/ids.ts'

interface LoanOrder {
  order_id: OrderId
  code: string
  state: OrderState
  /** Names of the goods, gifts left out. */
  goods: string[]
  /** Of the first of them. */
  goods_path: string
  thumbnail: string | null
}

/** The orders of applications, by order_id. */
export async function findLoanOrders(
  db: Database,
  order_ids: readonly OrderId[],
): Promise<Map<number, LoanOrder>> {
  const { rows } = await sql<LoanOrder>`
    select order_id, code, state, array(
      select case when color_name is null or color_name = '' then name else name || ', ' || color_name end
      from sales_order_line line where line.order_id = o.order_id and not is_gift order by position) as goods,
      (select '/' || url_path from sales_order_line line where line.order_id = o.order_id and not is_gift
        order by position limit 1) as goods_path,
      (select thumbnail from sales_order_line line where line.order_id = o.order_id and not is_gift
        order by position limit 1) as thumbnail
    from sales_order o where order_id = any(${order_ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.order_id, row]))
}
