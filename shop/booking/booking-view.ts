import type { Booking, BookingState } from '#contracts/storefront/booking.ts'
import { qrPictureUrl } from '#platform/images/qr-picture.ts'
import { directionsTo } from '#shop/location/directions.ts'
import { half_hour_ms } from '#shop/booking/booking-times.ts'
import { maskedEmail, maskedPhone } from '#shop/order/masked-contact.ts'

/** A booking as it is stored, with its shop and its lines. */
export interface BookingRow {
  code: string
  secret: string
  state: BookingState
  starts_at: Date
  half_hours: number
  total: number
  name: string
  phone: string
  email: string | null
  notes: string | null
  version: number
  shop: Omit<Booking['shop'], 'directions'> & { latitude: number | null; longitude: number | null }
  lines: Booking['lines']
}

/** A booking as its shopper sees it. */
export function bookingOf({ half_hours, shop, ...row }: BookingRow, now: Date): Booking {
  const { latitude, longitude, ...about_shop } = shop
  const { starts_at, state } = row
  return {
    ...row,
    qr: qrPictureUrl(row.code),
    starts_at: starts_at.toISOString(),
    ends_at: new Date(starts_at.getTime() + half_hours * half_hour_ms).toISOString(),
    phone: maskedPhone(row.phone),
    email: row.email === null ? null : maskedEmail(row.email),
    shop: {
      ...about_shop,
      directions: directionsTo({ latitude, longitude, address: shop.address }),
    },
    is_open: isOpen({ state, starts_at }, now),
  }
}

/** Whether the shopper can still move and cancel it: until its time comes. */
export function isOpen(
  { state, starts_at }: { state: BookingState; starts_at: Date },
  now: Date,
): boolean {
  return state === 'booked' && starts_at > now
}
