import { sql } from 'kysely'
import type {
  LegacyDistrict,
  LegacyProvince,
  LegacyWard,
  OfficialProvince,
  Ward,
} from '#contracts/storefront/units.ts'
import type { Database } from '#db/schema.ts'

/** Returns the provinces in force by name, each with the retailer's provinces that it includes (decision 110). */
export async function listOfficialProvinces(db: Database): Promise<OfficialProvince[]> {
  const has_same_name = sql`province.name = official.name`
  const { rows } = await sql<OfficialProvince>`
    select official.province_code, official.name, official.kind,
      coalesce(array_agg(province.province_id
          order by ${has_same_name} desc, province.position, province.province_id)
        filter (where province.province_id is not null), '{}') as province_ids,
      coalesce((select array_agg(former.name order by former.name collate vietnamese)
        from (select regexp_replace(name, '^(Tỉnh|Thành phố) ', '') as name from legacy_province
          where legacy_code in (select legacy_code from official_ward ward
            where ward.province_code = official.province_code)) former
        where former.name <> official.name), '{}') as former_names,
      min(province.position) filter (where province.is_popular) as popular_position
    from official_province official
    left join province on province.official_code = official.province_code
    group by official.province_code
    order by official.name collate vietnamese
  `.execute(db)
  return rows
}

interface WardQuestion {
  /** Folded words: for each, a word of the name must begin with it. The kind of unit does not count. */
  words: readonly string[]
  /** The typed name with its accents: a name with the same accents comes first. */
  spelled: string
  /** The folded names that were typed: they come before names that only begin with the words. */
  names: readonly string[]
  province_code: string | null
  province_id: number | null
  size: number
}

/** Returns the wards in force whose name has the words; whole names come first, then those that begin with them. */
export async function listWards(db: Database, question: WardQuestion): Promise<Ward[]> {
  const { words, spelled, names, province_code, province_id, size } = question
  const bare_name = sql`regexp_replace(ward.search_text, '^(phuong|xa|dac khu) ', '')`
  // The first condition uses the index, the second requires matches at the beginning of words.
  const word_conditions = words.map(
    (word) => sql`and ward.search_text like ${`%${word}%`}
      and ' ' || ${bare_name} like ${`% ${word}%`}`,
  )
  const beginning = words.join(' ')
  const { rows } = await sql<Ward>`
    select ${ward_columns}
    from official_ward ward join official_province official using (province_code)
    where (${province_code}::text is null or ward.province_code = ${province_code}::text)
      and (${province_id}::integer is null or ward.legacy_code =
        (select legacy_code from province where province_id = ${province_id}::integer))
      ${sql.join(word_conditions, sql` `)}
    order by position(${spelled} in lower(ward.name)) = 0,
      ${bare_name} <> all(${names}::text[]),
      position(${beginning} in ${bare_name}) <> 1,
      regexp_replace(ward.name, '^(Phường|Xã|Đặc khu) ', '') collate vietnamese, ward.ward_id
    limit ${size}
  `.execute(db)
  return rows
}

/** Returns all wards of a province in force, by name. */
export async function listWardsOf(
  db: Database,
  province_code: string,
): Promise<{ ward_id: number; name: string }[]> {
  const { rows } = await sql<{ ward_id: number; name: string }>`
    select ward_id, name from official_ward where province_code = ${province_code}
    order by regexp_replace(name, '^(Phường|Xã|Đặc khu) ', '') collate vietnamese, ward_id
  `.execute(db)
  return rows
}

/** Returns the 63 legacy provinces by name. */
export async function listLegacyProvinces(db: Database): Promise<LegacyProvince[]> {
  const { rows } = await sql<LegacyProvince>`
    select legacy_code, name from legacy_province
    order by regexp_replace(name, '^(Tỉnh|Thành phố) ', '') collate vietnamese
  `.execute(db)
  return rows
}

/** Returns the districts of a legacy province: numbered ones in their order, then the others by name. */
export async function listLegacyDistricts(
  db: Database,
  legacy_code: string,
): Promise<LegacyDistrict[]> {
  const { rows } = await sql<LegacyDistrict>`
    select district_id, name from legacy_district where legacy_code = ${legacy_code}
    order by substring(name from '\\d+$')::integer nulls last, name collate vietnamese
  `.execute(db)
  return rows
}

/** Returns the wards of a legacy district with their successors. */
export async function listLegacyWards(db: Database, district_id: number): Promise<LegacyWard[]> {
  const { rows } = await sql<LegacyWard>`
    select old.legacy_ward_id as ward_id, old.name, old.is_former, ${new_wards} as new_wards
    from legacy_ward old where old.district_id = ${district_id}
    order by substring(old.name from '\\d+$')::integer nulls last, old.name collate vietnamese,
      old.legacy_ward_id
  `.execute(db)
  return rows
}

/** A ward in force with the retailer's province that it belongs to. If province_id is null, it is not served. */
export interface WardInForce extends Ward {
  province_id: number | null
  dataset_version: string
}

/**
 * Finds a ward in force. It belongs to the retailer's province in which it was before 2025-07-01, else to one
 * with the same official code (decision 040).
 */
export async function findWard(db: Database, ward_id: number): Promise<WardInForce | null> {
  const { rows } = await sql<WardInForce>`
    select ${ward_columns}, (select version from reference_data where name = 'addresses') as dataset_version,
      (select province_id from province
        where official_code = ward.province_code or legacy_code = ward.legacy_code
        order by legacy_code = ward.legacy_code desc, position, province_id limit 1) as province_id
    from official_ward ward join official_province official using (province_code)
    where ward.ward_id = ${ward_id}
  `.execute(db)
  return rows[0] ?? null
}

/** A legacy ward with its legacy names and its successors. */
interface OldWard {
  ward_name: string
  district_name: string
  province_name: string
  new_wards: Ward[]
}

/** Finds a legacy ward in its district; null if the district has no such ward. */
export async function findLegacyWard(
  db: Database,
  district_id: number,
  ward_id: number,
): Promise<OldWard | null> {
  const { rows } = await sql<OldWard>`
    select old.name as ward_name, district.name as district_name, province.name as province_name,
      ${new_wards} as new_wards
    from legacy_ward old
    join legacy_district district using (district_id)
    join legacy_province province using (legacy_code)
    where old.legacy_ward_id = ${ward_id} and old.district_id = ${district_id}
  `.execute(db)
  return rows[0] ?? null
}

export async function findProvince(
  db: Database,
  province_id: number,
): Promise<{ name: string; official_code: string } | null> {
  const { rows } = await sql<{ name: string; official_code: string }>`
    select name, official_code from province where province_id = ${province_id}
  `.execute(db)
  return rows[0] ?? null
}

const ward_columns = sql`
  ward.ward_id, ward.name, ward.province_code, official.name as province_name`

const new_wards = sql`
  (select jsonb_agg(jsonb_build_object('ward_id', ward.ward_id, 'name', ward.name,
      'province_code', ward.province_code, 'province_name', official.name)
      order by array_position(old.ward_ids, ward.ward_id))
    from official_ward ward join official_province official using (province_code)
    where ward.ward_id = any(old.ward_ids))`
