import type { z } from 'zod'
import { set_repair_price } from '#contracts/staff/orders/ticket-access.ts'
import { tickets as contract } from '#contracts/staff/orders/tickets.ts'
import type { Tx } from '#db/schema.ts'
import { isSame } from '#platform/http/signature.ts'
import { covers } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { day_ms, startOfDay, vietnamDay } from '#pure/vietnam-time.ts'
import { byStaff, changeTicket, refuseTicket } from '#shop/flows/trade/ticket/change-ticket.ts'
import { mayMove, transition } from '#shop/flows/trade/ticket/transition-ticket.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { extendUnitWarranty } from '#shop/inventory/unit/unit-store.ts'
import { blockedUntil, codesLeft } from '#shop/pickup/pickup.ts'
import { findPaid } from '#shop/repair/ticket/repair-payment-store.ts'
import {
  beginWarranties,
  endReplaced,
  extendPart,
} from '#shop/repair/ticket/repair-warranty-store.ts'
import { dueOf } from '#shop/repair/ticket/ticket-money.ts'
import { listLines, type StoredTicket, updateTicket } from '#shop/repair/ticket/ticket-store.ts'

const { refuse } = contract.collect

type Outcome = { kind: 'done' } | { kind: 'wrong'; codes_left: number }

/**
 * Gives a device back: all is paid, and the customer shows the code of the ticket. Who may set prices can write down
 * another proof instead, because the phone that gets the code may be the one in repair. A wrong code is counted
 * although the call is refused, so it is noted in the transaction and refused after it.
 */
export async function collectDevice(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { hand_code: shown, proof, ...seen }: z.output<typeof contract.collect.input>,
): Promise<void> {
  const outcome = await changeTicket<Outcome>(deps, actor, 'collect', seen, async (tx, ticket) => {
    const move = ticket.state === 'refused' ? 'collect_unrepaired' : 'collect'
    if (!mayMove(ticket, move, 'staff')) throw refuseTicket('ticket_changed')
    const now = deps.now()
    const lines = await listLines(tx, ticket.ticket_id)
    const due = dueOf({ ...ticket, lines, paid: await findPaid(tx, ticket.ticket_id) })
    if (due !== 0) throw refuse('not_paid', { due })
    if (!shown && proof) {
      const may_do_without = covers(set_repair_price, actor, { shop_id: ticket.shop_id })
      if (!may_do_without) throw refuse('price_not_allowed')
    } else {
      const is_right = checkCode(ticket, shown ?? '', now)
      if (!is_right) return noteWrongCode(tx, ticket, now)
    }
    const change = await settleWarranties(tx, ticket, now)
    const note = !shown && proof ? `Không có mã: ${proof}` : null
    await transition(tx, ticket, move, byStaff(actor, now, note), change)
    return { kind: 'done' }
  })
  if (outcome.kind === 'wrong') throw refuse('hand_code_wrong', { codes_left: outcome.codes_left })
  deps.log.info({ ticket: seen.code, staff: actor.name }, 'a repaired device was handed over')
}

function checkCode({ blocked_until, hand_code }: StoredTicket, shown: string, now: Date): boolean {
  if (blocked_until !== null && blocked_until > now) {
    throw refuse('hand_codes_blocked', { until: blocked_until.toISOString() })
  }
  return hand_code !== null && isSame(shown.replace(/\D/g, ''), hand_code)
}

async function noteWrongCode(
  tx: Tx,
  { ticket_id, wrong_codes: before }: StoredTicket,
  now: Date,
): Promise<Outcome> {
  const wrong_codes = before + 1
  await updateTicket(tx, ticket_id, {
    wrong_codes,
    blocked_until: blockedUntil(wrong_codes, now),
  })
  return { kind: 'wrong', codes_left: codesLeft(wrong_codes) }
}

/**
 * The warranty of what was put in begins today. The days in which a device was repaired under warranty do not run
 * against that warranty (Consumer Law 19/2023, article 30). Returns what to note for the case that the hand-over is
 * undone.
 */
async function settleWarranties(
  tx: Tx,
  ticket: StoredTicket,
  now: Date,
): Promise<{ added_days: number; ended_warranty: string | null }> {
  const today = vietnamDay(now)
  const { ticket_id, kind, unit_id, warranty_of, warranty_line, created_at, state } = ticket
  await beginWarranties(tx, ticket_id, today)
  const days = daysFrom(created_at, today)
  const added = { added_days: kind === 'repair' ? 0 : days, ended_warranty: null }
  if (unit_id !== null) await extendUnitWarranty(tx, unit_id, days)
  if (warranty_of === null || warranty_line === null) return added
  const part = { ticket_id, warranty_of, warranty_line }
  // A repair that was given up has mended nothing: the old warranty goes on beside that of a part that stays.
  const ended_warranty = state === 'ready' ? await endReplaced(tx, part, today) : null
  if (ended_warranty !== null) return { added_days: 0, ended_warranty }
  await extendPart(tx, part, days)
  return added
}

/** The days that a repair took, the first and the last one counted. */
function daysFrom(created_at: Date, today: string): number {
  const first = startOfDay(vietnamDay(created_at)).getTime()
  return Math.round((startOfDay(today).getTime() - first) / day_ms) + 1
}
