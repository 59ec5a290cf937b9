import type { ShopStock } from '#contracts/storefront/locations.ts'

/** A shop that has the chosen colour, with what a shopper needs to go or to call there. */
export interface ListedShop {
  id: number
  name: string
  address: string
  time_opening: string
  phone: string
  map_link: string | null
  is_few_left: boolean
}

/** Also with where it is, to filter and sort the shops. */
export interface StockedShop extends ListedShop {
  district: string
  latitude: number | null
  longitude: number | null
}

/** Picks the shown fields of a shop. A map link that is not https is dropped. */
export function listedShop({ shop, level }: ShopStock): ListedShop {
  const { id, name, address, time_opening, phone } = shop
  const link = shop.google_link ?? shop.google_map_address
  const map_link = link?.startsWith('https://') ? link : null
  return { id, name, address, map_link, time_opening, phone, is_few_left: level === 'few_left' }
}

export function stockedShop(stock: ShopStock): StockedShop {
  const { district, latitude, longitude } = stock.shop
  return { ...listedShop(stock), district: district.Name, latitude, longitude }
}
