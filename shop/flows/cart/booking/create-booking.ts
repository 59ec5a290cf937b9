import type { z } from 'zod'
import { booking as contract, type Booking } from '#contracts/storefront/booking.ts'
import type { Database } from '#db/schema.ts'
import { transaction } from '#platform/database/postgres.ts'
import { type Caller } from '#pure/contract.ts'
import type { CustomerId } from '#pure/ids.ts'
import { withoutLinks } from '#pure/without-links.ts'
import {
  findBooking,
  findByKey,
  lockKey,
  type NewLine,
  type BookingAccess,
} from '#shop/booking/booking-store.ts'
import { insertMailChoice } from '#shop/consent/consent-store.ts'
import { type BookingDeps, bookVisit, type Visit } from '#shop/flows/cart/booking/book-visit.ts'
import { deleteServices, findServiceLines } from '#shop/flows/cart/service-lines-store.ts'
import { listRepairItems } from '#shop/repair/repair-store.ts'
import { checkedContact } from '#shop/quote/contact.ts'

type Input = z.output<typeof contract.createBooking.input>

/** Books a time at a shop for a shopper (contract §7 POST /v1/booking, decision 218). */
export async function createBooking(
  deps: BookingDeps,
  { customer_id }: Caller,
  input: Input,
): Promise<Booking> {
  const { db, now } = deps
  const asked_at = now()
  const key = input.idempotency_key ?? null
  // Before anything else is read: the first call has emptied the cart, and the shop may have changed since.
  const made = key === null ? null : await findByKey(db, customer_id, key)
  if (made !== null) return shownBooking(db, { customer_id, code: made }, asked_at)
  const contact = checkedVisitor(input)
  const lines = await bookedLines(db, input.item_id ?? (await selectedServices(db, customer_id)))
  const { promotion_announcement, total_seen } = input
  const visit: Visit = {
    ...{ customer_id, idempotency_key: key, shop_id: input.erp_shop_id, contact, lines },
    ...{ starts_at: input.booking_date, promotion_announcement, total_seen },
  }
  const code = await bookVisit(deps, visit, {
    write: (work) => transaction(db, work),
    prepare: async (tx) => {
      if (key !== null) await lockKey(tx, customer_id, key)
    },
    finish: async (tx) => {
      const is_granted = promotion_announcement && contact.email !== null
      const chosen = { customer_id, is_granted, place: 'booking', chosen_at: asked_at } as const
      await insertMailChoice(tx, chosen)
      const booked = lines.map(({ item_id, quantity }) => ({ item_id, quantity }))
      await deleteServices(tx, customer_id, booked)
    },
  })
  return shownBooking(db, { customer_id, code }, asked_at)
}

/** The contact and the notes, as they are stored. */
export function checkedVisitor(
  input: Pick<Input, 'customer_name' | 'customer_phone' | 'customer_mail' | 'customer_notes'>,
): Visit['contact'] {
  const notes = withoutLinks(input.customer_notes ?? '').trim() || null
  return { ...checkedContact(input), notes }
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

/** A booking as its shopper sees it; refuses one that is not theirs. */
export async function shownBooking(
  db: Database,
  which: BookingAccess,
  now: Date,
): Promise<Booking> {
  const found = await findBooking(db, which, now)
  if (found === null) throw contract.getBooking.refuse('booking_not_found')
  return found
}
