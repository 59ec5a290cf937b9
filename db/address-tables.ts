interface OfficialProvince {
  province_code: string
  kind: 'tỉnh' | 'thành phố'
  name: string
}

interface OfficialWard {
  ward_id: number
  province_code: string
  legacy_code: string
  name: string
  search_text: string
}

interface LegacyProvince {
  legacy_code: string
  name: string
}

interface LegacyDistrict {
  district_id: number
  legacy_code: string
  name: string
}

interface LegacyWard {
  legacy_ward_id: number
  district_id: number
  is_former: boolean
  ward_ids: number[]
  name: string
  search_text: string
}

/** Official and former provinces, districts and wards. */
export interface AddressTables {
  legacy_district: LegacyDistrict
  legacy_province: LegacyProvince
  legacy_ward: LegacyWard
  official_province: OfficialProvince
  official_ward: OfficialWard
}
