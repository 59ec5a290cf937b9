import { sql } from 'kysely'
import type { ShopReservationRow } from '#contracts/staff/trade/shop-reservations.ts'
import type { ShopReservationState } from '#contracts/storefront/trade/shop-reservation.ts'
import type { Database } from '#db/schema.ts'
import type { Reach } from '#pure/access.ts'
import { ofShopInReach } from '#shop/location/reach-rows.ts'

export interface StoredRow extends Omit<ShopReservationRow, 'created_at' | 'expires_at'> {
  created_at: Date
  expires_at: Date
  item_id: number
  shop_id: number
  province_id: number
}

interface Filter {
  reach: Reach
  /** Null: every code. */
  code: string | null
  /** Those that ended before it are left out. */
  ended_since: Date
}

const isListed = ({
  reach,
  code,
  ended_since,
}: Filter) => sql`${ofShopInReach('one.shop_id', reach)}
  and (${code}::text is null or one.code = ${code})
  and (one.state = 'reserved' or ${code}::text is not null or one.ended_at > ${ended_since})`

/** Pieces that are set aside within reach, the next to lapse first, then those that ended, the newest first. */
export async function listShopReservations(
  db: Database,
  filter: Filter,
  { state, limit, offset }: { state: ShopReservationState | null; limit: number; offset: number },
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select one.code, one.state, concat_ws(', ', product.name, nullif(product.color_name, '')) as item, product.sku,
      product.product_id as item_id, shop.shop_id, shop.province_id, shop.name as shop, one.name, one.phone,
      one.created_at, one.expires_at, sales_order.code as order_code
    from shop_reservation one join shop using (shop_id) join product on product.product_id = one.product_id
      left join sales_order using (order_id)
    where ${isListed(filter)} and (${state}::text is null or one.state = ${state})
    order by one.state <> 'reserved', case when one.state = 'reserved' then one.expires_at end, one.ended_at desc,
      one.shop_reservation_id limit ${limit} offset ${offset}
  `.execute(db)
  return rows
}

/** Counts them by state. */
export async function countShopReservations(
  db: Database,
  filter: Filter,
): Promise<{ state: ShopReservationState; count: number }[]> {
  const { rows } = await sql<{ state: ShopReservationState; count: number }>`
    select one.state, count(*)::integer as count from shop_reservation one where ${isListed(filter)} group by 1
  `.execute(db)
  return rows
}
