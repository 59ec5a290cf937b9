import { calls as contract, type CallOutcome, type TakenCall } from '#contracts/staff/calls.ts'
import { type CancelReason, orders } from '#contracts/staff/orders.ts'
import type { Tx } from '#db/schema.ts'
import { covers, type Reach, reachOf } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import type { OrderId } from '#pure/ids.ts'
import { vietnamInstant } from '#pure/vietnam-time.ts'
import { askAboutOrder } from '#shop/flows/receive-payment/ask-providers.ts'
import { readOrder } from '#shop/flows/staff/orders/read-order.ts'
import { transition } from '#shop/flows/transition-order.ts'
import {
  countCalls,
  findCaller,
  findOwnCall,
  returnCall,
  insertAttemptOfCall,
  lockCaller,
  takeNext,
  takeOrder,
} from '#shop/order/call-store.ts'
import {
  call_ms,
  max_callback_ms,
  max_no_answers,
  nextCallAt,
  nextMorning,
} from '#shop/order/call.ts'
import { cancel_texts } from '#shop/order/cancel-reasons.ts'
import { findOrderCodes, type LockedOrder, lockOrderByCode } from '#shop/order/order-store.ts'
import { storedCode } from '#shop/order/order.ts'
import { insertStaffEvent } from '#shop/order/staff-event-store.ts'
import {
  findLoanDeadline,
  isLoanExamined,
  proveLoanPhone,
} from '#shop/trade/application/order-loan-store.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import {
  countRefusals,
  findLookAlikes,
  findOwnership,
  findQueue,
} from '#shop/views/order/call-queue-store.ts'
import { findChangesSince } from '#shop/views/order/order-page-store.ts'

/** Staff call the shoppers of pending orders (decision 127). */
export function callStaffService(deps: StaffFlowDeps): Service<typeof contract> {
  const { db, now, log, write } = deps
  return {
    nextCall: async (actor) => {
      const reach = reachOf(contract.nextCall, actor)
      const own = await takeFor(deps, actor, reach)
      const { waiting, next_due_at } = await findQueue(db, actor.staff_id, reach, now())
      const call = own && (await readCall(deps, actor, own))
      return { call, waiting, next_due_at: next_due_at?.toISOString() ?? null }
    },
    takeCall: async (actor, { order_code }) => {
      const { refuse } = contract.takeCall
      const reach = reachOf(contract.takeCall, actor)
      return write({ actor, operation: 'calls.takeCall' }, async (tx) => {
        await lockCaller(tx, actor.staff_id)
        const order = await lockOrderByCode(tx, storedCode(order_code), reach)
        if (order === null) throw refuse('order_not_found')
        if (order.state !== 'pending') throw refuse('not_pending', { state: order.state })
        const caller = await findCaller(tx, order.order_id, now())
        if (caller !== null && caller.staff_id !== actor.staff_id) {
          throw refuse('call_taken', { name: caller.name })
        }
        return takeLocked(tx, order, actor, now())
      })
    },
    takeOverCall: async (actor, { order_code }) => {
      const { refuse } = contract.takeOverCall
      const reach = reachOf(contract.takeOverCall, actor)
      const code = storedCode(order_code)
      const taken = await write({ actor, operation: 'calls.takeOverCall' }, async (tx) => {
        await lockCaller(tx, actor.staff_id)
        const order = await lockOrderByCode(tx, code, reach)
        if (order === null) throw refuse('order_not_found')
        if (order.state !== 'pending') throw refuse('not_pending', { state: order.state })
        return takeLocked(tx, order, actor, now())
      })
      log.info({ staff: actor.name, order_code: code }, 'staff took a call over')
      return taken
    },
    leaveCall: async (actor) => ({
      is_left: await write({ actor, operation: 'calls.leaveCall' }, (tx) =>
        returnCall(tx, actor.staff_id),
      ),
    }),
    recordCall: async (actor, input) => {
      const code = storedCode(input.order_code)
      const reach = reachOf(contract.recordCall, actor)
      if (['no_answer', 'wrong_number', 'cancel'].includes(input.outcome)) {
        // It may be cancelled: money that its provider has not reported yet raises the version.
        const found = await findOrderCodes(db, [code], reach)
        for (const { order_id } of found) await askAboutOrder(deps, order_id, 5_000)
      }
      const act = { actor, operation: 'calls.recordCall', reason: input.outcome } as const
      const recorded = await write(act, (tx) => record(tx, actor, { ...input, code }, now()))
      log.info({ staff: actor.name, order_code: code, outcome: input.outcome }, 'order called')
      return recorded
    },
  }
}

type OwnCall = NonNullable<Awaited<ReturnType<typeof findOwnCall>>>

/** Returns the order that the member of staff has taken; else takes the next one. Null: there is none. */
async function takeFor(
  { now, write }: StaffFlowDeps,
  actor: StaffActor,
  reach: Reach,
): Promise<OwnCall | null> {
  const { staff_id } = actor
  for (;;) {
    const at = now()
    const taken = await write({ actor, operation: 'calls.nextCall' }, async (tx) => {
      await lockCaller(tx, staff_id)
      const own = await findOwnCall(tx, staff_id, reach, at)
      if (own !== null) return own
      await returnCall(tx, staff_id)
      const taken_until = new Date(at.getTime() + call_ms)
      const outcome = await takeNext(tx, { staff_id, taken_until, now: at }, reach)
      if (outcome !== 'taken') return outcome
      const next = await findOwnCall(tx, staff_id, reach, at)
      if (next !== null && mayReadPhone(actor, await findOwnership(tx, next.order_id))) {
        const event = { order_code: next.code, kind: 'phone_shown', text: null } as const
        await insertStaffEvent(tx, { ...event, staff_name: actor.name }, reach, at)
      }
      return next ?? 'none'
    })
    if (taken === 'none') return null
    if (taken !== 'busy') return taken
  }
}

async function takeLocked(tx: Tx, order: LockedOrder, actor: StaffActor, at: Date) {
  const { staff_id } = actor
  const taken_until = new Date(at.getTime() + call_ms)
  await returnCall(tx, staff_id)
  await takeOrder(tx, order.order_id, { staff_id, taken_until, now: at })
  if (mayReadPhone(actor, await findOwnership(tx, order.order_id))) {
    const event = { order_code: order.code, kind: 'phone_shown', text: null } as const
    const reach = reachOf(orders.showPhone, actor)
    await insertStaffEvent(tx, { ...event, staff_name: actor.name }, reach, at)
  }
  return { taken_until: taken_until.toISOString() }
}

function mayReadPhone(actor: StaffActor, order: Awaited<ReturnType<typeof findOwnership>>) {
  return order !== null && covers(orders.showPhone, actor, order)
}

async function readCall(
  deps: StaffFlowDeps,
  actor: StaffActor,
  { code, order_id, taken_until }: OwnCall,
): Promise<TakenCall | null> {
  const { db } = deps
  const reach = reachOf(orders.order, actor)
  const [order, owned, { no_answers }, look_alikes] = await Promise.all([
    readOrder(deps, actor, code),
    findOwnership(db, order_id),
    countCalls(db, order_id),
    findLookAlikes(db, order_id, reach),
  ])
  if (order === null || owned === null) return null
  return {
    order,
    taken_until: taken_until.toISOString(),
    no_answers,
    phone: mayReadPhone(actor, owned) ? owned.recipient.phone : null,
    look_alikes: look_alikes.map(({ created_at, ...other }) => ({
      ...other,
      created_at: created_at.toISOString(),
    })),
    ...(await countRefusals(db, owned.phone, order_id)),
  }
}

interface Called {
  code: string
  version: number
  outcome: CallOutcome
  reason?: CancelReason | undefined
  callback_at?: string | undefined
  note?: string | undefined
}

/** Writes what came of a call of an order that the member of staff has taken, and makes the move that follows. */
async function record(tx: Tx, actor: StaffActor, called: Called, at: Date) {
  const { refuse } = contract.recordCall
  const order = await lockOrderByCode(tx, called.code, reachOf(contract.recordCall, actor))
  if (order === null) throw refuse('order_not_found')
  const { order_id, state, version } = order
  if (version !== called.version) {
    const changes = await findChangesSince(tx, order_id, called.version)
    throw refuse('order_changed', { state, version, changes })
  }
  if (state !== 'pending') throw refuse('move_not_possible', { state })
  // Whoever was slower than ten minutes may still write it, as long as nobody else has taken the order.
  const caller = await findCaller(tx, order_id, at, true)
  if (caller === null || caller.staff_id !== actor.staff_id) {
    throw refuse('call_not_taken', { name: caller?.name ?? null })
  }
  const { calls, no_answers } = await countCalls(tx, order_id)
  const { is_paid } = (await findOwnership(tx, order_id)) ?? { is_paid: false }
  const loan_until = called.outcome === 'agreed' ? await heldForLoan(tx, order_id, at) : null
  const { move, reason, next_at } =
    loan_until === null
      ? followUp(called, { no_answers, is_paid }, at)
      : { move: null, reason: null, next_at: loan_until }
  const attempt = { order_id, position: calls + 1, staff_name: actor.name, next_at }
  const { outcome, note } = called
  const by = { staff_id: actor.staff_id, outcome, note: note || null }
  await insertAttemptOfCall(tx, { ...attempt, ...by }, at)
  if (move === 'cancel' && called.outcome === 'cancel') {
    const owned = await findOwnership(tx, order_id)
    if (owned !== null && !covers(orders.cancelOrder, actor, owned)) throw refuse('may_not_cancel')
  }
  if (move !== null) {
    const staff = { name: actor.name, reason: reason ?? null, note: note || null }
    const text = reason === null ? undefined : cancel_texts[reason]
    await transition(tx, order, move, { actor: 'staff', staff, reason: text }, at)
  }
  const moved = { confirm: 'confirmed', cancel: 'cancelled' } as const
  return {
    state: move === null ? state : moved[move],
    next_at: next_at?.toISOString() ?? null,
  }
}

/**
 * Until when goods are held for a loan that is examined, now that its phone is proven: such an order is confirmed by
 * its contract. Null: it has none.
 */
async function heldForLoan(tx: Tx, order_id: OrderId, at: Date): Promise<Date | null> {
  if (!(await isLoanExamined(tx, order_id))) return null
  await proveLoanPhone(tx, order_id, at)
  return findLoanDeadline(tx, order_id)
}

interface FollowUp {
  move: 'confirm' | 'cancel' | null
  reason: CancelReason | null
  next_at: Date | null
}

/** What follows from a call. A paid order is cancelled by a person only, never because nobody could be reached. */
function followUp(
  { outcome, reason, callback_at }: Called,
  { no_answers, is_paid }: { no_answers: number; is_paid: boolean },
  at: Date,
): FollowUp {
  const later = (next_at: Date): FollowUp => ({ move: null, reason: null, next_at })
  const cancelled = (why: CancelReason): FollowUp =>
    is_paid ? later(nextMorning(at)) : { move: 'cancel', reason: why, next_at: null }
  switch (outcome) {
    case 'agreed':
      return { move: 'confirm', reason: null, next_at: null }
    case 'no_answer':
      return no_answers + 1 < max_no_answers
        ? later(nextCallAt(no_answers + 1, at))
        : cancelled('not_reached')
    case 'wrong_number':
      return cancelled('wrong_details')
    case 'change_goods':
      return later(nextCallAt(1, at))
    case 'cancel':
      return { move: 'cancel', reason: reason ?? 'other', next_at: null }
    case 'callback':
      return later(callbackAt(callback_at ?? '', at))
  }
}

function callbackAt(typed: string, at: Date): Date {
  const [day = '', time = ''] = typed.split('T')
  const due_at = vietnamInstant(day, time)
  const wait_ms = due_at.getTime() - at.getTime()
  // A day that does not exist is not a number here.
  if (!(wait_ms > 0 && wait_ms <= max_callback_ms)) {
    throw contract.recordCall.refuse('callback_refused')
  }
  return due_at
}
