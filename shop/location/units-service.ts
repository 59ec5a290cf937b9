import type { unitOperations } from '#contracts/storefront/units.ts'
import type { Database } from '#db/schema.ts'
import { cachedValue } from '#platform/cache/cached-value.ts'
import type { Now } from '#platform/clock.ts'
import type { Service } from '#pure/contract.ts'
import {
  listLegacyDistricts,
  listLegacyProvinces,
  listLegacyWards,
  listOfficialProvinces,
  listWards,
} from '#shop/location/units-store.ts'
import { spelledWardName, wardNames, wardWords } from '#pure/vietnamese/ward-words.ts'

/** Provinces change once in years, so many requests share one read. */
const cache_ms = 10_000

interface Deps {
  db: Database
  now: Now
}

/** Answers queries for administrative units in force and for those before 2025-07-01. Part of the locations service. */
export function unitsService({ db, now }: Deps): Service<typeof unitOperations> {
  return {
    officialProvinces: cachedValue(() => listOfficialProvinces(db), now, cache_ms),
    wards: (_caller, { q, province_code, province_id, size }) =>
      listWards(db, {
        words: wardWords(q),
        spelled: spelledWardName(q),
        names: wardNames(q),
        province_code: province_code ?? null,
        province_id: province_id ?? null,
        size,
      }),
    legacyProvinces: () => listLegacyProvinces(db),
    legacyDistricts: (_caller, { legacy_code }) => listLegacyDistricts(db, legacy_code),
    legacyWards: (_caller, { district_id }) => listLegacyWards(db, district_id),
  }
}
