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

/** Finds a shop where orders can be picked up. */
export async function findPickupShop(db: Database, shop_id: number): Promise<PickupShop | null> {
  const { rows } = await sql<PickupShop>`
    select shop_id, name, address, province_id, time_opening
    from shop where shop_id = ${shop_id} and ${shopSells}
  `.execute(db)
  return rows[0] ?? null
}
