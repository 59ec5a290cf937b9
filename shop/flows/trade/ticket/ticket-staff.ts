import { tickets as contract } from '#contracts/staff/orders/tickets.ts'
import { qrPictureUrl } from '#platform/images/qr-picture.ts'
import { nationalForm, readMobile } from '#platform/text/vietnamese-phone.ts'
import { mayCall, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import { storedUnitCode } from '#pure/formats/unit-codes.ts'
import { day_ms, startOfDay, vietnamDay } from '#pure/vietnam-time.ts'
import { half_hour_ms } from '#shop/booking/booking-times.ts'
import { byStaff, changeTicket } from '#shop/flows/trade/ticket/change-ticket.ts'
import { collectDevice } from '#shop/flows/trade/ticket/collect-device.ts'
import { isReceivable, listWarranties } from '#shop/flows/trade/ticket/intake.ts'
import {
  findBookingOfTicket,
  listBookedLines,
  listRepairingShops,
} from '#shop/flows/trade/ticket/intake-store.ts'
import { moveTickets } from '#shop/flows/trade/ticket/move-tickets.ts'
import {
  decideAskedReversal,
  reversePayment,
  takePayment,
} from '#shop/flows/trade/ticket/pay-ticket.ts'
import {
  addLine,
  answerQuote,
  giveUp,
  quoteTicket,
  removeLine,
} from '#shop/flows/trade/ticket/quote-ticket.ts'
import { readTicket, shownReversal } from '#shop/flows/trade/ticket/read-ticket.ts'
import { reopenTicket, undoCollect } from '#shop/flows/trade/ticket/reopen-ticket.ts'
import { listAskedReversals } from '#shop/repair/ticket/repair-reversal-store.ts'
import { receiveTicket } from '#shop/flows/trade/ticket/receive-ticket.ts'
import { losePart, usePart } from '#shop/flows/trade/ticket/use-parts.ts'
import { ticketLink } from '#shop/notification/templates/ticket-templates.ts'
import type { PictureFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { storedCode } from '#shop/order/order.ts'
import { pictureCalls } from '#shop/picture/picture-calls.ts'
import { sumTaken } from '#shop/repair/ticket/repair-payment-store.ts'
import {
  findTicket,
  insertEvent,
  lockTicketById,
  updateTicket,
} from '#shop/repair/ticket/ticket-store.ts'
import {
  countBookedToday,
  findServices,
  findTickets,
  listTechnicians,
  type TicketFilter,
} from '#shop/views/repair/ticket-list-store.ts'

const page_size = 200

/** Devices in repair, for staff (decision 231). */
export function ticketStaffService(deps: PictureFlowDeps): Service<typeof contract> {
  const { db } = deps
  return {
    ...pictureCalls(deps, {
      ...{ contract, service: 'tickets', subject_kind: 'repair_ticket' },
      find: async (on, reach, code) =>
        (await findTicket(on, storedCode(code), reach))?.ticket_id ?? null,
      lock: lockTicketById,
    }),
    tickets: (actor, input) => readTickets(deps, actor, input),
    ticket: async (actor, { code }) => (await readTicket(deps, actor, code)).ticket,
    intake: (actor, input) => readIntake(deps, actor, input),
    receiveTicket: (actor, input) => receiveTicket(deps, actor, input),
    assign: async (actor, { staff_id, ...seen }) => {
      await changeTicket(deps, actor, 'assign', seen, async (tx, ticket) => {
        const people = await listTechnicians(tx, ticket.shop_id)
        const person = people.find((one) => one.staff_id === staff_id)
        if (staff_id !== undefined && person === undefined) {
          throw contract.assign.refuse('staff_not_found')
        }
        const { ticket_id, state } = ticket
        await updateTicket(tx, ticket_id, { assigned_to: person?.staff_id ?? null })
        const by = byStaff(actor, deps.now(), person?.name ?? null)
        await insertEvent(tx, { ticket_id, move: 'assign', state }, by)
      })
      return {}
    },
    moveTickets: (actor, input) => moveTickets(deps, actor, input),
    services: async (actor, { code, q }) => {
      const { stored } = await readTicket(deps, actor, code)
      const words = q.split(' ').filter((word) => word !== '')
      return words.length === 0 ? [] : findServices(db, { words, shop_id: stored.shop_id })
    },
    addLine: (actor, input) => addLine(deps, actor, input).then(nothing),
    removeLine: (actor, input) => removeLine(deps, actor, input).then(nothing),
    quote: (actor, input) => quoteTicket(deps, actor, input).then(nothing),
    answerQuote: (actor, input) => answerQuote(deps, actor, input).then(nothing),
    giveUp: (actor, input) => giveUp(deps, actor, input).then(nothing),
    usePart: (actor, input) => usePart(deps, actor, input).then(nothing),
    losePart: (actor, input) => losePart(deps, actor, input),
    takePayment: (actor, input) => takePayment(deps, actor, input).then(nothing),
    reversePayment: (actor, input) => reversePayment(deps, actor, input),
    decideReversal: (actor, input) => decideAskedReversal(deps, actor, input).then(nothing),
    askedReversals: async (actor) => {
      const asked = await listAskedReversals(db, reachOf(contract.askedReversals, actor), 50)
      return asked.map(({ code, device, shop_id, ...one }) => ({
        ...{ code, device, ...shownReversal(one, actor, shop_id) },
      }))
    },
    collect: (actor, input) => collectDevice(deps, actor, input).then(nothing),
    reopen: (actor, input) => reopenTicket(deps, actor, input).then(nothing),
    undoCollect: (actor, input) => undoCollect(deps, actor, input).then(nothing),
    slip: async (actor, { code }) => {
      const { ticket, stored, shop } = await readTicket(deps, actor, code)
      const { name, address, phone } = shop
      return {
        ...{ ticket, shop: { name, address, phone } },
        customer_qr: qrPictureUrl(ticketLink(stored, deps)),
        label_qr: qrPictureUrl(stored.code),
      }
    },
  }
}

const nothing = () => ({})

/** The board of a shop, or what was searched for at all shops within reach. */
async function readTickets({ db, now }: PictureFlowDeps, actor: StaffActor, input: TicketsInput) {
  const reach = reachOf(contract.tickets, actor)
  const shops = await listRepairingShops(db, reach)
  const { shop_id: asked, state, due, page = 1 } = input
  const known = shops.find((shop) => shop.shop_id === asked)?.shop_id
  const shows_phases = state === undefined && due === undefined
  const shop_id = known ?? (shows_phases ? (shops[0]?.shop_id ?? null) : null)
  const from = startOfDay(vietnamDay(now()))
  const here = { shop_id, from, until: new Date(from.getTime() + day_ms), reach }
  const filter = ticketFilter({ ...input, shop_id: shop_id ?? undefined }, actor, now())
  const [rows, booked_today, taken_today] = await Promise.all([
    findTickets(db, reach, filter, { limit: page_size + 1, offset: (page - 1) * page_size }),
    countBookedToday(db, here),
    sumTaken(db, here),
  ])
  return {
    ...{ shops, shop_id, booked_today, taken_today },
    rows: rows.slice(0, page_size).map((row) => ticketRow(row)),
    has_next: rows.length > page_size,
    may_receive: mayCall(contract.receiveTicket, actor),
    may_move: mayCall(contract.moveTickets, actor),
  }
}

type TicketsInput = Parameters<Service<typeof contract>['tickets']>[1]
type IntakeInput = Parameters<Service<typeof contract>['intake']>[1]

/** Which tickets a list or its file has. */
export function ticketFilter(
  { shop_id, state, due, q: typed = '', mine = false }: TicketsInput,
  { staff_id }: StaffActor,
  now: Date,
): TicketFilter {
  const tomorrow = new Date(startOfDay(vietnamDay(now)).getTime() + day_ms)
  const periods = { today: { from: now, until: tomorrow }, late: { from: null, until: now } }
  return {
    // Somebody who searches does not know where the device is.
    shop_id: typed === '' ? (shop_id ?? null) : null,
    state: state ?? null,
    assigned_to: mine ? staff_id : null,
    promised: due === undefined ? null : periods[due],
    q: typed === '' ? null : askedFor(typed),
  }
}

/** A row of a list, as pages and files show it. */
export function ticketRow<Row extends { phone: string; promised_at: Date; received_at: Date }>(
  row: Row,
) {
  return {
    ...row,
    phone: maskedPhone(row.phone),
    promised_at: row.promised_at.toISOString(),
    received_at: row.received_at.toISOString(),
  }
}

function askedFor(typed: string): NonNullable<TicketFilter['q']> {
  return { code: storedCode(typed), phone: readMobile(typed).e164, imei: storedUnitCode(typed) }
}

/** What the form of a new ticket begins with. */
async function readIntake(
  { db, now }: PictureFlowDeps,
  actor: StaffActor,
  { booking: typed, imei }: IntakeInput,
) {
  const reach = reachOf(contract.intake, actor)
  const shops = await listRepairingShops(db, reach)
  const offered = await listWarranties(db, storedUnitCode(imei ?? ''), vietnamDay(now()))
  const warranties = offered.map(({ of_ticket: _of_ticket, ...shown }) => shown)
  if (!typed) return { shops, booking: null, warranties }
  const found = await findBookingOfTicket(db, storedCode(typed), reach)
  if (found === null) throw contract.intake.refuse('booking_not_found')
  if (!isReceivable(found)) {
    throw contract.intake.refuse('booking_closed', { state: found.state })
  }
  const { code, shop_id, name, phone, notes, starts_at, half_hours } = found
  const lines = await listBookedLines(db, found.booking_id)
  const ends_at = new Date(starts_at.getTime() + half_hours * half_hour_ms).toISOString()
  const services = lines.map((line) => line.name)
  const booking = { code, shop_id, name, phone: nationalForm(phone), notes, services, ends_at }
  return { shops, booking, warranties }
}
