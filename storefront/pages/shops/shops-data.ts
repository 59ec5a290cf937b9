import type { ShopKind } from '#contracts/storefront/locations.ts'

/** A shop as a shopper looks for it. */
export interface PlacedShop {
  id: number
  code: string
  name: string
  address: string
  ward: string
  district: string
  province: string
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
  /** Of the whole chain. */
  total: number
  /** Those that have shops. */
  provinces: { province_id: number; name: string; total: number }[]
  /** Of the chosen province. */
  districts: { name: string; slug: string; total: number }[]
  chosen: { province_id: number | null; province_name: string | null; district: string | null }
  shops: PlacedShop[]
}
