import type { ShopStock } from '#contracts/storefront/locations.ts'

/** A shop that has the chosen colour, with what a shopper needs to go or to call there. */
export interface StockedShop {
  id: number
  name: string
  address: string
  time_opening: string
  phone: string
  map_link: string | null
  is_few_left: boolean
}

/** Picks the shown fields of a shop. A map link that is not https is dropped. */
export function stockedShop({ shop, level }: ShopStock): StockedShop {
  const { id, name, address, time_opening, phone } = shop
  const link = shop.google_link ?? shop.google_map_address
  const map_link = link?.startsWith('https://') ? link : null
  return { id, name, address, time_opening, phone, map_link, is_few_left: level === 'few_left' }
}
