import { legacyTree, type LegacyTree } from '#db/addresses/legacy-tree.ts'
import { mostFrequent } from '#db/addresses/most-frequent.ts'
import { sameSpelling } from '#db/addresses/names.ts'
import type { SourceMapping, Sources, SourceWard, Units } from '#db/addresses/sources.ts'

/** Codes that the package has wrong: Ia Mơ got the code of Ia Mơ Nông, Ba Chẽ that of the old town. */
const corrected_codes: Readonly<Record<string, string>> = { '06970': '06978', '23737': '23938' }

/** Centrally-run cities. Đồng Nai since 2026-04-30 (30/2026/QH16). */
const city_codes = new Set(['01', '31', '46', '48', '75', '79', '92'])

/**
 * Makes the units of today and of before out of the two packages; every repair is
 * told in db/addresses/README.md. Throws where a repair finds no answer: a person has to look.
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
  const tree = legacyTree(sources, successorsBy(sources, wards))
  const home = homeOf(tree)
  return {
    provinces,
    wards: wards.map((ward) => ({ ...ward, legacy_code: home(ward.ward_code) })),
    ...tree,
  }
}

/**
 * The new ward's code of a mapping row, or null where the row makes no sense. 431 rows name a code
 * that does not exist and some a ward at the other end of the country: the ward is then the one of
 * that name in the province which the old one became.
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

/** The province of before in which a ward lies: that of most old wards which became it. */
function homeOf({ legacy_wards, legacy_districts }: LegacyTree) {
  const province_of = new Map(legacy_districts.map((one) => [one.district_id, one.legacy_code]))
  const votes = new Map<string, string[]>()
  for (const { district_id, ward_codes, is_former } of legacy_wards) {
    const legacy_code = province_of.get(district_id) ?? ''
    // What was dissolved long ago counts only where nothing else is known.
    const weight = is_former ? 1 : 100
    for (const code of ward_codes) {
      const list = votes.get(code) ?? []
      for (let vote = 0; vote < weight; vote++) list.push(legacy_code)
      votes.set(code, list)
    }
  }
  return (ward_code: string): string => {
    const list = votes.get(ward_code)
    if (!list) throw new RangeError(`no old ward became ${ward_code}`)
    return mostFrequent(list)
  }
}
