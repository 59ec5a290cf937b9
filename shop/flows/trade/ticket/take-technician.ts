import { tickets as contract } from '#contracts/staff/orders/tickets.ts'
import type { Database, Tx } from '#db/schema.ts'
import {
  any_skill,
  half_hour_ms,
  needsOf,
  type SlotKey,
  slotsFrom,
} from '#shop/booking/booking-times.ts'
import {
  findBookingShop,
  insertTicketSlots,
  makeSlots,
  takeSlots,
} from '#shop/booking/slot-store.ts'
import { nextFree } from '#shop/flows/cart/booking/offered-slots.ts'

/** A technician from the running half hour on, for somebody who walks in and waits. */
export interface Waiting {
  shop_id: number
  waits_minutes: number
  slots: readonly SlotKey[]
}

/** The half hours of a wait. Their rows are made here, outside of the transaction that takes them. */
export async function waitingFrom(
  db: Database,
  { shop_id, waits_minutes }: Pick<Waiting, 'shop_id' | 'waits_minutes'>,
  now: Date,
): Promise<Waiting | null> {
  if (waits_minutes === 0) return null
  const starts_at = new Date(Math.floor(now.getTime() / half_hour_ms) * half_hour_ms)
  const slots = slotsFrom(starts_at, needsFor(waits_minutes).needs)
  await makeSlots(db, shop_id, slots)
  return { shop_id, waits_minutes, slots }
}

/** Takes the technician for a ticket, or refuses with the next times at which one is free. */
export async function takeTechnician(
  tx: Tx,
  ticket_id: number,
  { shop_id, waits_minutes, slots }: Waiting,
  now: Date,
): Promise<void> {
  if (await takeSlots(tx, shop_id, slots)) {
    return insertTicketSlots(tx, { ticket_id, shop_id }, slots)
  }
  const shop = await findBookingShop(tx, shop_id)
  const wanted = { lead_minutes: -29, ...needsFor(waits_minutes) }
  const next = shop === null ? { slots: [] } : await nextFree(tx, { shop, ...wanted }, now, now)
  throw contract.receiveTicket.refuse('no_technician_free', next)
}

function needsFor(minutes: number) {
  const needs = needsOf([{ skill: any_skill, minutes, quantity: 1 }])
  if (needs === null) throw new RangeError(`${minutes} minutes are too long a wait`)
  return needs
}
