import { type RawBuilder, sql } from 'kysely'
import type { CallOutcome } from '#contracts/staff/calls.ts'
import type { ReturnReason } from '#contracts/staff/returns.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'
import { inReach } from '#shop/order/order-rows.ts'
import { returnInReach } from '#shop/return/return-store.ts'

/** The time and the shop that a report is about; null: all shops within reach. */
export interface ReportPart {
  from: Date
  until: Date
  shop_id: number | null
}

const within = (column: string, { from, until }: ReportPart): RawBuilder<unknown> =>
  sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until}`
const ofShop = (column: string, { shop_id }: ReportPart): RawBuilder<unknown> =>
  sql`(${shop_id}::bigint is null or ${sql.ref(column)} = ${shop_id}::bigint)`

interface SoldPart {
  /** Null: nobody answers for them, or the row is about a way to pay. */
  shop: string | null
  payment_method: string | null
  is_of_shop: boolean
  orders: number
  revenue: number
}

/** Orders within reach that were placed in a time and are still meant: by shop, and by way to pay. */
export async function findSold(db: Database, reach: Reach, part: ReportPart): Promise<SoldPart[]> {
  const { rows } = await sql<SoldPart>`
    select shop.name as shop, sold.payment_method, sold.is_of_shop, sold.orders, sold.revenue
    from (
      select o.shop_id, o.payment_method, grouping(o.payment_method) = 1 as is_of_shop,
        count(*)::integer as orders, sum(o.grand_total)::bigint as revenue
      from sales_order o
      where ${within('o.created_at', part)} and o.state not in ('cancelled', 'expired', 'awaiting_payment')
        and ${inReach(reach)} and ${ofShop('o.shop_id', part)}
      group by grouping sets ((o.shop_id), (o.payment_method))
    ) sold left join shop using (shop_id)
    order by sold.revenue desc, sold.orders desc, shop.name
  `.execute(db)
  return rows
}

/** What came of the calls of a time, about orders within reach. */
export async function countCalls(
  db: Database,
  reach: Reach,
  part: ReportPart,
): Promise<{ outcome: CallOutcome; count: number }[]> {
  const { rows } = await sql<{ outcome: CallOutcome; count: number }>`
    select call.outcome, count(*)::integer as count
    from call_attempt call join sales_order o using (order_id)
    where ${within('call.happened_at', part)} and ${inReach(reach)} and ${ofShop('o.shop_id', part)}
    group by call.outcome order by count desc, call.outcome
  `.execute(db)
  return rows
}

/** Why goods came back in a time, within reach. */
export async function countReturns(
  db: Database,
  reach: Reach,
  part: ReportPart,
): Promise<{ reason: ReturnReason; count: number }[]> {
  const { rows } = await sql<{ reason: ReturnReason; count: number }>`
    select back.reason, count(*)::integer as count from return_request back
    where ${within('back.created_at', part)} and ${returnInReach(reach)} and ${ofShop('back.shop_id', part)}
    group by back.reason order by count desc, back.reason
  `.execute(db)
  return rows
}

interface StockAge {
  /** Days since the units came in, at least. */
  from_days: number
  units: number
  cost: number
}

/** Units with a code that are on hand at shops within reach, by how long they have been there. */
export async function findStockAges(
  db: Database,
  reach: Reach,
  { shop_id, now }: { shop_id: number | null; now: Date },
): Promise<StockAge[]> {
  // Read once, from an index alone: the devices on hand, not the bands, are many.
  const { rows } = await sql<StockAge>`
    select age.from_days, coalesce(held.units, 0) as units, coalesce(held.cost, 0) as cost
    from (values (0), (30), (60), (90)) age (from_days) left join (
      select (case when created_at > ${now}::timestamptz - interval '30 days' then 0
          when created_at > ${now}::timestamptz - interval '60 days' then 30
          when created_at > ${now}::timestamptz - interval '90 days' then 60 else 90 end) as from_days,
        count(*)::integer as units, sum(unit.cost)::bigint as cost
      from unit
      where unit.state = 'in_stock' and unit.created_at <= ${now} and ${ofShopInReach('unit.shop_id', reach)}
        and (${shop_id}::bigint is null or unit.shop_id = ${shop_id}::bigint)
      group by 1
    ) held using (from_days)
    order by age.from_days
  `.execute(db)
  return rows
}

/** The shops within reach that sell. */
export async function findReportShops(
  db: Database,
  reach: Reach,
): Promise<{ value: string; title: string }[]> {
  const { rows } = await sql<{ value: string; title: string }>`
    select shop_id::text as value, name as title from shop
    where ${ofShopInReach('shop.shop_id', reach)} and 'ban-hang' = any(kinds) order by shop_id
  `.execute(db)
  return rows
}
