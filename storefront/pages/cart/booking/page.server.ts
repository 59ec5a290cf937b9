import {
  booking as contract,
  type Booking,
  type BookingDay,
} from '#contracts/storefront/booking.ts'
import type { CartItem } from '#contracts/storefront/cart.ts'
import { isRefusal, Refusal } from '#pure/contract.ts'
import { item_types } from '#pure/formats/item-types.ts'
import { bookedUrl } from '#storefront/addresses/booking-links.ts'
import { chosenDay, withPressedTime } from '#storefront/commerce/booking/read-time.ts'
import { type TabCounts, tabCounts } from '#storefront/pages/cart/cart-tab-counts.ts'
import { notFound, type PersonalContext, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

/** The services in the cart, and how many lines each type of cart has. */
export interface ServiceCart {
  lines: CartItem[]
  counts: TabCounts
}

export type CartBookingData =
  | { kind: 'cart'; cart: ServiceCart }
  | ({ kind: 'booked' } & BookedData)

export interface BookedData {
  booking: Booking
  /** It was opened by its link, perhaps not by its owner. */
  is_linked: boolean
  /** The shopper pressed "Đổi lịch": the days and times, and the day that is shown. */
  move: { days: BookingDay[]; day: BookingDay | null } | null
  /** The shopper pressed "Đổi lịch", and the shop takes no bookings any more. */
  cannot_move: boolean
  /** The shopper pressed "Hủy lịch" and is asked to confirm. */
  asks_to_cancel: boolean
}

/**
 * /cart/booking: the services in the cart. With code and key: the caller's own booking, or that of a link in any
 * browser. A foreign code, an unknown code and a wrong key all answer 404.
 */
export const page = personalPage<CartBookingData>({
  loader: async ({ services, caller, url, province_id }) => {
    const query = url.searchParams
    if (!query.has('code')) {
      const { items } = await services.cart.getCart(caller, { province_id })
      const lines = items.filter(({ item_type }) => item_type === item_types.booking)
      return { kind: 'cart', cart: { lines, counts: tabCounts(items) } }
    }
    const input = contract.getBooking.input.safeParse({
      code: query.get('code') ?? '',
      secret: query.get('key') ?? undefined,
    })
    if (!input.success) return notFound
    const is_linked = input.data.secret !== undefined
    const asker = is_linked ? null : caller
    try {
      const booking = await services.booking.getBooking(asker, input.data)
      const asks_to_move = booking.is_open && query.has('doi')
      const days = asks_to_move ? await daysToMoveTo(services, asker, input.data) : null
      return {
        kind: 'booked',
        ...{ booking, is_linked },
        move: days && { days, day: chosenDay(days, query.get('ngay')) },
        cannot_move: asks_to_move && days === null,
        asks_to_cancel: booking.is_open && query.has('huy'),
      }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'booking_not_found') return notFound
      throw error
    }
  },
  actions: { move, cancel },
})

/** The days to which a booking can be moved; null: its shop takes no bookings any more. */
async function daysToMoveTo(
  { booking }: PersonalContext['services'],
  asker: PersonalContext['caller'] | null,
  which: { code: string; secret?: string | undefined },
): Promise<BookingDay[] | null> {
  try {
    return (await booking.bookingMoves(asker, which)).days
  } catch (error) {
    if (isRefusal(error, contract.bookingMoves, 'shop_takes_no_bookings')) return null
    throw error
  }
}

/** Moves the booking, for its owner or for anybody with its link (`secret` in the form). */
async function move({ services, caller }: PersonalContext, form: FormData) {
  const input = readForm(contract.moveBooking.input, withPressedTime(form))
  const { secret } = input
  const { code } = await services.booking.moveBooking(secret === undefined ? caller : null, input)
  return { redirect: bookedUrl(code, secret) }
}

async function cancel({ services, caller }: PersonalContext, form: FormData) {
  const input = readForm(contract.cancelBooking.input, form)
  const { secret } = input
  const { code } = await services.booking.cancelBooking(secret === undefined ? caller : null, input)
  return { redirect: bookedUrl(code, secret) }
}
