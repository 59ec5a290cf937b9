import type { TicketState } from '#contracts/storefront/repair-ticket.ts'
import { day_ms } from '#pure/vietnam-time.ts'

interface TicketMove {
  /** 'new': the move creates the ticket. */
  from: readonly (TicketState | 'new')[]
  to: TicketState
  by: readonly ('shopper' | 'staff')[]
}

/**
 * Every state of a repair ticket and every move between them (decision 231). This table is the only definition. The
 * customer says yes with `approve` or `approve_and_wait` (a part must be ordered), and no with `refuse`, or with
 * `refuse_more` if only what was found later is refused. A device that its maker only looked at, without that yes,
 * comes back by `come_back_open`.
 */
export const ticket_moves = {
  receive: { from: ['new'], to: 'received', by: ['staff'] },
  diagnose: { from: ['received', 'quoted'], to: 'diagnosing', by: ['staff'] },
  quote: {
    from: ['received', 'diagnosing', 'waiting_parts', 'repairing'],
    to: 'quoted',
    by: ['staff'],
  },
  approve: { from: ['quoted'], to: 'repairing', by: ['shopper', 'staff'] },
  approve_and_wait: { from: ['quoted'], to: 'waiting_parts', by: ['shopper', 'staff'] },
  refuse: { from: ['quoted'], to: 'refused', by: ['shopper', 'staff'] },
  refuse_more: { from: ['quoted'], to: 'repairing', by: ['shopper', 'staff'] },
  wait_for_parts: { from: ['repairing'], to: 'waiting_parts', by: ['staff'] },
  parts_arrive: { from: ['waiting_parts'], to: 'repairing', by: ['staff'] },
  send_out: { from: ['received', 'diagnosing', 'repairing'], to: 'at_vendor', by: ['staff'] },
  come_back: { from: ['at_vendor'], to: 'repairing', by: ['staff'] },
  come_back_open: { from: ['at_vendor'], to: 'diagnosing', by: ['staff'] },
  finish: { from: ['repairing'], to: 'ready', by: ['staff'] },
  give_up: {
    from: ['received', 'diagnosing', 'quoted', 'waiting_parts', 'repairing', 'at_vendor'],
    to: 'refused',
    by: ['staff'],
  },
  collect: { from: ['ready'], to: 'handed_over', by: ['staff'] },
  collect_unrepaired: { from: ['refused'], to: 'handed_back', by: ['staff'] },
  rework: { from: ['ready'], to: 'repairing', by: ['staff'] },
  resume: { from: ['refused'], to: 'diagnosing', by: ['staff'] },
  undo_collect: { from: ['handed_over'], to: 'ready', by: ['staff'] },
  undo_collect_unrepaired: { from: ['handed_back'], to: 'refused', by: ['staff'] },
} as const satisfies Record<string, TicketMove>

export type TicketMoveName = keyof typeof ticket_moves

/** A move by its name, with the general type. */
export function ticketMoveOf(name: TicketMoveName): TicketMove {
  return ticket_moves[name]
}

/** Whether a ticket in this state can make the move. */
export function canMove(state: TicketState, name: TicketMoveName): boolean {
  return ticketMoveOf(name).from.includes(state)
}

/** Afterwards a device that comes back is another ticket, with its own pictures and its own yes. */
const undo_ms = 7 * day_ms

/** Whether the hand-over of a ticket may be taken back still. */
export function canUndo({ ended_at }: { ended_at: Date | null }, now: Date): boolean {
  return ended_at !== null && now.getTime() - ended_at.getTime() <= undo_ms
}

/** The states in which lines are put on a quote and taken off. */
export const writing_states: readonly TicketState[] = [
  'received',
  'diagnosing',
  'waiting_parts',
  'repairing',
]

/** The states in which money is taken: the price is agreed. */
export const paying_states: readonly TicketState[] = [
  'waiting_parts',
  'repairing',
  'at_vendor',
  'ready',
  'refused',
]
