import type { locations } from '#contracts/storefront/locations.ts'
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
import { knownProvinces } from '#shop/location/known-provinces.ts'
import { locatedShopOf, stockLevel } from '#shop/location/locations.ts'
import { nearestFirst } from '#shop/location/nearest-provinces.ts'
import { listOpenShops, listShopsWithSku } from '#shop/location/shop-list-store.ts'
import { directoryOf, pageOf, filterShops } from '#shop/location/shop-list.ts'
import { unitsService } from '#shop/location/units-service.ts'

/** Provinces change once in years, a shop's address once in months, so many requests share one read. */
const cache_ms = 10_000

interface Deps {
  db: Database
  now: Now
  /** Announces changes of shops, provinces and the rules of delivery. */
  feed: ChangeFeed | null
}

/** Answers queries for provinces and shops, and which of them have an item in stock (contract §3, §7). */
export function locationsService({ db, now, feed }: Deps): Service<typeof locations> {
  const provinceNames = knownProvinces(db, now)
  const idsOf = async (province_id: number) => (await provinceNames())(province_id).province_ids
  const sellingShops = cachedValue(
    async () => {
      const [rows, currentProvinceOf] = await Promise.all([listShops(db), provinceNames()])
      return new Map(rows.map((row) => [row.shop_id, locatedShopOf(row, currentProvinceOf)]))
    },
    now,
    cache_ms,
  )
  const openShops = async () => {
    const [rows, currentProvinceOf] = await Promise.all([listOpenShops(db), provinceNames()])
    return rows.map((row) => locatedShopOf(row, currentProvinceOf))
  }
  const rules = cachedValue(() => findDeliveryFacts(db, now()), now, cache_ms)
  feed?.subscribe(async (tags) => {
    if (!tags.has('locations') && !tags.has('*')) return
    rules.forget()
    provinceNames.forget()
    sellingShops.forget()
  })
  return {
    ...unitsService({ db, now }),
    provinces: cachedValue(() => listProvinces(db), now, cache_ms),
    async shops(_caller, { province_id }) {
      const shops = [...(await sellingShops()).values()]
      if (province_id === undefined) return shops
      return filterShops(shops, { province_ids: await idsOf(province_id) })
    },
    async shopsWithStock(_caller, { item_id, province_id, item_quantity }) {
      const [shops, rows] = await Promise.all([
        sellingShops(),
        listShopsWithStock(db, item_id, await idsOf(province_id), item_quantity),
      ])
      return rows.flatMap(({ shop_id, quantity }) => {
        const shop = shops.get(shop_id)
        return shop ? [{ shop, level: stockLevel(quantity) }] : []
      })
    },
    async provincesWithStock(_caller, { item_id, province_id }) {
      const currentProvinceOf = await provinceNames()
      const { province_ids } = currentProvinceOf(province_id)
      const rows = await listProvincesWithStock(db, item_id, province_ids)
      return nearestFirst(rows).map(({ province_id: id, shop_count, shop_total }) => ({
        ...currentProvinceOf(id),
        ...{ shop_count, shop_total },
      }))
    },
    async deliveryPromises(_caller, { province_id }) {
      const [shops, known, province_ids] = await Promise.all([
        sellingShops(),
        rules(),
        idsOf(province_id),
      ])
      const facts = { ...known, now: now() }
      const here = filterShops([...shops.values()], { province_ids })
      return {
        near: homePromise(facts, { is_near: true, is_rural: false }),
        away: homePromise(facts, { is_near: false, is_rural: false }),
        shops: pickupPromises(
          facts,
          here.map(({ id: shop_id, name, time_opening }) => ({ shop_id, name, time_opening })),
        ),
      }
    },
    async findShops(_caller, { page, size, province_id, ...filter }) {
      const province_ids = province_id === undefined ? undefined : await idsOf(province_id)
      const shops = filterShops(await openShops(), { ...filter, province_ids })
      return { total: shops.length, page, size, data: pageOf(shops, page, size) }
    },
    async shopDirectory(_caller, filter) {
      const shops = filterShops(await openShops(), filter)
      return directoryOf(shops, await provinceNames())
    },
    async shopsWithSku(_caller, { sku, province_id }) {
      const currentProvinceOf = await provinceNames()
      const rows = await listShopsWithSku(db, sku, currentProvinceOf(province_id).province_ids)
      return rows.map((row) => ({
        shop: locatedShopOf(row, currentProvinceOf),
        level: stockLevel(row.quantity),
      }))
    },
  }
}
