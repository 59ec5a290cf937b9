import { legacyTree, type LegacyTree } from '#db/addresses/legacy-tree.ts'
import { mostFrequent } from '#db/addresses/most-frequent.ts'
import { sameSpelling } from '#db/addresses/names.ts'
import type { SourceMapping, Sources, SourceWard, Units } from '#db/addresses/sources.ts'

/** Corrects wrong codes of the package: Ia Mơ has the code of Ia Mơ Nông, Ba Chẽ that of the old town. */
const corrected_codes: Readonly<Record<string, string>> = { '06970': '06978', '23737': '23938' }

/** Centrally-run cities. Đồng Nai, Quảng Ninh and Bắc Ninh became cities in 2026 (30, 36 and 39/2026/QH16). */
const city_codes = new Set(['01', '22', '24', '31', '46', '48', '75', '79', '92'])

/** Wards that were xã in 2025 and became phường in 2026, with the same code and name: Đồng Nai, then Bắc Ninh. */
const phuong_since_2026 = new Set([
  // 237/NQ-UBTVQH16
  ...['26326', '25363', '26368', '25270', '26485', '25357', '26116', '26248', '26170', '26425'],
  // 388/NQ-UBTVQH16
  ...['07294', '07375', '07399', '07444', '07840', '09193', '09292', '09313', '09319', '09454'],
  ...['09475', '09496'],
])

/**
 * Builds the units in force and the legacy units from the two packages. db/addresses/README.md describes
 * every repair. Throws RangeError where a repair fails: a person has to check the data.
 */
export function repairUnits(sources: Sources): Units {
  const provinces = sources.provinces.map(({ province_code, name }) => ({
    province_code,
    name: name.replace(/^(Thành phố|Tỉnh) /, '').trim(),
    kind: city_codes.has(province_code) ? ('thành phố' as const) : ('tỉnh' as const),
  }))
  const wards = sources.wards.map((ward) => ({
    ward_code: corrected_codes[ward.ward_code] ?? ward.ward_code,
    province_code: ward.province_code,
    name: ward.name.normalize('NFC').trim(),
  }))
  // The mappings name the wards as they were called in 2025.
  const tree = legacyTree(sources, successorsBy(sources, wards))
  const home = homeOf(tree)
  return {
    provinces,
    wards: wards.map((ward) => ({
      ...ward,
      name: nameSince2026(ward),
      legacy_code: home(ward.ward_code),
    })),
    ...tree,
  }
}

function nameSince2026({ ward_code, name }: SourceWard): string {
  return phuong_since_2026.has(ward_code) ? name.replace(/^Xã /, 'Phường ') : name
}

/**
 * Returns a function that gives the new ward's code of a mapping row, or null where the row is wrong. 431
 * rows name a code that does not exist, and some name a ward in a distant province. Then the ward of that
 * name is used in the province which the old province became.
 */
function successorsBy({ provinces, mappings }: Sources, wards: readonly SourceWard[]) {
  const province_of = new Map(wards.map((ward) => [ward.ward_code, ward.province_code]))
  const by_province = new Map(provinces.map((one) => [sameSpelling(one.name), one.province_code]))
  const by_name = Map.groupBy(wards, (ward) => inProvince(ward.province_code, ward.name))
  const became = new Map(
    [...Map.groupBy(mappings, (row) => row.old_province_name)].map(([name, rows]) => [
      name,
      mostFrequent(rows.flatMap((row) => province_of.get(row.new_ward_code) ?? [])),
    ]),
  )
  return (row: SourceMapping): string | null => {
    const code = corrected_codes[row.new_ward_code] ?? row.new_ward_code
    const named = by_province.get(sameSpelling(row.new_province_name)) ?? ''
    const province_code = row.old_province_name === null ? named : became.get(row.old_province_name)
    if (province_code === undefined) return null
    if (province_of.get(code) === province_code) return code
    const found = by_name.get(inProvince(province_code, row.new_ward_name)) ?? []
    return found.length === 1 ? (found[0]?.ward_code ?? null) : null
  }
}

function inProvince(province_code: string, name: string): string {
  return `${province_code}|${sameSpelling(name)}`
}

/** Returns a function that gives the legacy province of a ward: that of most legacy wards which became it. */
function homeOf({ legacy_wards, legacy_districts }: LegacyTree) {
  const province_of = new Map(legacy_districts.map((one) => [one.district_id, one.legacy_code]))
  const votes = new Map<string, string[]>()
  for (const { district_id, ward_codes, is_former } of legacy_wards) {
    const legacy_code = province_of.get(district_id) ?? ''
    // Wards that were dissolved earlier count only where nothing else is known.
    const weight = is_former ? 1 : 100
    for (const code of ward_codes) {
      const list = votes.get(code) ?? []
      for (let vote = 0; vote < weight; vote++) list.push(legacy_code)
      votes.set(code, list)
    }
  }
  return (ward_code: string): string => {
    const list = votes.get(ward_code)
    if (!list) throw new RangeError(`no legacy ward became ${ward_code}`)
    return mostFrequent(list)
  }
}
