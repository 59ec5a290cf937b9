import { tickets as contract, type TicketChange } from '#contracts/staff/orders/tickets.ts'
import type { Tx } from '#db/schema.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { storedCode } from '#shop/order/order.ts'
import { lockTicket, type MoveBy, type StoredTicket } from '#shop/repair/ticket/ticket-store.ts'

interface SeenTicket {
  code: string
  /** The ticket as it was seen. */
  version: number
}

// Every change by staff is refused with these two codes.
const { refuse } = contract.assign
export const refuseTicket = refuse

/**
 * Opens the transaction of a change by staff, with the ticket locked. Refused with ticket_not_found if it is not within
 * the reach of that operation, and with ticket_changed if it is not as it was seen.
 */
export async function changeTicket<T>(
  { now, write }: Pick<StaffFlowDeps, 'now' | 'write'>,
  actor: StaffActor,
  name: TicketChange,
  { code, version }: SeenTicket,
  work: (tx: Tx, ticket: StoredTicket, by: MoveBy) => Promise<T>,
): Promise<T> {
  const reach = reachOf(contract[name], actor)
  return write({ actor, operation: `tickets.${name}` }, async (tx) => {
    const ticket = await lockTicket(tx, storedCode(code), reach)
    if (ticket === null) throw refuse('ticket_not_found')
    if (ticket.version !== version) throw refuse('ticket_changed')
    return work(tx, ticket, byStaff(actor, now()))
  })
}

export function byStaff(actor: StaffActor, at: Date, note: string | null = null): MoveBy {
  return { actor: 'staff', staff_name: actor.name, note, at }
}
