import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { tickets as contract } from '#contracts/staff/orders/tickets.ts'
import type { Tx } from '#db/schema.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { storedUnitCode } from '#pure/formats/unit-codes.ts'
import { vietnamDay } from '#pure/vietnam-time.ts'
import { withoutLinks } from '#pure/without-links.ts'
import { endBooking } from '#shop/booking/booking-store.ts'
import { byStaff } from '#shop/flows/trade/ticket/change-ticket.ts'
import { isReceivable, listWarranties, no_warranty } from '#shop/flows/trade/ticket/intake.ts'
import {
  listBookedLines,
  listRepairingShops,
  lockBookingOfTicket,
} from '#shop/flows/trade/ticket/intake-store.ts'
import { takeTechnician, waitingFrom } from '#shop/flows/trade/ticket/take-technician.ts'
import type { PictureFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { findMemberByPhone } from '#shop/identity/member-store.ts'
import { notifyOfTicket } from '#shop/notification/ticket-notice-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { attachPictures, keepPictures } from '#shop/picture/pictures.ts'
import {
  findTicketOfForm,
  insertLines,
  insertTicket,
  lockForm,
} from '#shop/repair/ticket/ticket-store.ts'

type Input = z.output<typeof contract.receiveTicket.input>

const { refuse } = contract.receiveTicket

/**
 * Takes a device in at the counter. A booking ends with it, and its services stand on the quote at the prices that were
 * promised. Returns the code of the ticket; the same form sent again returns the same one.
 */
export async function receiveTicket(
  deps: PictureFlowDeps,
  actor: StaffActor,
  input: Input,
): Promise<{ code: string }> {
  const { db, now, write, log } = deps
  const { shop_id, form_key } = input
  const shops = await listRepairingShops(db, reachOf(contract.receiveTicket, actor))
  if (!shops.some((shop) => shop.shop_id === shop_id)) throw refuse('shop_not_found')
  const made = await findTicketOfForm(db, form_key)
  if (made !== null) return { code: made }
  const contact = checkedContact(input)
  if (input.promised_at <= now()) throw refuse('promised_too_early')
  const kept = input.files.length === 0 ? [] : await keepPictures(deps, input.files, actor.name)
  // A booking has its technician already.
  const waiting = input.booking ? null : await waitingFrom(db, input, now())
  const code = await write({ actor, operation: 'tickets.receiveTicket' }, async (tx) => {
    await lockForm(tx, form_key)
    const same = await findTicketOfForm(tx, form_key)
    if (same !== null) return same
    const by = byStaff(actor, now())
    const booking = input.booking ? await takeBooking(tx, actor, input.booking, by.at) : null
    const warranty = input.warranty ? await validWarranty(tx, input, by.at) : no_warranty
    const is_free = warranty.kind !== 'repair'
    const member = await findMemberByPhone(tx, contact.phone)
    const ticket = await insertTicket(
      tx,
      {
        ...{ ...contact, form_key, shop_id, secret: randomBytes(20).toString('hex') },
        booking_id: booking?.booking_id ?? null,
        customer_id: booking?.customer_id ?? member?.customer_id ?? null,
        ...warranty,
        // The seller pays for repairs under warranty, and for a look at the device too.
        announced_fee: is_free ? 0 : input.announced_fee,
        ...deviceOf(input),
        ...{ promised_at: input.promised_at, received_by: actor.name, assigned_to: null },
      },
      by,
    )
    if (booking !== null) {
      const lines = await listBookedLines(tx, booking.booking_id)
      const priced = lines.map((line) => ({ ...line, price: is_free ? 0 : line.price }))
      await insertLines(tx, ticket.ticket_id, priced)
    }
    if (waiting !== null) await takeTechnician(tx, ticket.ticket_id, waiting, by.at)
    const subject = { subject_kind: 'repair_ticket', subject_id: ticket.ticket_id } as const
    if (kept.length > 0) {
      await attachPictures(tx, subject, kept, { staff_name: actor.name, at: by.at })
    }
    await notifyOfTicket(tx, ticket.ticket_id, by.at)
    return ticket.code
  })
  log.info({ staff: actor.name, ticket: code }, 'a device was received')
  return { code }
}

function checkedContact({ name, phone, email: typed }: Input) {
  const { e164 } = readMobile(phone)
  if (e164 === null) throw refuse('phone_wrong')
  const email = typed || null
  if (email !== null && !z.email().safeParse(email).success) throw refuse('email_wrong')
  return { name: withoutLinks(name), phone: e164, email }
}

function deviceOf(input: Input) {
  const { device, fault, powers_on, broken, accessories, unlock } = input
  return {
    ...{ device, fault, powers_on, broken, accessories, unlock },
    imei: input.imei ? storedUnitCode(input.imei) : null,
    loaner: input.loaner || null,
    notes: input.notes || null,
  }
}

/** Ends the booking that the customer came for. */
async function takeBooking(tx: Tx, actor: StaffActor, typed: string, now: Date) {
  const reach = reachOf(contract.receiveTicket, actor)
  const booking = await lockBookingOfTicket(tx, storedCode(typed), reach)
  if (booking === null) throw refuse('booking_not_found')
  if (!isReceivable(booking)) throw refuse('booking_closed', { state: booking.state })
  await endBooking(tx, booking.booking_id, 'received', now)
  return booking
}

/** The warranty of the key that the form was offered. It must be of the device that is received. */
async function validWarranty(tx: Tx, { imei, warranty }: Input, now: Date) {
  const offered = await listWarranties(tx, storedUnitCode(imei ?? ''), vietnamDay(now))
  const chosen = offered.find(({ key }) => key === warranty)
  if (chosen === undefined) throw refuse('warranty_over')
  return chosen.of_ticket
}
