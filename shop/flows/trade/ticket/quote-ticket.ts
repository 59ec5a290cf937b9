import type { z } from 'zod'
import { set_repair_price } from '#contracts/staff/orders/ticket-access.ts'
import { tickets as contract } from '#contracts/staff/orders/tickets.ts'
import type { Tx } from '#db/schema.ts'
import { covers } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { approveTicket, refuseTicketQuote, release } from '#shop/flows/trade/ticket/answer-quote.ts'
import { byStaff, changeTicket, refuseTicket } from '#shop/flows/trade/ticket/change-ticket.ts'
import { mayMove, transition } from '#shop/flows/trade/ticket/transition-ticket.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { notifyOfTicket } from '#shop/notification/ticket-notice-store.ts'
import { listRepairItems } from '#shop/repair/repair-store.ts'
import { writing_states } from '#shop/repair/ticket/ticket-states.ts'
import {
  deleteOffered,
  insertEvent,
  insertLines,
  listLines,
  type StoredTicket,
  updateLine,
  updateTicket,
} from '#shop/repair/ticket/ticket-store.ts'

type Input<Name extends keyof typeof contract> = z.output<(typeof contract)[Name]['input']>

const max_lines = 20

/** Puts a service or other work on the quote. What a repair under warranty needs is free. */
export async function addLine(
  deps: StaffFlowDeps,
  actor: StaffActor,
  input: Input<'addLine'>,
): Promise<void> {
  const { refuse } = contract.addLine
  await changeTicket(deps, actor, 'addLine', input, async (tx, ticket) => {
    if (!writing_states.includes(ticket.state)) throw refuse('ticket_changed')
    const line = await lineOf(tx, actor, ticket, input)
    const lines = await listLines(tx, ticket.ticket_id)
    if (lines.length >= max_lines) throw refuse('too_many_lines')
    await insertLines(tx, ticket.ticket_id, [line])
    await updateTicket(tx, ticket.ticket_id)
  })
}

async function lineOf(
  tx: Tx,
  actor: StaffActor,
  { kind, shop_id }: StoredTicket,
  { item_id, name, price, warranty_months }: Input<'addLine'>,
) {
  const { refuse } = contract.addLine
  const may_price = covers(set_repair_price, actor, { shop_id })
  const is_free = kind !== 'repair'
  if (item_id === undefined) {
    if (!name || (price === undefined && !is_free)) throw refuse('service_not_found')
    if (!may_price && !is_free) throw refuse('price_not_allowed')
    const cost = is_free ? 0 : (price ?? 0)
    const months = warranty_months ?? 0
    return { option_id: null, name, price: cost, warranty_months: months }
  }
  const [item] = await listRepairItems(tx, [item_id])
  if (item === undefined) throw refuse('service_not_found')
  const wanted = price ?? item.price
  if (wanted !== item.price && !may_price) throw refuse('price_not_allowed')
  return {
    option_id: item_id,
    name: `${item.service_name} - ${item.label}`,
    price: is_free ? 0 : wanted,
    warranty_months: item.warranty_months,
  }
}

/**
 * Takes a line off that was not agreed, or one whose part is not used yet: the part is free again. If the customer had
 * agreed to it, they are told why.
 */
export async function removeLine(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { position, reason: typed, ...seen }: Input<'removeLine'>,
): Promise<void> {
  await changeTicket(deps, actor, 'removeLine', seen, async (tx, ticket, by) => {
    const { ticket_id, state } = ticket
    const lines = await listLines(tx, ticket_id)
    const line = lines.find((one) => one.position === position)
    const is_open = line !== undefined && line.state !== 'used' && line.state !== 'dropped'
    if (!is_open || !writing_states.includes(state)) throw refuseTicket('ticket_changed')
    if (line.state === 'offered') {
      await deleteOffered(tx, ticket_id, position)
      await updateTicket(tx, ticket_id)
      return
    }
    if (!typed) throw contract.removeLine.refuse('reason_needed')
    await release(tx, ticket, line, by)
    await updateLine(tx, line, { state: 'dropped', drop_reason: typed })
    await updateTicket(tx, ticket_id)
    const note = `${line.name}: ${typed}`
    await insertEvent(tx, { ticket_id, move: 'drop_line', state }, { ...by, note })
    await notifyOfTicket(tx, ticket_id, by.at, { dropped_line: position })
  })
}

/** Sends the quote. The customer has an answer by a link, at the counter or on the phone. */
export async function quoteTicket(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { refusal_fee, promised_at, note, ...seen }: Input<'quote'>,
): Promise<void> {
  await changeTicket(deps, actor, 'quote', seen, async (tx, ticket) => {
    if (!mayMove(ticket, 'quote', 'staff')) throw refuseTicket('ticket_changed')
    const lines = await listLines(tx, ticket.ticket_id)
    if (!lines.some(({ state }) => state === 'offered')) {
      throw contract.quote.refuse('nothing_offered')
    }
    const { announced_fee } = ticket
    // Under warranty the seller pays for a look at the device too.
    const fee = ticket.kind === 'repair' ? refusal_fee : 0
    if (fee > announced_fee) throw contract.quote.refuse('fee_above_announced', { announced_fee })
    const change = { refusal_fee: fee, ...(promised_at !== undefined && { promised_at }) }
    await transition(tx, ticket, 'quote', byStaff(actor, deps.now(), note || null), change)
  })
}

/** Notes what the customer said to staff. Only who sets prices lets the fee of a refusal fall. */
export async function answerQuote(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { answer, waives_fee, ...seen }: Input<'answerQuote'>,
): Promise<void> {
  await changeTicket(deps, actor, 'answerQuote', seen, async (tx, ticket, by) => {
    if (ticket.state !== 'quoted') throw refuseTicket('ticket_changed')
    if (answer === 'approve') return approveTicket(tx, ticket, by)
    const may_waive = covers(set_repair_price, actor, { shop_id: ticket.shop_id })
    const waives = waives_fee && ticket.refusal_fee > 0
    if (waives && !may_waive) throw contract.answerQuote.refuse('price_not_allowed')
    return refuseTicketQuote(tx, ticket, by, waives ? 0 : ticket.refusal_fee)
  })
}

/**
 * Ends a repair that cannot be done: nothing is to be paid but for parts that stay in the device, and the others are
 * free again. Only who sets prices lets the fee of a refusal fall.
 */
export async function giveUp(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { reason, ...seen }: Input<'giveUp'>,
): Promise<void> {
  await changeTicket(deps, actor, 'giveUp', seen, async (tx, ticket) => {
    if (!mayMove(ticket, 'give_up', 'staff')) throw refuseTicket('ticket_changed')
    if (ticket.refusal_fee > 0 && !covers(set_repair_price, actor, { shop_id: ticket.shop_id })) {
      throw contract.giveUp.refuse('price_not_allowed')
    }
    const by = byStaff(actor, deps.now(), reason)
    await deleteOffered(tx, ticket.ticket_id)
    for (const line of await listLines(tx, ticket.ticket_id)) {
      await release(tx, ticket, line, by)
      // A part that stays in the device stays in the books.
      if (line.state !== 'used') await updateLine(tx, line, { state: 'dropped' })
    }
    await transition(tx, ticket, 'give_up', by, { refusal_fee: 0 })
  })
}
