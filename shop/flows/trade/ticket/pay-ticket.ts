import type { z } from 'zod'
import { tickets as contract } from '#contracts/staff/orders/tickets.ts'
import type { ReversalKind } from '#contracts/staff/orders/ticket-shapes.ts'
import type { Tx } from '#db/schema.ts'
import { covers, limitOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'
import { byStaff, changeTicket, refuseTicket } from '#shop/flows/trade/ticket/change-ticket.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import {
  decideReversal,
  insertReversal,
  listReversals,
} from '#shop/repair/ticket/repair-reversal-store.ts'
import {
  claimReference,
  findPaid,
  freeReference,
  insertPayment,
  isFormPaid,
  listPayments,
  type StoredPayment,
} from '#shop/repair/ticket/repair-payment-store.ts'
import { dueOf, leftOf } from '#shop/repair/ticket/ticket-money.ts'
import { paying_states } from '#shop/repair/ticket/ticket-states.ts'
import {
  insertEvent,
  listLines,
  type StoredTicket,
  updateTicket,
} from '#shop/repair/ticket/ticket-store.ts'

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
    const repair_payment_id = await insertPayment(tx, {
      ...{ ticket_id, shop_id, way, amount, reference, form_key, paid_at: by.at },
      ...{ reverses: null, reversal: null, reason: null },
      ...{ staff_id: actor.staff_id, staff_name: actor.name },
    })
    const is_claimed =
      way === 'cash' ||
      reference === null ||
      (await claimReference(tx, { way, reference, repair_payment_id }))
    if (!is_claimed) throw refuse('reference_used')
    await updateTicket(tx, ticket_id)
  })
  deps.log.info({ ticket: seen.code, way, amount }, 'a repair was paid')
}

/** What of a payment goes back. */
interface Reversed {
  repair_payment_id: number
  reversal: ReversalKind
  amount: number
  reason: string
}

/**
 * Gives a payment or a part of it back, or takes a wrong one back. What goes back of a ticket, this time included, is
 * up to one person as far as their limit to approve refunds. More is asked for, and another person decides. Returns
 * whether it was asked for.
 */
export async function reversePayment(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { repair_payment_id, reversal, amount: typed, reason, ...seen }: Input<'reversePayment'>,
): Promise<{ is_asked: boolean }> {
  const { refuse } = contract.reversePayment
  const is_asked = await changeTicket(
    deps,
    actor,
    'reversePayment',
    seen,
    async (tx, ticket, by) => {
      const { ticket_id, shop_id, state } = ticket
      const { payment, left, given_back } = await payableBack(tx, ticket_id, repair_payment_id)
      const amount = reversal === 'correction' ? left : (typed ?? left)
      if (amount > left || left === 0) throw refuse('above_left', { left })
      const back = { repair_payment_id, reversal, amount, reason }
      const needs_second =
        given_back + amount > limitOf(contract.decideReversal, actor, { shop_id })
      if (needs_second) {
        await insertReversal(tx, { ticket_id, ...back, asked_by: actor.staff_id }, by.at)
      } else await bookReversal(tx, ticket, payment, back, actor, by.at)
      await updateTicket(tx, ticket_id)
      const move = needs_second ? 'ask_reversal' : 'reverse'
      await insertEvent(tx, { ticket_id, move, state }, { ...by, note: noteOf(back) })
      return needs_second
    },
  )
  deps.log.info(
    { ticket: seen.code, repair_payment_id, is_asked },
    'a payment of a repair goes back',
  )
  return { is_asked }
}

/** Approves or rejects what was asked to go back. Whoever asked cannot approve it; their "no" takes it back. */
export async function decideAskedReversal(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { repair_reversal_id, answer, note, ...seen }: Input<'decideReversal'>,
): Promise<void> {
  const { refuse } = contract.decideReversal
  await changeTicket(deps, actor, 'decideReversal', seen, async (tx, ticket) => {
    const { ticket_id, shop_id, state: phase } = ticket
    const asked = (await listReversals(tx, ticket_id)).find(
      (one) => one.repair_reversal_id === repair_reversal_id && one.state === 'asked',
    )
    if (asked === undefined) throw refuseTicket('ticket_changed')
    const is_own = asked.asked_by === actor.staff_id
    if (answer === 'approve') {
      if (is_own) throw refuse('own_request')
      const { amount } = asked
      if (!covers(contract.decideReversal, actor, { shop_id, amount })) {
        throw refuse('amount_above_limit', { amount })
      }
      const { payment, left } = await payableBack(tx, ticket_id, asked.repair_payment_id, asked)
      if (amount > left) throw refuse('above_left', { left })
      await bookReversal(tx, ticket, payment, asked, actor, deps.now())
    }
    const state = answer === 'approve' ? 'approved' : is_own ? 'withdrawn' : 'rejected'
    const decision = { decided_by: actor.staff_id, decided_at: deps.now() }
    await decideReversal(tx, repair_reversal_id, {
      ...{ ...decision, state, decision_note: note || null },
    })
    await updateTicket(tx, ticket_id)
    const said = byStaff(actor, deps.now(), noteOf({ ...asked, reason: note || asked.reason }))
    await insertEvent(tx, { ticket_id, move: `reversal_${state}`, state: phase }, said)
  })
  deps.log.info({ ticket: seen.code, repair_reversal_id, answer }, 'a reversal was decided')
}

/** A payment of a locked ticket, what of it may still go back, and what of the ticket has gone back. */
async function payableBack(
  tx: Tx,
  ticket_id: number,
  repair_payment_id: number,
  but: { repair_reversal_id: number } | null = null,
): Promise<{ payment: StoredPayment; left: number; given_back: number }> {
  const [payments, reversals] = [
    await listPayments(tx, ticket_id),
    await listReversals(tx, ticket_id),
  ]
  const payment = payments.find((one) => one.repair_payment_id === repair_payment_id)
  if (payment === undefined || payment.amount < 0) throw refuseTicket('ticket_changed')
  const others = reversals.filter((one) => one.repair_reversal_id !== but?.repair_reversal_id)
  const back = payments.filter(({ amount }) => amount < 0)
  const given_back = back.reduce((sum, { amount }) => sum - amount, 0)
  return { payment, left: leftOf(payment, payments, others), given_back }
}

/**
 * Inserts the row that takes money of a payment out of the books. A correction gives the number of its transfer free.
 */
async function bookReversal(
  tx: Tx,
  { ticket_id, shop_id, version }: StoredTicket,
  { repair_payment_id, way, reference }: StoredPayment,
  { reversal, amount, reason }: Reversed,
  { staff_id, name: staff_name }: StaffActor,
  at: Date,
): Promise<void> {
  await insertPayment(tx, {
    ...{
      ticket_id,
      shop_id,
      way,
      amount: -amount,
      reference,
      reason,
      reversal,
      staff_id,
      staff_name,
    },
    ...{ reverses: repair_payment_id, paid_at: at },
    form_key: `reverses:${repair_payment_id}:${version}`,
  })
  if (reversal === 'correction') await freeReference(tx, repair_payment_id)
}

function noteOf({ amount, reason }: Pick<Reversed, 'amount' | 'reason'>): string {
  return `${formatDong(amount)}, ${reason}`
}
