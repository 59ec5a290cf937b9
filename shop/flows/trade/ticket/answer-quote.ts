import type { Tx } from '#db/schema.ts'
import { findOptionsWithPart } from '#shop/repair/repair-store.ts'
import { releasePart, reservePart } from '#shop/repair/ticket/part-store.ts'
import {
  deleteOffered,
  listLines,
  type MoveBy,
  type StoredLine,
  type StoredTicket,
  updateLine,
} from '#shop/repair/ticket/ticket-store.ts'
import { transition } from '#shop/flows/trade/ticket/transition-ticket.ts'

/**
 * The customer agrees to a locked ticket's quote: each part is reserved now, in the transaction of the answer, so that
 * nobody else gets it. If one is not to be had, the ticket waits for it.
 */
export async function approveTicket(tx: Tx, ticket: StoredTicket, by: MoveBy): Promise<void> {
  const lines = await listLines(tx, ticket.ticket_id)
  const offered = lines.filter(({ state }) => state === 'offered')
  const options = offered.flatMap(({ option_id }) => option_id ?? [])
  const needing = await findOptionsWithPart(tx, options)
  // In one sequence, so that two tickets that want the same parts never wait for each other.
  const sorted = offered.toSorted((a, b) => (a.option_id ?? 0) - (b.option_id ?? 0))
  let lacks_part = lines.some(({ state }) => state === 'wanted')
  for (const line of sorted) {
    const needs_part = line.option_id !== null && needing.has(line.option_id)
    const is_had = needs_part && (await reserve(tx, ticket, line, by))
    lacks_part ||= needs_part && !is_had
    const state = needs_part ? (is_had ? 'reserved' : 'wanted') : 'agreed'
    await updateLine(tx, line, { state })
  }
  await transition(tx, ticket, lacks_part ? 'approve_and_wait' : 'approve', by)
}

/**
 * The customer refuses the quote of a locked ticket. If earlier lines were agreed, only the new ones fall away and the
 * repair goes on; otherwise the device is given back. `fee` in đồng replaces the one of the quote.
 */
export async function refuseTicketQuote(
  tx: Tx,
  ticket: StoredTicket,
  by: MoveBy,
  fee: number = ticket.refusal_fee,
): Promise<void> {
  await deleteOffered(tx, ticket.ticket_id)
  const lines = await listLines(tx, ticket.ticket_id)
  const goes_on = lines.some(({ state }) => state !== 'dropped')
  if (goes_on) await transition(tx, ticket, 'refuse_more', by)
  else await transition(tx, ticket, 'refuse', by, { refusal_fee: fee })
}

/** Reserves the part of a line at the shop of its ticket; false if none is free. */
export async function reserve(
  tx: Tx,
  { ticket_id, shop_id }: StoredTicket,
  { option_id }: StoredLine,
  { staff_name, at }: MoveBy,
): Promise<boolean> {
  if (option_id === null) return false
  return reservePart(tx, { option_id, shop_id }, { ticket_id, staff_name, at })
}

/** Makes the part of a reserved line free again. */
export async function release(
  tx: Tx,
  { ticket_id, shop_id }: StoredTicket,
  { option_id, state }: StoredLine,
  { staff_name, at }: MoveBy,
): Promise<void> {
  if (option_id === null || state !== 'reserved') return
  await releasePart(tx, { option_id, shop_id }, { ticket_id, staff_name, at })
}
