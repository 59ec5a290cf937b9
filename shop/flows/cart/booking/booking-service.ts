import { booking as contract } from '#contracts/storefront/booking.ts'
import type { Caller, Service } from '#pure/contract.ts'
import {
  findBookingId,
  listBookingsOf,
  listWork,
  type WhichBooking,
} from '#shop/booking/booking-store.ts'
import { type BookingDeps, totalOf } from '#shop/flows/cart/booking/book-visit.ts'
import {
  bookedLines,
  createBooking,
  shownBooking,
} from '#shop/flows/cart/booking/create-booking.ts'
import { cancelBooking, moveBooking } from '#shop/flows/cart/booking/change-booking.ts'
import { listSlotsOf } from '#shop/booking/slot-store.ts'
import { offeredDays, wantedAt } from '#shop/flows/cart/booking/offered-slots.ts'
import { listShopsWithParts } from '#shop/repair/repair-store.ts'
import { storedCode } from '#shop/order/order.ts'

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
    createBooking: (caller, input) => createBooking(deps, caller, input),
    getBooking: (caller, input) => shownBooking(db, whichOf(caller, input), now()),
    bookingMoves: async (caller, input) => {
      const found = await findBookingId(db, whichOf(caller, input))
      if (found === null) throw contract.bookingMoves.refuse('booking_not_found')
      const work = await listWork(db, found.booking_id)
      const wanted = await wantedAt(db, input.erp_shop_id ?? found.shop_id, work)
      const own = await listSlotsOf(db, found.booking_id)
      return { days: await offeredDays(db, { ...wanted, own }, now()) }
    },
    moveBooking: (caller, input) => moveBooking(deps, whichOf(caller, input), input),
    cancelBooking: (caller, input) => cancelBooking(deps, whichOf(caller, input)),
    listBookings: ({ customer_id }) => listBookingsOf(db, customer_id, now()),
  }
}

/** Which booking a shopper means: that of a link, or their own. */
function whichOf(
  caller: Caller | null,
  { code, secret }: { code: string; secret?: string | undefined },
): WhichBooking {
  const stored = storedCode(code)
  if (secret !== undefined) return { code: stored, secret }
  if (caller === null) throw contract.getBooking.refuse('booking_not_found')
  return { code: stored, customer_id: caller.customer_id }
}
