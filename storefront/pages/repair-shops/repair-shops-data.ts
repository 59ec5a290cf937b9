import type { ShopsData } from '#storefront/pages/shops/shops-data.ts'

export const repair_shops_title = 'Hệ thống sửa chữa'

/** A repair shop as the page shows it. */
export interface RepairShopRow {
  id: number
  code: string
  name: string
  address: string
  province: string
  time_opening: string
  /** "Đang mở cửa, đến 21:30"; null: its hours are not known. */
  open: { is_open: boolean; text: string } | null
  /** "Trống hôm nay: 10:30 · 11:00"; null: nobody is free until the end of tomorrow. */
  free: string | null
  phone: string
  image: string | null
  zalo_link: string | null
  /** How many services it can do at once, because it has the part or needs none. */
  service_count: number
  latitude: number | null
  longitude: number | null
}

export interface RepairShopsData extends Pick<
  ShopsData,
  'total' | 'provinces' | 'districts' | 'chosen'
> {
  shops: RepairShopRow[]
}
