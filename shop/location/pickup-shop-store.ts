import { sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { shopSells } from '#shop/location/shop-rows.ts'

export interface PickupShop {
  shop_id: number
  name: string
  address: string
  province_id: number
  time_opening: string
}

/** Whether a province has a shop where orders can be picked up. */
export async function hasShopIn(db: Database, province_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from shop where province_id = ${province_id} and ${shopSells} limit 1
  `.execute(db)
  return rows.length > 0
}

/** Finds a shop where orders can be picked up. */
export async function findPickupShop(db: Database, shop_id: number): Promise<PickupShop | null> {
  const { rows } = await sql<PickupShop>`
    select shop_id, name, address, province_id, time_opening
    from shop where shop_id = ${shop_id} and ${shopSells}
  `.execute(db)
  return rows[0] ?? null
}
