import type { locations } from '#contracts/locations.ts'
import type { Database } from '#db/schema.ts'
import type { Service } from '#pure/contract.ts'
import { listProvinces, listShops, listShopsWithStock } from '#shop/locations/locations-store.ts'
import { shopOf, stockLevel } from '#shop/locations/locations.ts'

/** Provinces and shops, and which of these have a thing now (spec §3, §7). */
export function locationsService({ db }: { db: Database }): Service<typeof locations> {
  return {
    provinces: () => listProvinces(db),
    async shops(_caller, { province_id }) {
      const rows = await listShops(db, province_id ?? null)
      return rows.map(shopOf)
    },
    async shopsWithStock(_caller, { item_id, province_id, item_quantity }) {
      const rows = await listShopsWithStock(db, item_id, province_id, item_quantity)
      return rows.map((row) => ({ shop: shopOf(row), level: stockLevel(row.quantity) }))
    },
  }
}
