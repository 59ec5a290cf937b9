import type { z } from 'zod'
import { type PlainMove } from '#contracts/staff/orders/ticket-shapes.ts'
import { tickets as contract } from '#contracts/staff/orders/tickets.ts'
import type { Tx } from '#db/schema.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { byStaff } from '#shop/flows/trade/ticket/change-ticket.ts'
import { mayMove, transition } from '#shop/flows/trade/ticket/transition-ticket.ts'
import { reserveWanted } from '#shop/flows/trade/ticket/use-parts.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { storedCode } from '#shop/order/order.ts'
import {
  deleteOffered,
  listLines,
  lockTicket,
  type MoveBy,
  type StoredTicket,
} from '#shop/repair/ticket/ticket-store.ts'

type Input = z.output<typeof contract.moveTickets.input>
type Output = z.output<typeof contract.moveTickets.output>
type Reason = Output['refused'][number]['reason']

/** Moves tickets to their next phase, each in a transaction of its own: one that cannot be moved harms no other. */
export async function moveTickets(
  { write, now, log }: StaffFlowDeps,
  actor: StaffActor,
  { codes, move }: Input,
): Promise<Output> {
  const reach = reachOf(contract.moveTickets, actor)
  const moved: string[] = []
  const refused: Output['refused'] = []
  for (const code of new Set(codes.map(storedCode))) {
    const reason = await write({ actor, operation: 'tickets.moveTickets' }, async (tx) => {
      const ticket = await lockTicket(tx, code, reach)
      return ticket === null ? 'not_found' : moveOne(tx, ticket, move, byStaff(actor, now()))
    })
    if (reason === null) moved.push(code)
    else refused.push({ code, reason })
  }
  log.info({ staff: actor.name, move, moved: moved.length }, 'repair tickets were moved')
  return { moved, refused }
}

async function moveOne(
  tx: Tx,
  ticket: StoredTicket,
  move: PlainMove,
  by: MoveBy,
): Promise<Reason | null> {
  if (!mayMove(ticket, move, 'staff')) return 'state'
  if (move === 'parts_arrive' && !(await reserveWanted(tx, ticket, by))) return 'parts_missing'
  if (move === 'finish') {
    const lines = await listLines(tx, ticket.ticket_id)
    if (lines.some(({ state }) => state === 'reserved' || state === 'wanted')) return 'parts_unused'
    // What was never sent to the customer was never agreed.
    await deleteOffered(tx, ticket.ticket_id)
  }
  const is_open = move === 'come_back' && !(await isAgreed(tx, ticket))
  await transition(tx, ticket, is_open ? 'come_back_open' : move, by)
  return null
}

/** Whether the repair may begin: the customer agreed to some of it, or pays nothing for it. */
async function isAgreed(tx: Tx, { ticket_id, kind }: StoredTicket): Promise<boolean> {
  if (kind !== 'repair') return true
  const lines = await listLines(tx, ticket_id)
  return lines.some(({ state }) => state !== 'offered' && state !== 'dropped')
}
