import type { ShopStock } from '#contracts/storefront/locations.ts'

/** A shop that has the chosen colour, with what a shopper needs to go or to call there. */
export interface StockedShop {
  id: number
  name: string
  address: string
  district: string
  latitude: number | null
  longitude: number | null
  time_opening: string
  phone: string
  map_link: string | null
  is_few_left: boolean
}

/** Picks the shown fields of a shop. A map link that is not https is dropped. */
export function stockedShop({ shop, level }: ShopStock): StockedShop {
  const { id, name, address, time_opening, phone, latitude, longitude } = shop
  const district = shop.district.Name
  const link = shop.google_link ?? shop.google_map_address
  const map_link = link?.startsWith('https://') ? link : null
  const place = { address, district, latitude, longitude, map_link }
  return { id, name, ...place, time_opening, phone, is_few_left: level === 'few_left' }
}
