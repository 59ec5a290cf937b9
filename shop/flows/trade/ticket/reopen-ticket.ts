import type { z } from 'zod'
import { tickets as contract } from '#contracts/staff/orders/tickets.ts'
import type { Tx } from '#db/schema.ts'
import type { StaffActor } from '#pure/contract.ts'
import { byStaff, changeTicket, refuseTicket } from '#shop/flows/trade/ticket/change-ticket.ts'
import { transition } from '#shop/flows/trade/ticket/transition-ticket.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { extendUnitWarranty } from '#shop/inventory/unit/unit-store.ts'
import {
  extendPart,
  forgetWarranties,
  hasLaterClaim,
  restoreReplaced,
} from '#shop/repair/ticket/repair-warranty-store.ts'
import { canUndo } from '#shop/repair/ticket/ticket-states.ts'
import type { StoredTicket } from '#shop/repair/ticket/ticket-store.ts'

type Input<Name extends keyof typeof contract> = z.output<(typeof contract)[Name]['input']>

/**
 * Takes up a repair again before the device was handed over: it was not good after all, or its customer wants the
 * repair now. The code of the customer counts no more; the next "ready" makes a new one.
 */
export async function reopenTicket(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { reason, ...seen }: Input<'reopen'>,
): Promise<void> {
  await changeTicket(deps, actor, 'reopen', seen, async (tx, ticket) => {
    const { state } = ticket
    if (state !== 'ready' && state !== 'refused') throw refuseTicket('ticket_changed')
    const by = byStaff(actor, deps.now(), reason)
    await transition(tx, ticket, state === 'ready' ? 'rework' : 'resume', by, { hand_code: null })
  })
}

/**
 * Takes a hand-over back, as if the device had stayed: it waits for its customer with a new code, and the warranties
 * that began or changed with the hand-over are as before.
 */
export async function undoCollect(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { reason, ...seen }: Input<'undoCollect'>,
): Promise<void> {
  const { refuse } = contract.undoCollect
  await changeTicket(deps, actor, 'undoCollect', seen, async (tx, ticket) => {
    if (ticket.ended_at === null) throw refuseTicket('ticket_changed')
    const now = deps.now()
    if (!canUndo(ticket, now)) throw refuse('undo_too_late')
    if (await hasLaterClaim(tx, ticket.ticket_id)) throw refuse('warranty_used')
    await restoreWarranties(tx, ticket)
    const move = ticket.state === 'handed_over' ? 'undo_collect' : 'undo_collect_unrepaired'
    const change = { ended_at: null, added_days: 0, ended_warranty: null }
    await transition(tx, ticket, move, byStaff(actor, now, reason), change)
  })
  deps.log.info({ ticket: seen.code, staff: actor.name }, 'a hand-over was undone')
}

async function restoreWarranties(tx: Tx, ticket: StoredTicket): Promise<void> {
  const { ticket_id, unit_id, warranty_of, warranty_line, added_days, ended_warranty } = ticket
  await forgetWarranties(tx, ticket_id)
  if (unit_id !== null) await extendUnitWarranty(tx, unit_id, -added_days)
  if (warranty_of === null || warranty_line === null) return
  const part = { warranty_of, warranty_line }
  if (ended_warranty === null) await extendPart(tx, part, -added_days)
  else await restoreReplaced(tx, part, ended_warranty)
}
