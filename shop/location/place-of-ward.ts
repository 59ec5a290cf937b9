import type { SplitWard } from '#contracts/storefront/units.ts'
import type { Database } from '#db/schema.ts'
import {
  findLegacyWard,
  findProvince,
  findWard,
  type PlacedWard,
} from '#shop/location/units-store.ts'

/** A ward as a shopper gave it: of before when its district is named too. */
export interface GivenWard {
  ward_id: number
  district_id: number | null
  /** Of one of before that was split: the successor that was chosen. */
  new_ward_id: number | null
}

export type PlaceOfWard =
  | { kind: 'found'; ward: PlacedWard; legacy_address: string | null }
  | { kind: 'split'; split: SplitWard }
  | { kind: 'unknown' }

/** Leads a ward of today or of before to the one in force, for use inside a transaction. */
export async function placeOfWard(
  db: Database,
  { ward_id, district_id, new_ward_id }: GivenWard,
): Promise<PlaceOfWard> {
  if (district_id === null) {
    const ward = await findWard(db, ward_id)
    return ward ? { kind: 'found', ward, legacy_address: null } : { kind: 'unknown' }
  }
  const old = await findLegacyWard(db, district_id, ward_id)
  if (!old) return { kind: 'unknown' }
  const [only] = old.new_wards
  const isSplit = old.new_wards.length > 1
  const became = isSplit ? old.new_wards.find((one) => one.ward_id === new_ward_id) : only
  const legacy_address = [old.ward_name, old.district_name, old.province_name].join(', ')
  if (!became) return { kind: 'split', split: { legacy_address, candidates: old.new_wards } }
  const ward = await findWard(db, became.ward_id)
  return ward ? { kind: 'found', ward, legacy_address } : { kind: 'unknown' }
}

/** The retailer's name for one of its provinces and the unit in force that it became part of. */
export async function retailerProvince(
  db: Database,
  province_id: number,
): Promise<{ name: string; official_code: string } | null> {
  return findProvince(db, province_id)
}
