import { bareSpelling, sameSpelling } from '#db/addresses/names.ts'
import { mostFrequent } from '#db/addresses/most-frequent.ts'
import type { SourceMapping, Sources, Units } from '#db/addresses/sources.ts'

export type LegacyTree = Pick<Units, 'legacy_provinces' | 'legacy_districts' | 'legacy_wards'>
type LegacyWard = Units['legacy_wards'][number]
type Successor = (row: SourceMapping) => string | null

/** A district of 2025-06-30 while its wards are collected. */
interface District {
  district_id: number
  legacy_code: string
  name: string
  province_name: string
  wards: LegacyWard[]
}

/** The only old ward that the package lacks. With it there are the 10,035 wards of 2025-06-30. */
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
 * Returns provinces, districts and wards as they were on 2025-06-30 (63 / 696 / 10,035). Wards that were
 * dissolved in the years before are included, because people still write them in addresses.
 */
export function legacyTree(sources: Sources, successor: Successor): LegacyTree {
  const coded = [...sources.mappings.filter((row) => row.old_ward_code), forgotten]
  const districts = districtsOf(sources, coded)
  for (const row of coded) {
    const district = districts.get(districtKey(row))
    const ward_code = successor(row)
    if (!district || !ward_code) throw new RangeError(`ward ${row.old_ward_code} has no successor`)
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

/** Returns the districts by their names of 2025-06-30, with the official codes of 2021 where one exists. */
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
    const max = mostFrequent(wards.map((ward) => ward.districtCode))
    const province_name = rows[0]?.old_province_name ?? ''
    return { key, name, legacy_code, province_name, code: namesake?.code, max, size: wards.length }
  })
  const taken = new Set(drafts.flatMap(({ code }) => code ?? []))
  const found = new Map<string, District>()
  let next = first_number_of_ours.district
  // A renamed district keeps the code of most of its wards. A district that was split off has no code
  // that we know and gets a number of our own.
  for (const draft of drafts.toSorted((a, b) => b.size - a.size || (a.key < b.key ? -1 : 1))) {
    const { key, name, legacy_code, province_name, max } = draft
    const code = draft.code ?? (taken.has(max) ? null : max)
    if (code !== null) taken.add(code)
    const district_id = code === null ? next++ : Number(code)
    found.set(key, { district_id, legacy_code, name: cleanName(name), province_name, wards: [] })
  }
  return found
}

/** Adds the five island districts without wards: each became a special zone as a whole. */
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
 * Adds the rows without an old code. By name they give a further successor of a ward that was split, or
 * the successor of a ward that had been dissolved earlier.
 */
function addUncoded(sources: Sources, districts: Map<string, District>, successor: Successor) {
  const findDistrict = districtFinder(sources, districts)
  for (const row of sources.mappings.filter((one) => one.old_ward_code === null)) {
    const district = findDistrict(row.old_province_name ?? '', row.old_district_name ?? '')
    if (!district) throw new RangeError(`no legacy district ${row.old_district_name}`)
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

/** Adds names of 2021 whose code continued under another name: they lead to the successors of that code. */
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

/** Finds a district by its name of 2025, else by its name of 2021 through the wards it had. */
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

/** Normalises blanks and letters; "Phường 07" becomes "Phường 7". */
function cleanName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/ 0+(?=\d)/, ' ')
    .trim()
}
