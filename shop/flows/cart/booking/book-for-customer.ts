import { bookings as contract } from '#contracts/staff/orders/bookings.ts'
import type { Database } from '#db/schema.ts'
import { qrPictureUrl } from '#platform/images/qr-picture.ts'
import { covers, reachOf } from '#pure/access.ts'
import { isRefusal, type Service, type StaffActor } from '#pure/contract.ts'
import { booking as shopperContract } from '#contracts/storefront/booking.ts'
import { findBooking, type NewLine } from '#shop/booking/booking-store.ts'
import { bookVisit, totalOf } from '#shop/flows/cart/booking/book-visit.ts'
import { listBookingShops } from '#shop/flows/cart/booking/booking-staff-store.ts'
import { bookedLines, checkedVisitor } from '#shop/flows/cart/booking/create-booking.ts'
import { offeredDays, wantedAt } from '#shop/flows/cart/booking/offered-slots.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { findMemberByPhone } from '#shop/identity/member-store.ts'
import { bookingLink } from '#shop/notification/templates/booking-templates.ts'
import { storedCode } from '#shop/order/order.ts'
import { listShopsWithParts } from '#shop/repair/repair-store.ts'
import { findServices } from '#shop/views/repair/ticket-list-store.ts'

/** Staff see who is free now: a visit may begin in the half hour that is running. */
const lead_minutes = -29

type Operations = Service<typeof contract>

/** What the form of a new appointment shows. */
export async function readBookingForm(
  { db, now }: StaffFlowDeps,
  actor: StaffActor,
  { shop_id: asked, q = '', item_ids }: Parameters<Operations['bookingForm']>[1],
): ReturnType<Operations['bookingForm']> {
  const shops = await listBookingShops(db, reachOf(contract.bookingForm, actor))
  const shop_id = (shops.find((one) => one.shop_id === asked) ?? shops[0])?.shop_id ?? null
  const lines = item_ids.length === 0 ? [] : await bookedLines(db, item_ids)
  const about = { shops, shop_id, lines, total: totalOf(lines) }
  const nothing = { found: [], has_parts: null, days: [], problem: null }
  if (shop_id === null) return { ...about, ...nothing }
  const words = q.split(' ').filter((word) => word !== '')
  const found = words.length === 0 ? [] : await findServices(db, { words, shop_id })
  if (lines.length === 0) return { ...about, ...nothing, found }
  const with_parts = await listShopsWithParts(db, lines)
  const has_parts = with_parts?.includes(shop_id) ?? null
  return { ...about, found, has_parts, ...(await timesOf(db, shop_id, lines, now())) }
}

async function timesOf(db: Database, shop_id: number, lines: readonly NewLine[], now: Date) {
  try {
    const wanted = await wantedAt(db, shop_id, lines)
    return { days: await offeredDays(db, { ...wanted, lead_minutes }, now), problem: null }
  } catch (error) {
    for (const problem of ['booking_too_long', 'shop_takes_no_bookings'] as const) {
      if (isRefusal(error, shopperContract.createBooking, problem)) return { days: [], problem }
    }
    throw error
  }
}

/** Books a visit for a customer on the phone or in the shop. A member finds it in their account. */
export async function bookForCustomer(
  deps: StaffFlowDeps,
  actor: StaffActor,
  input: Parameters<Operations['createBooking']>[1],
): Promise<{ code: string }> {
  const { db, write } = deps
  const { shop_id, item_ids, booking_date, name, phone, email, notes, total_seen } = input
  if (!covers(contract.createBooking, actor, { shop_id })) {
    throw contract.createBooking.refuse('shop_takes_no_bookings')
  }
  const contact = checkedVisitor({
    ...{ customer_name: name, customer_phone: phone, customer_mail: email, customer_notes: notes },
  })
  const lines = await bookedLines(db, item_ids)
  const member = await findMemberByPhone(db, contact.phone)
  const visit = {
    ...{ customer_id: member?.customer_id ?? null, idempotency_key: null, shop_id, lines, contact },
    ...{ starts_at: booking_date, promotion_announcement: false, total_seen },
  }
  const code = await bookVisit(deps, visit, {
    write: (work) => write({ actor, operation: 'bookings.createBooking' }, work),
    lead_minutes,
  })
  return { code }
}

/** The confirmation on paper. Its QR code opens the page of the appointment. */
export async function readBookingSlip(
  { db, now, public_url }: StaffFlowDeps,
  actor: StaffActor,
  code: string,
): ReturnType<Operations['bookingSlip']> {
  const reach = reachOf(contract.bookingSlip, actor)
  const found = await findBooking(db, { code: storedCode(code), reach }, now())
  if (found === null) throw contract.bookingSlip.refuse('booking_not_found')
  const { secret, ...booking } = found
  const link = bookingLink({ code: booking.code, secret }, { public_url })
  return { booking, customer_qr: qrPictureUrl(link) }
}
