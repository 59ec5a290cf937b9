import { bareSpelling, sameSpelling } from '#db/addresses/names.ts'
import { mostFrequent } from '#db/addresses/most-frequent.ts'
import type { SourceMapping, Sources, Units } from '#db/addresses/sources.ts'

export type LegacyTree = Pick<Units, 'legacy_provinces' | 'legacy_districts' | 'legacy_wards'>
type LegacyWard = Units['legacy_wards'][number]
type Successor = (row: SourceMapping) => string | null

/** A district of 2025-06-30 while its wards are gathered. */
interface District {
  district_id: number
  legacy_code: string
  name: string
  province_name: string
  wards: LegacyWard[]
}

/** The one old ward that the package leaves out; with it there are the 10,035 of 2025-06-30. */
const forgotten: SourceMapping = {
  old_ward_code: '23938',
  old_ward_name: 'Xã Ia Mơ',
  old_district_name: 'Huyện Chư Prông',
  old_province_name: 'Tỉnh Gia Lai',
  new_ward_code: '23938',
  new_ward_name: 'Xã Ia Mơ',
  new_province_name: 'Gia Lai',
}

const first_number_of_ours = { district: 1_001, ward: 100_001 }

/**
 * Provinces, districts and wards as they were on 2025-06-30 (63 / 696 / 10,035), with the wards that
 * were dissolved in the years before and are still written on envelopes.
 */
export function legacyTree(sources: Sources, successor: Successor): LegacyTree {
  const coded = [...sources.mappings.filter((row) => row.old_ward_code), forgotten]
  const districts = districtsOf(sources, coded)
  for (const row of coded) {
    const district = districts.get(districtKey(row))
    const ward_code = successor(row)
    if (!district || !ward_code) throw new RangeError(`${row.old_ward_code} leads nowhere`)
    district.wards.push({
      legacy_ward_id: Number(row.old_ward_code),
      district_id: district.district_id,
      name: cleanName(row.old_ward_name ?? ''),
      is_former: false,
      ward_codes: [ward_code],
    })
  }
  addIslands(sources, districts, successor)
  addUncoded(sources, districts, successor)
  addRenamed(sources, districts)
  return asRows(sources, [...districts.values()])
}

/** Districts by the names of 2025-06-30, under the state's codes as far as 2021 knew them. */
function districtsOf(sources: Sources, coded: readonly SourceMapping[]): Map<string, District> {
  const former = new Map(sources.former_wards.map((ward) => [ward.code, ward]))
  const groups = Map.groupBy(coded, districtKey)
  const drafts = [...groups].map(([key, rows]) => {
    const wards = rows.flatMap((row) => former.get(row.old_ward_code ?? '') ?? [])
    const name = rows[0]?.old_district_name ?? ''
    const legacy_code = mostFrequent(wards.map((ward) => ward.provinceCode))
    const namesake = sources.former_districts.find(
      (one) => one.provinceCode === legacy_code && sameSpelling(one.name) === sameSpelling(name),
    )
    const most = mostFrequent(wards.map((ward) => ward.districtCode))
    const province_name = rows[0]?.old_province_name ?? ''
    return { key, name, legacy_code, province_name, code: namesake?.code, most, size: wards.length }
  })
  const taken = new Set(drafts.flatMap(({ code }) => code ?? []))
  const found = new Map<string, District>()
  let next = first_number_of_ours.district
  // A district with a new name goes on under the code of most of its wards; one that was split off
  // has none that we know, and gets a number of ours.
  for (const draft of drafts.toSorted((a, b) => b.size - a.size || (a.key < b.key ? -1 : 1))) {
    const { key, name, legacy_code, province_name, most } = draft
    const code = draft.code ?? (taken.has(most) ? null : most)
    if (code !== null) taken.add(code)
    const district_id = code === null ? next++ : Number(code)
    found.set(key, { district_id, legacy_code, name: cleanName(name), province_name, wards: [] })
  }
  return found
}

/** Five island districts had no wards: the whole of each became a special zone. */
function addIslands(sources: Sources, districts: Map<string, District>, successor: Successor) {
  for (const row of sources.mappings.filter((one) => one.old_ward_code === '')) {
    const island = row.new_ward_name.replace('Đặc khu ', '')
    const old = sources.former_districts.find((one) => one.name.endsWith(` ${island}`))
    const ward_code = successor(row)
    if (!old || !ward_code) throw new RangeError(`no island district for ${row.new_ward_name}`)
    const district_id = Number(old.code)
    const name = cleanName(old.name)
    districts.set(`${old.provinceName}|${old.name}`, {
      district_id,
      legacy_code: old.provinceCode,
      name,
      province_name: old.provinceName,
      wards: [
        {
          legacy_ward_id: Number(ward_code),
          district_id,
          name: `Toàn ${name.replace(/^H/, 'h')}`,
          is_former: false,
          ward_codes: [ward_code],
        },
      ],
    })
  }
}

/**
 * Rows without an old code: by name they tell a second successor of a ward that was split, or where
 * a ward went that had been dissolved earlier.
 */
function addUncoded(sources: Sources, districts: Map<string, District>, successor: Successor) {
  const place = districtFinder(sources, districts)
  for (const row of sources.mappings.filter((one) => one.old_ward_code === null)) {
    const district = place(row.old_province_name ?? '', row.old_district_name ?? '')
    if (!district) throw new RangeError(`no district ${row.old_district_name} of before`)
    const ward_code = successor(row)
    if (ward_code !== null) addSuccessor(district, cleanName(row.old_ward_name ?? ''), ward_code)
  }
}

function addSuccessor(district: District, name: string, ward_code: string): void {
  const known =
    district.wards.find((ward) => sameSpelling(ward.name) === sameSpelling(name)) ??
    district.wards.find((ward) => bareSpelling(ward.name) === bareSpelling(name))
  if (!known) {
    const { district_id } = district
    district.wards.push({
      legacy_ward_id: 0,
      district_id,
      name,
      is_former: true,
      ward_codes: [ward_code],
    })
  } else if (!known.ward_codes.includes(ward_code)) known.ward_codes.push(ward_code)
}

/** Names of 2021 that went away while their code lived on: they lead where the code leads. */
function addRenamed(sources: Sources, districts: Map<string, District>) {
  const by_code = new Map<number, { district: District; ward: LegacyWard }>()
  for (const district of districts.values()) {
    for (const ward of district.wards) by_code.set(ward.legacy_ward_id, { district, ward })
  }
  for (const former of sources.former_wards) {
    const now = by_code.get(Number(former.code))
    if (!now || now.ward.is_former) continue
    const name = cleanName(former.name)
    const isKnown = now.district.wards.some(
      (ward) => bareSpelling(ward.name) === bareSpelling(name),
    )
    if (isKnown) continue
    const { district_id } = now.district
    const ward_codes = [...now.ward.ward_codes]
    now.district.wards.push({ legacy_ward_id: 0, district_id, name, is_former: true, ward_codes })
  }
}

/** A district by the name of 2025, else by its name of 2021 through the wards it had. */
function districtFinder({ former_wards }: Sources, districts: Map<string, District>) {
  const now_of = new Map<string, string[]>()
  const key_of_ward = new Map<number, string>()
  for (const [key, district] of districts) {
    for (const ward of district.wards) key_of_ward.set(ward.legacy_ward_id, key)
  }
  for (const ward of former_wards) {
    const key = key_of_ward.get(Number(ward.code))
    if (key === undefined) continue
    const name = spelledDistrict(ward.provinceName, ward.districtName)
    now_of.set(name, [...(now_of.get(name) ?? []), key])
  }
  const by_name = new Map(
    [...districts].map(([key, one]) => [spelledDistrict(one.province_name, one.name), key]),
  )
  return (province: string, name: string): District | undefined => {
    const spelled = spelledDistrict(province, name)
    return districts.get(by_name.get(spelled) ?? mostFrequent(now_of.get(spelled) ?? []))
  }
}

function asRows({ former_wards }: Sources, districts: readonly District[]): LegacyTree {
  const used = new Set(districts.flatMap((one) => one.wards.map((ward) => ward.legacy_ward_id)))
  const by_number = districts.toSorted((a, b) => a.district_id - b.district_id)
  let next = first_number_of_ours.ward
  for (const ward of by_number.flatMap((district) => district.wards)) {
    if (ward.legacy_ward_id !== 0) continue
    const same = former_wards.find(
      (one) =>
        Number(one.districtCode) === ward.district_id &&
        sameSpelling(one.name) === sameSpelling(ward.name) &&
        !used.has(Number(one.code)),
    )
    ward.legacy_ward_id = same ? Number(same.code) : next++
    used.add(ward.legacy_ward_id)
  }
  const provinces = new Map(districts.map((one) => [one.legacy_code, one.province_name]))
  return {
    legacy_provinces: [...provinces]
      .map(([legacy_code, name]) => ({ legacy_code, name: cleanName(name) }))
      .toSorted((a, b) => (a.legacy_code < b.legacy_code ? -1 : 1)),
    legacy_districts: by_number.map(({ district_id, legacy_code, name }) => ({
      district_id,
      legacy_code,
      name,
    })),
    legacy_wards: by_number
      .flatMap((district) => district.wards)
      .toSorted((a, b) => a.legacy_ward_id - b.legacy_ward_id),
  }
}

function districtKey(row: SourceMapping): string {
  return `${row.old_province_name}|${row.old_district_name}`
}

function spelledDistrict(province: string, district: string): string {
  return `${sameSpelling(province)}|${sameSpelling(district)}`
}

/** "Phường 07" is printed "Phường 7"; blanks and letters in one form. */
function cleanName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/ 0+(?=\d)/, ' ')
    .trim()
}
