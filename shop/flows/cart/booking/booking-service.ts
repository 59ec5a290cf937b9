import { booking as contract } from '#contracts/storefront/booking.ts'
import type { Caller, Service } from '#pure/contract.ts'
import { findBookingId, listBookingsOf, listWork } from '#shop/booking/booking-store.ts'
import { type BookingDeps, totalOf } from '#shop/flows/cart/booking/book-visit.ts'
import {
  bookedLines,
  createBooking,
  shownBooking,
} from '#shop/flows/cart/booking/create-booking.ts'
import { cancelBooking, moveBooking } from '#shop/flows/cart/booking/change-booking.ts'
import { listSlotsOf } from '#shop/booking/slot-store.ts'
import { nextFreeTimes } from '#shop/flows/cart/booking/next-free-times.ts'
import { offeredDays, wantedAt } from '#shop/flows/cart/booking/offered-slots.ts'
import { listShopsWithParts } from '#shop/repair/repair-store.ts'
import { accessOf } from '#shop/order/record-access.ts'

/** Which one a shopper means: that of a link, or their own. */
const meant = (caller: Caller | null, named: { code: string; secret?: string | undefined }) =>
  accessOf(caller, named, () => contract.getBooking.refuse('booking_not_found'))

/** Appointments for repairs (contract §3, §7; decision 218). */
export function bookingService(deps: BookingDeps): Service<typeof contract> {
  const { db, now } = deps
  return {
    bookingSlots: async (_caller, { item_id, erp_shop_id }) => {
      const lines = await bookedLines(db, item_id)
      const shops_with_parts = await listShopsWithParts(db, lines)
      const offer = { lines, total: totalOf(lines), shops_with_parts }
      if (erp_shop_id === undefined) return { ...offer, days: [] }
      const wanted = await wantedAt(db, erp_shop_id, lines)
      return { ...offer, days: await offeredDays(db, wanted, now()) }
    },
    nextFreeTimes: () => nextFreeTimes(db, now()),
    createBooking: (caller, input) => createBooking(deps, caller, input),
    getBooking: (caller, input) => shownBooking(db, meant(caller, input), now()),
    bookingMoves: async (caller, input) => {
      const found = await findBookingId(db, meant(caller, input))
      if (found === null) throw contract.bookingMoves.refuse('booking_not_found')
      const work = await listWork(db, found.booking_id)
      const wanted = await wantedAt(db, input.erp_shop_id ?? found.shop_id, work)
      const own = await listSlotsOf(db, found.booking_id)
      return { days: await offeredDays(db, { ...wanted, own }, now()) }
    },
    moveBooking: (caller, input) => moveBooking(deps, meant(caller, input), input),
    cancelBooking: (caller, input) => cancelBooking(deps, meant(caller, input)),
    listBookings: ({ customer_id }) => listBookingsOf(db, customer_id, now()),
  }
}
