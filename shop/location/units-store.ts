import { sql } from 'kysely'
import type {
  LegacyDistrict,
  LegacyProvince,
  LegacyWard,
  OfficialProvince,
  Ward,
} from '#contracts/storefront/units.ts'
import type { Database } from '#db/schema.ts'

/** The provinces in force by name, each with the retailer's provinces that it was made of. */
export async function listOfficialProvinces(db: Database): Promise<OfficialProvince[]> {
  const { rows } = await sql<OfficialProvince>`
    select official.province_code, official.name, official.kind,
      coalesce(array_agg(province.province_id order by province.position, province.province_id)
        filter (where province.province_id is not null), '{}') as province_ids
    from official_province official
    left join province on province.official_code = official.province_code
    group by official.province_code
    order by official.name collate vietnamese
  `.execute(db)
  return rows
}

export interface WardQuestion {
  /** Folded words, each of which a word of the name must begin with. */
  words: readonly string[]
  /** The same as it was typed: a name with just these accents comes first. */
  typed: string
  province_code: string | null
  province_id: number | null
  size: number
}

/** Wards in force whose name has the words; those that begin with them first. */
export async function listWards(db: Database, question: WardQuestion): Promise<Ward[]> {
  const { words, typed, province_code, province_id, size } = question
  // The first condition finds its rows by the index, the second holds words to their beginnings.
  const hasWords = words.map(
    (word) => sql`and ward.search_text like ${`%${word}%`}
      and ' ' || ward.search_text like ${`% ${word}%`}`,
  )
  const beginning = words.join(' ')
  const { rows } = await sql<Ward>`
    select ${ward_columns}
    from official_ward ward join official_province official using (province_code)
    where (${province_code}::text is null or ward.province_code = ${province_code}::text)
      and (${province_id}::integer is null or ward.legacy_code =
        (select legacy_code from province where province_id = ${province_id}::integer))
      ${sql.join(hasWords, sql` `)}
    order by position(lower(${typed}) in lower(ward.name)) = 0,
      position(${beginning} in ward.search_text) = 0,
      regexp_replace(ward.name, '^(Phường|Xã|Đặc khu) ', '') collate vietnamese, ward.ward_id
    limit ${size}
  `.execute(db)
  return rows
}

/** The 63 provinces of before by name. */
export async function listLegacyProvinces(db: Database): Promise<LegacyProvince[]> {
  const { rows } = await sql<LegacyProvince>`
    select legacy_code, name from legacy_province
    order by regexp_replace(name, '^(Tỉnh|Thành phố) ', '') collate vietnamese
  `.execute(db)
  return rows
}

/** Districts of a province of before: numbered ones in their order, then the others by name. */
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

/** Wards of a district of before with what became of them. */
export async function listLegacyWards(db: Database, district_id: number): Promise<LegacyWard[]> {
  const { rows } = await sql<LegacyWard>`
    select old.legacy_ward_id as ward_id, old.name, old.is_former, ${new_wards} as new_wards
    from legacy_ward old where old.district_id = ${district_id}
    order by substring(old.name from '\\d+$')::integer nulls last, old.name collate vietnamese,
      old.legacy_ward_id
  `.execute(db)
  return rows
}

/** A ward in force with the retailer's province of its place; null province_id: not served. */
export interface PlacedWard extends Ward {
  province_id: number | null
  dataset_version: string
}

/**
 * A ward in force. Its place is the retailer's province of the unit in which it lay before
 * 2025-07-01; a retailer that has no such province has one of the same official code (decision 040).
 */
export async function findWard(db: Database, ward_id: number): Promise<PlacedWard | null> {
  const { rows } = await sql<PlacedWard>`
    select ${ward_columns}, (select version from reference_data where name = 'addresses') as dataset_version,
      (select province_id from province
        where official_code = ward.province_code or legacy_code = ward.legacy_code
        order by legacy_code = ward.legacy_code desc, position, province_id limit 1) as province_id
    from official_ward ward join official_province official using (province_code)
    where ward.ward_id = ${ward_id}
  `.execute(db)
  return rows[0] ?? null
}

/** A ward of before in the words of then, and its successors. */
export interface OldWard {
  ward_name: string
  district_name: string
  province_name: string
  new_wards: Ward[]
}

/** A ward of before in its district; null when the district never had it. */
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
