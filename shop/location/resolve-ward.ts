import type { SplitWard } from '#contracts/storefront/units.ts'
import type { Database } from '#db/schema.ts'
import {
  findLegacyWard,
  findProvince,
  findWard,
  type WardInForce,
} from '#shop/location/units-store.ts'

/** A ward as a shopper entered it: a legacy ward if it has a district. */
interface EnteredWard {
  ward_id: number
  district_id: number | null
  /** The chosen successor of a legacy ward that was split. */
  new_ward_id: number | null
}

type ResolvedWard =
  | { kind: 'found'; ward: WardInForce; legacy_address: string | null }
  | { kind: 'split'; split: SplitWard }
  | { kind: 'unknown' }

/** Finds the ward in force for a current or legacy ward, for use inside a transaction. */
export async function resolveWard(
  db: Database,
  { ward_id, district_id, new_ward_id }: EnteredWard,
): Promise<ResolvedWard> {
  if (district_id === null) {
    const ward = await findWard(db, ward_id)
    return ward ? { kind: 'found', ward, legacy_address: null } : { kind: 'unknown' }
  }
  const old = await findLegacyWard(db, district_id, ward_id)
  if (!old) return { kind: 'unknown' }
  const [only] = old.new_wards
  const isSplit = old.new_wards.length > 1
  const successor = isSplit ? old.new_wards.find((one) => one.ward_id === new_ward_id) : only
  const legacy_address = [old.ward_name, old.district_name, old.province_name].join(', ')
  if (!successor) return { kind: 'split', split: { legacy_address, candidates: old.new_wards } }
  const ward = await findWard(db, successor.ward_id)
  return ward ? { kind: 'found', ward, legacy_address } : { kind: 'unknown' }
}

/** Returns the name of one of the retailer's provinces and the code of the province in force that includes it. */
export async function retailerProvince(
  db: Database,
  province_id: number,
): Promise<{ name: string; official_code: string } | null> {
  return findProvince(db, province_id)
}
