import type { Tx } from '#db/schema.ts'
import { releaseTicketSlots } from '#shop/booking/slot-store.ts'
import { notifyOfTicket } from '#shop/notification/ticket-notice-store.ts'
import { newPickupCode } from '#shop/pickup/pickup.ts'
import { canMove, type TicketMoveName, ticketMoveOf } from '#shop/repair/ticket/ticket-states.ts'
import { type MoveBy, type StoredTicket, updateMoved } from '#shop/repair/ticket/ticket-store.ts'

type Change = Parameters<typeof updateMoved>[3]

/** Whether the move may be made from the state of a locked ticket, by staff or by its customer. */
export function mayMove(
  { state }: Pick<StoredTicket, 'state'>,
  move: TicketMoveName,
  actor: MoveBy['actor'],
): boolean {
  return canMove(state, move) && ticketMoveOf(move).by.includes(actor)
}

/**
 * Moves a locked ticket: its state, what the move writes, its event and the message to the customer, in one
 * transaction. Every move of a ticket comes through here. The caller has asked `mayMove`.
 */
export async function transition(
  tx: Tx,
  ticket: StoredTicket,
  move: TicketMoveName,
  by: MoveBy,
  change: Change = {},
): Promise<void> {
  if (!mayMove(ticket, move, by.actor)) {
    throw new RangeError(`a ticket that is ${ticket.state} cannot ${move}`)
  }
  const { to } = ticketMoveOf(move)
  const is_ready = to === 'ready' || to === 'refused'
  const is_over = to === 'handed_over' || to === 'handed_back'
  await updateMoved(
    tx,
    ticket.ticket_id,
    move,
    {
      ...change,
      ...(is_ready && { hand_code: newPickupCode(), wrong_codes: 0, blocked_until: null }),
      // A code counts once.
      ...(is_over && { hand_code: null, ended_at: by.at }),
    },
    by,
  )
  // Its customer waits no longer, so the technician is free for others.
  if (is_ready || is_over) await releaseTicketSlots(tx, ticket.ticket_id, by.at)
  await notifyOfTicket(tx, ticket.ticket_id, by.at)
}
