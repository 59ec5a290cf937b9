import type { unitOperations } from '#contracts/storefront/units.ts'
import type { Database } from '#db/schema.ts'
import type { Service } from '#pure/contract.ts'
import {
  listLegacyDistricts,
  listLegacyProvinces,
  listLegacyWards,
  listOfficialProvinces,
  listWards,
} from '#shop/location/units-store.ts'
import { wardWords } from '#pure/vietnamese/ward-words.ts'

/** Administrative units of today and of before 2025-07-01, as part of the locations service. */
export function unitsService(db: Database): Service<typeof unitOperations> {
  return {
    officialProvinces: () => listOfficialProvinces(db),
    wards: (_caller, { q, province_code, province_id, size }) =>
      listWards(db, {
        words: wardWords(q),
        typed: q.trim(),
        province_code: province_code ?? null,
        province_id: province_id ?? null,
        size,
      }),
    legacyProvinces: () => listLegacyProvinces(db),
    legacyDistricts: (_caller, { legacy_code }) => listLegacyDistricts(db, legacy_code),
    legacyWards: (_caller, { district_id }) => listLegacyWards(db, district_id),
  }
}
