import type { Database } from '#db/schema.ts'
import { type CachedValue, cachedValue } from '#platform/cache/cached-value.ts'
import type { Now } from '#platform/clock.ts'
import { type CurrentProvinceOf, currentProvinces } from '#shop/location/current-provinces.ts'
import { listProvinces } from '#shop/location/locations-store.ts'
import { listOfficialProvinces } from '#shop/location/units-store.ts'

/** Provinces change once in years, so many requests share one read. */
const cache_ms = 10_000

/** Reads how the retailer's provinces lead to those of today. */
export function knownProvinces(db: Database, now: Now): CachedValue<CurrentProvinceOf> {
  const load = async () =>
    currentProvinces(...(await Promise.all([listOfficialProvinces(db), listProvinces(db)])))
  return cachedValue(load, now, cache_ms)
}
