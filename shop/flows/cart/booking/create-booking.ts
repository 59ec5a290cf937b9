import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { booking as contract, type Booking, booking_rules } from '#contracts/storefront/booking.ts'
import type { Database, Tx } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { transaction } from '#platform/database/postgres.ts'
import type { Log } from '#platform/observe/log.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import { type Caller, InvalidInput } from '#pure/contract.ts'
import type { CustomerId } from '#pure/ids.ts'
import { day_ms } from '#pure/vietnam-time.ts'
import { withoutLinks } from '#pure/without-links.ts'
import {
  countOfPhone,
  findBooking,
  findByKey,
  findSameBooking,
  insertBooking,
  lockKey,
  lockPhone,
  type NewLine,
  type WhichBooking,
} from '#shop/booking/booking-store.ts'
import { slotsFrom } from '#shop/booking/booking-times.ts'
import { insertBookingSlots, makeSlots, takeSlots } from '#shop/booking/slot-store.ts'
import { insertMailChoice } from '#shop/consent/consent-store.ts'
import { nextFree, refuseUnofferedTime, wantedAt } from '#shop/flows/cart/booking/offered-slots.ts'
import { notifyOfBooking } from '#shop/flows/cart/booking/notify-of-booking.ts'
import { deleteServices, findServiceLines } from '#shop/flows/cart/service-lines-store.ts'
import { dayCode } from '#shop/order/order.ts'
import { nameProblem } from '#shop/quote/address-letters.ts'
import { listRepairItems } from '#shop/repair/repair-store.ts'

export interface BookingDeps {
  db: Database
  now: Now
  log: Log
}

type Input = z.output<typeof contract.createBooking.input>

/** After so many appointments to which nobody came in half a year, a phone has one open booking at most. */
const forgiven_no_shows = 2
const remembered_days = 180

/**
 * Books a time at a shop (contract §7 POST /v1/booking, decision 218). Two bookings for the last place: the slots are
 * taken under their locks, so one wins, and the other is offered the next free times.
 */
export async function createBooking(
  { db, now, log }: BookingDeps,
  { customer_id }: Caller,
  input: Input,
): Promise<Booking> {
  const { refuse } = contract.createBooking
  const asked_at = now()
  const key = input.idempotency_key ?? null
  // Before anything else is read: the first call has emptied the cart, and the shop may have changed since.
  const made = key === null ? null : await findByKey(db, customer_id, key)
  if (made !== null) return shownBooking(db, { customer_id, code: made }, asked_at)
  const contact = checkedContact(input)
  const lines = await bookedLines(db, input.item_id ?? (await selectedServices(db, customer_id)))
  const shop_id = input.erp_shop_id
  const wanted = await wantedAt(db, shop_id, lines)
  const starts_at = input.booking_date
  const new_booking = {
    code: dayCode('LH', asked_at),
    secret: randomBytes(20).toString('hex'),
    customer_id,
    idempotency_key: key,
    ...{ shop_id, starts_at, half_hours: wanted.half_hours, ...contact },
    promotion_announcement: input.promotion_announcement,
    total: totalOf(lines),
    created_at: asked_at,
  }
  const slots = slotsFrom(starts_at, wanted.needs)
  // A repeated call is answered even if its time is not offered any more.
  const code = await findSameBooking(db, new_booking, lines)
  if (code !== null) return shownBooking(db, { customer_id, code }, asked_at)
  refuseHigherPrice(input.total_seen, new_booking.total)
  await refuseUnofferedTime(db, wanted, starts_at, asked_at)
  await makeSlots(db, shop_id, slots)
  const outcome = await transaction(db, async (tx) => {
    if (key !== null) await lockKey(tx, customer_id, key)
    await lockPhone(tx, contact.phone)
    const same = await findSameBooking(tx, new_booking, lines)
    if (same !== null) return { code: same, is_new: false }
    await refuseTooMany(tx, contact.phone, asked_at)
    if (!(await takeSlots(tx, shop_id, slots))) return null
    const booking_id = await insertBooking(tx, new_booking, lines)
    await insertBookingSlots(tx, { booking_id, shop_id }, slots)
    const is_granted = new_booking.promotion_announcement && new_booking.email !== null
    const chosen = { customer_id, is_granted, place: 'booking', chosen_at: asked_at } as const
    await insertMailChoice(tx, chosen)
    await notifyOfBooking(tx, booking_id, 'booking_made', asked_at)
    const booked = lines.map(({ item_id, quantity }) => ({ item_id, quantity }))
    await deleteServices(tx, customer_id, booked)
    return { code: new_booking.code, is_new: true }
  })
  if (outcome === null) throw refuse('slot_full', await nextFree(db, wanted, starts_at, asked_at))
  if (outcome.is_new) log.info({ booking: outcome.code, shop_id }, 'a visit was booked')
  return shownBooking(db, { customer_id, code: outcome.code }, asked_at)
}

/** The contact, as it is stored. */
function checkedContact(input: Input) {
  const { e164, problem } = readMobile(input.customer_phone)
  const email = input.customer_mail || null
  const problems = {
    customer_name: nameProblem(input.customer_name),
    customer_phone: problem,
    customer_mail:
      email === null || z.email().safeParse(email).success
        ? null
        : 'Email không đúng. Ví dụ: ten@gmail.com.',
  }
  const found = Object.entries(problems).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  if (e164 === null || found.length > 0) throw new InvalidInput(Object.fromEntries(found))
  const notes = withoutLinks(input.customer_notes ?? '').trim() || null
  return { name: withoutLinks(input.customer_name), phone: e164, email, notes }
}

/** The services that are selected in the cart, each as often as it is wanted. */
async function selectedServices(db: Database, customer_id: CustomerId): Promise<number[]> {
  const lines = await findServiceLines(db, customer_id)
  return lines
    .filter(({ is_selected }) => is_selected)
    .flatMap(({ item_id, item_quantity }) => Array.from({ length: item_quantity }, () => item_id))
}

/** The services with today's prices. An id that is named twice is one line of two. */
export async function bookedLines(db: Database, item_ids: readonly number[]): Promise<NewLine[]> {
  const wanted = new Set(item_ids)
  const items = await listRepairItems(db, [...wanted])
  if (items.length === 0 || items.length < wanted.size) {
    throw contract.createBooking.refuse('service_not_found')
  }
  return items.map(({ item_id, service_name, label, skill, minutes, price, warranty_months }) => ({
    ...{ item_id, skill, minutes, price, warranty_months },
    quantity: item_ids.filter((id) => id === item_id).length,
    name: `${service_name} - ${label}`,
  }))
}

export function totalOf(lines: readonly NewLine[]): number {
  return lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
}

/** A price that rose since the page was shown is not booked unseen; a lower one is what the shopper gets. */
function refuseHigherPrice(previous_total: number | undefined, total: number): void {
  if (previous_total === undefined || total <= previous_total) return
  throw contract.createBooking.refuse('price_changed', { previous_total, total })
}

async function refuseTooMany(tx: Tx, phone: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - remembered_days * day_ms)
  const { open, no_shows } = await countOfPhone(tx, phone, { now, since })
  const max = no_shows > forgiven_no_shows ? 1 : booking_rules.max_open
  if (open >= max) throw contract.createBooking.refuse('too_many_bookings', { max })
}

/** A booking as its shopper sees it; refuses one that is not theirs. */
export async function shownBooking(db: Database, which: WhichBooking, now: Date): Promise<Booking> {
  const found = await findBooking(db, which, now)
  if (found === null) throw contract.getBooking.refuse('booking_not_found')
  return found
}
