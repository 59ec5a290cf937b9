import type { z } from 'zod'
import { tickets as contract } from '#contracts/staff/orders/tickets.ts'
import type { StaffActor } from '#pure/contract.ts'
import { changeTicket, refuseTicket } from '#shop/flows/trade/ticket/change-ticket.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import {
  findPaid,
  insertPayment,
  isFormPaid,
  listPayments,
} from '#shop/repair/ticket/repair-payment-store.ts'
import { dueOf } from '#shop/repair/ticket/ticket-money.ts'
import { paying_states } from '#shop/repair/ticket/ticket-states.ts'
import { listLines, updateTicket } from '#shop/repair/ticket/ticket-store.ts'

type Input<Name extends keyof typeof contract> = z.output<(typeof contract)[Name]['input']>

/**
 * Takes money at the counter for an agreed repair: a row of its own, with the time, the way and who took it. The same
 * form sent again changes nothing, whatever became of the ticket meanwhile.
 */
export async function takePayment(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { form_key, way, amount, reference: typed, ...seen }: Input<'takePayment'>,
): Promise<void> {
  const { refuse } = contract.takePayment
  const reference = typed || null
  if (way !== 'cash' && reference === null) throw refuse('reference_needed')
  if (await isFormPaid(deps.db, form_key)) return
  await changeTicket(deps, actor, 'takePayment', seen, async (tx, ticket, by) => {
    const { ticket_id, shop_id } = ticket
    if (!paying_states.includes(ticket.state)) throw refuse('ticket_changed')
    const paid = await findPaid(tx, ticket_id)
    const due = dueOf({ ...ticket, lines: await listLines(tx, ticket_id), paid })
    if (amount > due) throw refuse('above_due', { due: Math.max(0, due) })
    const is_new = await insertPayment(tx, {
      ...{ ticket_id, shop_id, way, amount, reference, form_key, paid_at: by.at },
      ...{ reverses: null, reason: null, staff_id: actor.staff_id, staff_name: actor.name },
    })
    if (!is_new) throw refuse('reference_used')
    await updateTicket(tx, ticket_id)
  })
  deps.log.info({ ticket: seen.code, way, amount }, 'a repair was paid')
}

/** Gives a payment back, or takes a wrong one back: a row below zero with the reason. The first row stays. */
export async function reversePayment(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { repair_payment_id, reason, ...seen }: Input<'reversePayment'>,
): Promise<void> {
  await changeTicket(deps, actor, 'reversePayment', seen, async (tx, ticket, by) => {
    const payments = await listPayments(tx, ticket.ticket_id)
    const wrong = payments.find((one) => one.repair_payment_id === repair_payment_id)
    if (wrong === undefined || wrong.amount < 0) throw refuseTicket('ticket_changed')
    const is_new = await insertPayment(tx, {
      ...{ ticket_id: ticket.ticket_id, shop_id: ticket.shop_id, way: wrong.way },
      ...{ amount: -wrong.amount, reference: wrong.reference, reverses: repair_payment_id, reason },
      ...{ form_key: `reverses:${repair_payment_id}`, paid_at: by.at },
      ...{ staff_id: actor.staff_id, staff_name: actor.name },
    })
    if (!is_new) throw refuseTicket('ticket_changed')
    await updateTicket(tx, ticket.ticket_id)
  })
  deps.log.info({ ticket: seen.code, repair_payment_id }, 'a payment of a repair was reversed')
}
