import type { z } from 'zod'
import type { tickets } from '#contracts/staff/orders/tickets.ts'
import type { Tx } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import { reserve } from '#shop/flows/trade/ticket/answer-quote.ts'
import { changeTicket, refuseTicket } from '#shop/flows/trade/ticket/change-ticket.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { takeOutPart } from '#shop/repair/ticket/part-store.ts'
import {
  insertEvent,
  listLines,
  type StoredLine,
  type StoredTicket,
  updateLine,
  updateTicket,
} from '#shop/repair/ticket/ticket-store.ts'

type Input<Name extends keyof typeof tickets> = z.output<(typeof tickets)[Name]['input']>

/**
 * Puts a reserved part into the device: it leaves the stock of the shop in the transaction that notes its serial
 * number.
 */
export async function usePart(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { position, serial: typed, ...seen }: Input<'usePart'>,
): Promise<void> {
  await changeTicket(deps, actor, 'usePart', seen, async (tx, ticket, by) => {
    const line = await reservedLine(tx, ticket, position)
    const serial = typed || null
    await takeOutPart(tx, partOf(ticket, line), 'use', { ...movedBy(ticket, by), serial })
    await updateLine(tx, line, { state: 'used', serial })
    await updateTicket(tx, ticket.ticket_id)
    await noteEvent(tx, ticket, 'use_part', { ...by, note: textOf(line, serial) })
  })
}

/**
 * Notes that a reserved part is lost: it broke in the repair, or was faulty before. Another one is reserved; without
 * one the line waits for it. Returns whether there was one.
 */
export async function losePart(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { position, why, serial: typed, ...seen }: Input<'losePart'>,
): Promise<{ has_other: boolean }> {
  return changeTicket(deps, actor, 'losePart', seen, async (tx, ticket, by) => {
    const line = await reservedLine(tx, ticket, position)
    const serial = typed || null
    await takeOutPart(tx, partOf(ticket, line), why, { ...movedBy(ticket, by), serial })
    const has_other = await reserve(tx, ticket, line, by)
    if (!has_other) await updateLine(tx, line, { state: 'wanted' })
    await updateTicket(tx, ticket.ticket_id)
    await noteEvent(tx, ticket, `part_${why}`, { ...by, note: textOf(line, serial) })
    return { has_other }
  })
}

/** Reserves the parts that a ticket waits for; false if one is still not to be had. */
export async function reserveWanted(
  tx: Tx,
  ticket: StoredTicket,
  by: Parameters<typeof reserve>[3],
): Promise<boolean> {
  const lines = await listLines(tx, ticket.ticket_id)
  const wanted = lines
    .filter(({ state }) => state === 'wanted')
    .toSorted((a, b) => (a.option_id ?? 0) - (b.option_id ?? 0))
  for (const line of wanted) {
    if (!(await reserve(tx, ticket, line, by))) return false
    await updateLine(tx, line, { state: 'reserved' })
  }
  return true
}

async function reservedLine(tx: Tx, ticket: StoredTicket, position: number) {
  const line = (await listLines(tx, ticket.ticket_id)).find((one) => one.position === position)
  const is_repairing = ticket.state === 'repairing' || ticket.state === 'waiting_parts'
  if (line === undefined || line.state !== 'reserved' || !is_repairing) {
    throw refuseTicket('ticket_changed')
  }
  return line
}

function partOf({ shop_id }: StoredTicket, { option_id }: StoredLine) {
  if (option_id === null) throw new RangeError('a line without an option has no part')
  return { option_id, shop_id }
}

function movedBy({ ticket_id }: StoredTicket, by: { staff_name: string | null; at: Date }) {
  return { ticket_id, staff_name: by.staff_name, at: by.at }
}

function textOf({ name }: StoredLine, serial: string | null): string {
  return serial === null ? name : `${name}, serial ${serial}`
}

async function noteEvent(
  tx: Tx,
  { ticket_id, state }: StoredTicket,
  move: string,
  by: Parameters<typeof insertEvent>[2],
): Promise<void> {
  await insertEvent(tx, { ticket_id, move, state }, by)
}
