import { type Query, withQuery } from '#storefront/addresses/with-query.ts'
import { booking_addresses } from '#storefront/addresses/booking.ts'

/** The calendar file of a booking. No page. */
export const booking_calendar_path = '/cart/booking/lich-hen.ics'

/** What is chosen on /dat-lich so far. */
interface BookingChoice {
  item_ids: readonly number[]
  province_id?: number | undefined
  shop_id?: number | undefined
  /** YYYY-MM-DD */
  day?: string | undefined
}

/** /dat-lich with these services, at this shop, on this day. */
export function bookingUrl({ item_ids, province_id, shop_id, day }: BookingChoice): string {
  const dich_vu = item_ids.length === 0 ? null : item_ids.join('.')
  const query = { dich_vu, tinh: province_id, cua_hang: shop_id, ngay: day }
  return withQuery(booking_addresses.booking.path, query)
}

/** /cart/booking of a booking. With its key it opens in any browser. */
export function bookedUrl(code: string, key?: string, more: Query = {}): string {
  return withQuery(booking_addresses.cartBooking.path, { code, key, ...more })
}

/** The page of a device in repair. With its key it opens in any browser. */
export function ticketUrl(code: string, key?: string, more: Query = {}): string {
  return withQuery(booking_addresses.repairTicket.path, { ma: code, key, ...more })
}

/** The calendar file of a booking. */
export function bookingCalendarUrl(code: string, key?: string): string {
  return withQuery(booking_calendar_path, { code, key })
}
