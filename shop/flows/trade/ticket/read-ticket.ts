import {
  type AskedReversal,
  PlainMove,
  type StaffTicket,
} from '#contracts/staff/orders/ticket-shapes.ts'
import { set_repair_price } from '#contracts/staff/orders/ticket-access.ts'
import { tickets as contract } from '#contracts/staff/orders/tickets.ts'
import type { RepairTicket } from '#contracts/storefront/repair-ticket.ts'
import type { Database } from '#db/schema.ts'
import { covers, reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { mayMove } from '#shop/flows/trade/ticket/transition-ticket.ts'
import { maskedPhone } from '#shop/order/masked-contact.ts'
import { storedCode } from '#shop/order/order.ts'
import { picturesOf } from '#shop/picture/pictures.ts'
import { findOptionsWithPart } from '#shop/repair/repair-store.ts'
import { findFreeParts } from '#shop/repair/ticket/part-store.ts'
import { listPayments } from '#shop/repair/ticket/repair-payment-store.ts'
import { countWarrantyRepairs } from '#shop/repair/ticket/repair-warranty-store.ts'
import { listReversals, type StoredReversal } from '#shop/repair/ticket/repair-reversal-store.ts'
import { doneAt, dueOf, leftOf, mayAskExchange, sumOf } from '#shop/repair/ticket/ticket-money.ts'
import { canUndo, paying_states, writing_states } from '#shop/repair/ticket/ticket-states.ts'
import {
  findTicket,
  listLines,
  type StoredLine,
  type StoredTicket,
} from '#shop/repair/ticket/ticket-store.ts'
import { findTicketFacts, listTechnicians } from '#shop/views/repair/ticket-list-store.ts'

type Device = Pick<RepairTicket, 'broken' | 'accessories'>

/** A ticket as its customer sees it. */
export async function customerTicket(
  db: Database,
  ticket: StoredTicket,
  now: Date,
): Promise<RepairTicket> {
  const { facts, lines, payments, warranty_count } = await readParts(db, ticket)
  const { imei, hand_code, state, kind, device, fault, powers_on, unlock, loaner } = ticket
  const { broken, accessories } = ticket as Device
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0)
  return {
    ...{ code: ticket.code, secret: ticket.secret, state, kind, device, fault, powers_on },
    ...{ broken, accessories, unlock, loaner, hand_code, shop: facts.shop, paid },
    code_end: imei === null ? null : imei.slice(-4),
    received_at: ticket.created_at.toISOString(),
    promised_at: ticket.promised_at.toISOString(),
    lines: lines.filter((line) => line.state !== 'dropped').map(shownLine),
    dropped: lines.flatMap(({ position, name, drop_reason: reason }) =>
      reason === null ? [] : [{ position, name, reason }],
    ),
    total: sumOf(lines),
    announced_fee: ticket.announced_fee,
    refusal_fee: ticket.refusal_fee,
    due: dueOf({ ...ticket, lines, paid }),
    may_ask_exchange: mayAskExchange(
      { ...ticket, warranty_count, done_at: doneAt(state, facts.events) },
      now,
    ),
    name: ticket.name,
    phone: maskedPhone(ticket.phone),
    history: historyOf(facts.events),
    version: ticket.version,
  }
}

/** The phases in their sequence, without what happened within one. */
function historyOf(
  events: Awaited<ReturnType<typeof findTicketFacts>>['events'],
): RepairTicket['history'] {
  return events
    .filter(({ state }, n) => state !== events[n - 1]?.state)
    .map(({ state, happened_at }) => ({ state, happened_at }))
}

function shownLine(line: StoredLine) {
  const { position, name, price, warranty_months, state, serial } = line
  const { warranty_from, warranty_until } = line
  return { position, name, price, warranty_months, state, serial, warranty_from, warranty_until }
}

async function readParts(db: Database, ticket: StoredTicket) {
  const { ticket_id } = ticket
  const [facts, lines, payments, warranty_count] = await Promise.all([
    findTicketFacts(db, ticket_id),
    listLines(db, ticket_id),
    listPayments(db, ticket_id),
    countWarrantyRepairs(db, ticket),
  ])
  return { facts, lines, payments, warranty_count }
}

/** One ticket within reach, with what the actor may do. */
export async function readTicket(
  { db, now }: { db: Database; now: () => Date },
  actor: StaffActor,
  code: string,
): Promise<{ ticket: StaffTicket; stored: StoredTicket; shop: RepairTicket['shop'] }> {
  const stored = await findTicket(db, storedCode(code), reachOf(contract.ticket, actor))
  if (stored === null) throw contract.ticket.refuse('ticket_not_found')
  const { facts, lines, payments, warranty_count } = await readParts(db, stored)
  const shown = lines.filter(({ state }) => state !== 'dropped')
  const [technicians, free, pictures, reversals] = await Promise.all([
    listTechnicians(db, stored.shop_id),
    freePartsOf(db, stored.shop_id, shown),
    picturesOf(db, { subject_kind: 'repair_ticket', subject_id: stored.ticket_id }),
    listReversals(db, stored.ticket_id),
  ])
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0)
  const due = dueOf({ ...stored, lines, paid })
  const asked = reversals.filter(({ state }) => state === 'asked')
  const ticket = {
    ...{ ...plainFacts(stored), warranty_count, pictures, technicians },
    ...{ assignee: facts.assignee, booking_code: facts.booking_code, events: facts.events },
    ...{ warranty_of: facts.warranty_of, paid_ticket: facts.paid_ticket },
    ...{ unit_code: facts.unit_code, shop: facts.shop.name },
    lines: shown.map((line) => ({
      ...shownLine(line),
      option_id: line.option_id,
      free: line.option_id === null ? null : (free.get(line.option_id) ?? null),
    })),
    ...{ total: sumOf(lines), paid, due },
    payments: payments.map(({ paid_at, ...payment }) => ({
      repair_payment_id: payment.repair_payment_id,
      ...{ way: payment.way, amount: payment.amount, reference: payment.reference },
      ...{ reason: payment.reason, staff_name: payment.staff_name },
      paid_at: paid_at.toISOString(),
      reversal: payment.reversal,
      left: leftOf(payment, payments, reversals),
    })),
    asked_reversals: asked.map((one) => shownReversal(one, actor, stored.shop_id)),
    may_ask_exchange: mayAskExchange(
      { ...stored, warranty_count, done_at: doneAt(stored.state, facts.events) },
      now(),
    ),
    may: mayDo(actor, stored, due, now()),
  }
  return { ticket, stored, shop: facts.shop }
}

function plainFacts(stored: StoredTicket) {
  const { broken, accessories } = stored as Device
  return {
    ...{ code: stored.code, state: stored.state, kind: stored.kind, device: stored.device },
    ...{ fault: stored.fault, customer: stored.name, phone: maskedPhone(stored.phone) },
    ...{ version: stored.version, shop_id: stored.shop_id, imei: stored.imei },
    ...{ powers_on: stored.powers_on, broken, accessories, unlock: stored.unlock },
    ...{ loaner: stored.loaner, notes: stored.notes, received_by: stored.received_by },
    ...{ assigned_to: stored.assigned_to, refusal_fee: stored.refusal_fee },
    announced_fee: stored.announced_fee,
    promised_at: stored.promised_at.toISOString(),
    received_at: stored.created_at.toISOString(),
  }
}

/** What was asked to go back, with whether the actor may approve it. */
export function shownReversal(
  { repair_reversal_id, repair_payment_id, reversal, amount, reason, ...asked }: StoredReversal,
  actor: StaffActor,
  shop_id: number,
): AskedReversal {
  const is_own = asked.asked_by === actor.staff_id
  return {
    ...{ repair_reversal_id, repair_payment_id, reversal, amount, reason, is_own },
    asked_by: asked.asked_by_name,
    asked_at: asked.asked_at.toISOString(),
    may_decide: !is_own && covers(contract.decideReversal, actor, { shop_id, amount }),
  }
}

/** How many parts the shop has free for each option of lines; an option that takes none is left out. */
async function freePartsOf(
  db: Database,
  shop_id: number,
  lines: readonly StoredLine[],
): Promise<ReadonlyMap<number, number>> {
  const ids = lines.flatMap(({ option_id }) => option_id ?? [])
  const [needing, free] = await Promise.all([
    findOptionsWithPart(db, ids),
    findFreeParts(db, shop_id, ids),
  ])
  return new Map([...needing].map((option_id) => [option_id, free.get(option_id) ?? 0]))
}

/** What the actor may do with a ticket: their permissions at its shop, and the moves of its state. */
function mayDo(
  actor: StaffActor,
  ticket: StoredTicket,
  due: number,
  now: Date,
): StaffTicket['may'] {
  const { shop_id, assigned_to, state } = ticket
  const subject = { shop_id, assigned_to }
  const may_repair = covers(contract.moveTickets, actor, subject)
  const may_receive = covers(contract.assign, actor, subject)
  const may_price = covers(set_repair_price, actor, subject)
  const is_over = state === 'handed_over' || state === 'handed_back'
  return {
    moves: may_repair ? PlainMove.options.filter((move) => mayMove(ticket, move, 'staff')) : [],
    assign: may_receive && !is_over,
    quote: may_repair && writing_states.includes(state),
    answer: may_receive && state === 'quoted',
    give_up: may_repair && mayMove(ticket, 'give_up', 'staff'),
    use_parts: may_repair && (state === 'repairing' || state === 'waiting_parts'),
    pay: may_receive && due > 0 && paying_states.includes(state),
    reverse: may_price,
    collect: may_receive && (state === 'ready' || state === 'refused'),
    reopen: may_repair && (state === 'ready' || state === 'refused'),
    undo: may_price && canUndo(ticket, now),
    price: may_price,
    pictures: may_receive && !is_over,
  }
}
