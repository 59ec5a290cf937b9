import type { ShopKind } from '#contracts/storefront/locations.ts'
import type { OfferedProvince } from '#storefront/commerce/province/offered-provinces.ts'

/** A shop with the fields that the page shows. */
export interface ListedShop {
  id: number
  code: string
  name: string
  address: string
  ward: string
  district: string
  /** Of the postal address. */
  province: string
  /** The province of today. */
  current_province: string
  time_opening: string
  phone: string
  image: string | null
  kinds: ShopKind[]
  zalo_link: string | null
  map_link: string | null
  latitude: number | null
  longitude: number | null
}

export interface ShopsData {
  /** Number of all shops. */
  total: number
  /** Provinces that have shops, with their number of shops. */
  provinces: OfferedProvince[]
  /** Districts of the chosen province, with their number of shops. */
  districts: { name: string; slug: string; total: number }[]
  chosen: { province_id: number | null; province_name: string | null; district: string | null }
  shops: ListedShop[]
}
