import { sql } from 'kysely'
import type { OrderSourceRow } from '#contracts/staff/orders/order-sources.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'

interface Part {
  /** YYYY-MM-DD, the first day and the day after the last one. */
  from: string
  until: string
  /** Null: all within reach. */
  shop_id: number | null
}

/** Counts orders within reach that still count, by day of Vietnam, shop and source. */
export async function listOrderSources(
  db: Database,
  reach: Reach,
  { from, until, shop_id }: Part,
): Promise<OrderSourceRow[]> {
  const { rows } = await sql<OrderSourceRow>`
    select day, shop, source, count(*)::integer as orders, sum(grand_total)::bigint as revenue from (
      select to_char(o.created_at at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD') as day, shop.name as shop,
        o.shop_id, o.grand_total, case when o.aff_click_id is not null then 'affiliate' when o.has_ad_click then 'ads'
          when o.made_by is not null then 'staff' else 'direct' end as source
      from sales_order o left join shop using (shop_id)
      where o.created_at >= ${from}::timestamp at time zone 'Asia/Ho_Chi_Minh'
        and o.created_at < ${until}::timestamp at time zone 'Asia/Ho_Chi_Minh'
        and o.state not in ('cancelled', 'expired', 'awaiting_payment')
        and ${ofShopInReach('o.shop_id', reach)} and (${shop_id}::bigint is null or o.shop_id = ${shop_id}::bigint)
    ) counted group by day, shop_id, shop, source order by day, shop_id nulls last, source`.execute(
    db,
  )
  return rows
}

/** The shops within reach, for the filter. */
export async function listReachedShops(
  db: Database,
  reach: Reach,
): Promise<{ shop_id: number; name: string }[]> {
  const { rows } = await sql<{ shop_id: number; name: string }>`
    select shop_id, name from shop where is_active and ${ofShopInReach('shop.shop_id', reach)}
    order by name`.execute(db)
  return rows
}
