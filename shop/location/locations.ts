import type { LocatedShop, Shop } from '#contracts/storefront/locations.ts'
import type { CurrentProvinceOf } from '#shop/location/current-provinces.ts'
import { slugify } from '#pure/vietnamese/vietnamese-text.ts'

/** A shop as it is stored, with its province. */
export interface ShopRow extends Omit<Shop, 'id' | 'ward' | 'district' | 'province'> {
  shop_id: number
  ward_name: string
  district_name: string
  province_id: number
  province_name: string
  province_slug: string
  province_code: string
}

/** Up to this quantity a shop has "few left": a shopper should hurry or call first. */
const few = 3

/** Returns the stock level of a quantity. The quantity itself is not public. */
export function stockLevel(quantity: number): 'in_stock' | 'few_left' {
  return quantity <= few ? 'few_left' : 'in_stock'
}

/** Returns a shop in the shape of contract §3, with the three-level address used before 2025-07-01. */
function shopOf(row: ShopRow): Shop {
  const { ward_name, district_name } = row
  return {
    id: row.shop_id,
    external_id: row.external_id,
    code: row.code,
    name: row.name,
    company_id: row.company_id,
    address: row.address,
    time_opening: row.time_opening,
    phone: row.phone,
    image: row.image,
    gallery: row.gallery,
    ward: { Id: null, Name: ward_name, Code: null, slug: slugify(ward_name) },
    district: { Id: null, Name: district_name, Code: null, slug: slugify(district_name) },
    province: {
      Id: row.province_id,
      Name: row.province_name,
      Code: row.province_code,
      slug: row.province_slug,
    },
    zalo_link: row.zalo_link,
    google_link: row.google_link,
    google_map_address: row.google_map_address,
    shop_description: row.shop_description,
    note: row.note,
  }
}

/** A shop's row with its kinds and its position. */
export type LocatedRow = ShopRow & Pick<LocatedShop, 'kinds' | 'latitude' | 'longitude'>

export function locatedShopOf(row: LocatedRow, currentProvinceOf: CurrentProvinceOf): LocatedShop {
  const { kinds, latitude, longitude } = row
  const { province_id, name } = currentProvinceOf(row.province_id)
  const current_province = { province_id, name }
  return { ...shopOf(row), current_province, kinds, latitude, longitude }
}
