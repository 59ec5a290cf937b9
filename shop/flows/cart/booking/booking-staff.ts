import { bookings as contract } from '#contracts/staff/orders/bookings.ts'
import { tickets } from '#contracts/staff/orders/tickets.ts'
import type { Database } from '#db/schema.ts'
import { covers, mayCall, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { hoursOf } from '#pure/formats/opening-hours.ts'
import { day_ms, formatTime, startOfDay, vietnamDay } from '#pure/vietnam-time.ts'
import { endBooking } from '#shop/booking/booking-store.ts'
import { any_skill, closedOn, half_hour_ms, startsOf } from '#shop/booking/booking-times.ts'
import { findBookingShop, listSlots, techniciansFor } from '#shop/booking/slot-store.ts'
import { moveBooking } from '#shop/flows/cart/booking/change-booking.ts'
import {
  listBookingsOfDay,
  listWaits,
  listBookingShops,
  lockBookingInReach,
} from '#shop/flows/cart/booking/booking-staff-store.ts'
import {
  bookForCustomer,
  readBookingForm,
  readBookingSlip,
} from '#shop/flows/cart/booking/book-for-customer.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { storedCode } from '#shop/order/order.ts'

const remembered_days = 180

/** The appointments of a day at a shop, for staff (decision 218). */
export function bookingStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now } = deps
  return {
    bookingsOfDay: async (actor, { shop_id: asked, day: asked_day }) => {
      const shops = await listBookingShops(db, reachOf(contract.bookingsOfDay, actor))
      const shop = shops.find(({ shop_id }) => shop_id === asked) ?? shops[0]
      const day = asked_day ?? vietnamDay(now())
      const may_receive = mayCall(contract.receiveBooking, actor)
      const may_create = mayCall(contract.createBooking, actor)
      const may_open_ticket = mayCall(tickets.receiveTicket, actor)
      const may = { may_receive, may_create, may_open_ticket }
      const about = { shops, shop_id: shop?.shop_id ?? null, day, ...may }
      if (shop === undefined)
        return { ...about, closed: null, skills: [], slots: [], rows: [], waits: [] }
      return { ...about, ...(await shownDay(db, shop.shop_id, day, now())) }
    },
    bookingForm: (actor, input) => readBookingForm(deps, actor, input),
    createBooking: (actor, input) => bookForCustomer(deps, actor, input),
    bookingSlip: (actor, { code }) => readBookingSlip(deps, actor, code),
    receiveBooking: async (actor, { code }) => {
      await end(deps, actor, code, 'received')
      return {}
    },
    moveBooking: async (actor, { code: typed, ...to }) => {
      const code = storedCode(typed)
      const reach = reachOf(contract.moveBooking, actor)
      const is_reached =
        to.erp_shop_id === undefined ||
        covers(contract.moveBooking, actor, { shop_id: to.erp_shop_id })
      if (!is_reached) throw contract.moveBooking.refuse('shop_takes_no_bookings')
      await moveBooking(deps, { code, reach }, to, {
        write: (work) => deps.write({ actor, operation: 'bookings.moveBooking' }, work),
        is_counted: false,
      })
      return {}
    },
    missBooking: async (actor, { code }) => {
      await end(deps, actor, code, 'no_show')
      return {}
    },
  }
}

async function shownDay(db: Database, shop_id: number, day: string, now: Date) {
  const from = startOfDay(day)
  const until = new Date(from.getTime() + day_ms)
  const since = new Date(now.getTime() - remembered_days * day_ms)
  const [shop, booked, taken, waits] = await Promise.all([
    findBookingShop(db, shop_id),
    listBookingsOfDay(db, { shop_id, from, until, since }),
    listSlots(db, { shop_id, from, until }),
    listWaits(db, { shop_id, from, until }),
  ])
  const rows = booked.map(({ half_hours, ...booking }) => ({
    ...booking,
    phone: maskedPhone(booking.phone),
    starts_at: booking.starts_at.toISOString(),
    ends_at: new Date(booking.starts_at.getTime() + half_hours * half_hour_ms).toISOString(),
  }))
  const hours = shop === null ? null : hoursOf(shop.time_opening)
  if (shop === null || hours === null) return { closed: null, skills: [], slots: [], rows, waits }
  const others = [...Object.keys(shop.technicians), ...taken.map(({ skill }) => skill)]
  const skills = [any_skill, ...new Set(others.filter((skill) => skill !== any_skill).toSorted())]
  const slots = startsOf(day, hours, 1).map((starts_at) => ({
    time: formatTime(starts_at),
    places: skills.map((skill) => {
      const slot = taken.find(
        (one) => one.skill === skill && one.starts_at.getTime() === starts_at.getTime(),
      )
      const capacity = slot?.capacity ?? techniciansFor(shop, { skill, starts_at })
      return { taken: slot?.taken ?? 0, capacity }
    }),
  }))
  return { closed: closedOn(day, shop.closed_days), skills, slots, rows, waits }
}

/** Notes what became of an appointment. Its slots stay taken: their time has come. */
async function end(
  { now, log, write }: StaffFlowDeps,
  actor: StaffActor,
  typed: string,
  state: 'received' | 'no_show',
): Promise<void> {
  const code = storedCode(typed)
  const is_received = state === 'received'
  const operation = is_received ? contract.receiveBooking : contract.missBooking
  const name = is_received ? 'bookings.receiveBooking' : 'bookings.missBooking'
  await write({ actor, operation: name }, async (tx) => {
    const booking = await lockBookingInReach(tx, code, reachOf(operation, actor))
    if (booking === null) throw contract.missBooking.refuse('booking_not_found')
    if (booking.state !== 'booked') {
      throw contract.missBooking.refuse('booking_closed', { state: booking.state })
    }
    if (!is_received && booking.starts_at > now())
      throw contract.missBooking.refuse('booking_not_due')
    await endBooking(tx, booking.booking_id, state, now())
  })
  log.info({ booking: code, state, staff_id: actor.staff_id }, 'a booking has ended')
}
