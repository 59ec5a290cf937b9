import type { LocatedShop, locations } from '#contracts/storefront/locations.ts'
import type { Database } from '#db/schema.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import { cachedValue } from '#platform/cache/cached-value.ts'
import { homePromise, pickupPromises } from '#shop/delivery/delivery-promise.ts'
import { findDeliveryFacts } from '#shop/delivery/find-delivery-facts.ts'
import {
  listProvinces,
  listProvincesWithStock,
  listShops,
  listShopsWithStock,
} from '#shop/location/locations-store.ts'
import { shopOf, stockLevel } from '#shop/location/locations.ts'
import { nearestFirst } from '#shop/location/nearest-provinces.ts'
import type { LocatedRow } from '#shop/location/locations.ts'
import { listOpenShops, listShopsWithSku } from '#shop/location/shop-list-store.ts'
import { directoryOf, pageOf, filterShops } from '#shop/location/shop-list.ts'
import { unitsService } from '#shop/location/units-service.ts'

/** Provinces change once in years, a shop's address once in months, so many requests share one read. */
const cache_ms = 10_000

interface Deps {
  db: Database
  now: Now
  /** Announces changes of the rules of delivery. */
  feed: ChangeFeed | null
}

/** Answers queries for provinces and shops, and which of them have an item in stock (contract §3, §7). */
export function locationsService({ db, now, feed }: Deps): Service<typeof locations> {
  const sellingShops = cachedValue(
    async () =>
      new Map((await listShops(db, null)).map((row) => [row.shop_id, locatedShopOf(row)])),
    now,
    cache_ms,
  )
  const rules = cachedValue(() => findDeliveryFacts(db, now()), now, cache_ms)
  feed?.subscribe(async (tags) => {
    if (tags.has('locations') || tags.has('*')) rules.forget()
  })
  return {
    ...unitsService({ db, now }),
    provinces: cachedValue(() => listProvinces(db), now, cache_ms),
    async shops(_caller, { province_id }) {
      const rows = await listShops(db, province_id ?? null)
      return rows.map(locatedShopOf)
    },
    async shopsWithStock(_caller, { item_id, province_id, item_quantity }) {
      const [shops, rows] = await Promise.all([
        sellingShops(),
        listShopsWithStock(db, item_id, province_id, item_quantity),
      ])
      return rows.flatMap(({ shop_id, quantity }) => {
        const shop = shops.get(shop_id)
        return shop ? [{ shop, level: stockLevel(quantity) }] : []
      })
    },
    async provincesWithStock(_caller, { item_id, province_id }) {
      const rows = await listProvincesWithStock(db, item_id, province_id)
      return nearestFirst(rows).map(({ province_id: id, name, shop_count }) => ({
        province_id: id,
        name,
        shop_count,
      }))
    },
    async deliveryPromises(_caller, { province_id }) {
      const [shops, known] = await Promise.all([sellingShops(), rules()])
      const facts = { ...known, now: now() }
      const here = [...shops.values()].filter(({ province }) => province.Id === province_id)
      return {
        near: homePromise(facts, { is_near: true, is_rural: false }),
        away: homePromise(facts, { is_near: false, is_rural: false }),
        shops: pickupPromises(
          facts,
          here.map(({ id: shop_id, name, time_opening }) => ({ shop_id, name, time_opening })),
        ),
      }
    },
    async findShops(_caller, { page, size, ...filter }) {
      const shops = filterShops((await listOpenShops(db)).map(locatedShopOf), filter)
      return { total: shops.length, page, size, data: pageOf(shops, page, size) }
    },
    async shopDirectory(_caller, filter) {
      return directoryOf(filterShops((await listOpenShops(db)).map(locatedShopOf), filter))
    },
    async shopsWithSku(_caller, { sku, province_id }) {
      const rows = await listShopsWithSku(db, sku, province_id)
      return rows.map((row) => ({ shop: locatedShopOf(row), level: stockLevel(row.quantity) }))
    },
  }
}

function locatedShopOf(row: LocatedRow): LocatedShop {
  const { kinds, latitude, longitude } = row
  return { ...shopOf(row), kinds, latitude, longitude }
}
