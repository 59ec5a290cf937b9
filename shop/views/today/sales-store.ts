import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { inReach } from '#shop/order/order-rows.ts'

interface SalesHour {
  /** In Vietnam, YYYY-MM-DD. */
  day: string
  hour: number
  orders: number
  revenue: number
}

/**
 * Orders within reach that were placed since an instant and are still meant, by hour of Vietnam. Hours without any are
 * absent.
 */
export async function findSales(db: Database, reach: Reach, since: Date): Promise<SalesHour[]> {
  const { rows } = await sql<SalesHour>`
    select to_char(at, 'YYYY-MM-DD') as day, extract(hour from at)::integer as hour, orders, revenue
    from (
      select date_trunc('hour', o.created_at at time zone 'Asia/Ho_Chi_Minh') as at,
        count(*)::integer as orders, sum(o.grand_total) as revenue
      from sales_order o
      where o.created_at >= ${since} and o.state not in ('cancelled', 'expired', 'awaiting_payment')
        and ${inReach(reach)}
      group by 1
    ) placed
  `.execute(db)
  return rows
}
