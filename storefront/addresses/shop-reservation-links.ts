import { booking_addresses } from '#storefront/addresses/booking.ts'
import { type Query, withQuery } from '#storefront/addresses/with-query.ts'

/** /dat-giu of a colour, with a province and a shop that are chosen. */
export function shopReservationUrl(
  item_id: number,
  chosen: { province_id?: number | undefined; shop_id?: number | undefined } = {},
): string {
  const { province_id, shop_id } = chosen
  return withQuery(`/dat-giu/${String(item_id)}`, { tinh: province_id, cua_hang: shop_id })
}

/** /cart/dat-giu of what was set aside. With its key it opens in any browser. */
export function reservedUrl(code: string, key?: string, more: Query = {}): string {
  return withQuery(booking_addresses.cartShopReservation.path, { code, key, ...more })
}
