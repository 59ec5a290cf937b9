import type { z } from 'zod'
import { tradeIns as contract } from '#contracts/staff/trade/trade-ins.ts'
import type { Tx } from '#db/schema.ts'
import { breaks } from '#platform/database/postgres.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { storedUnitCode } from '#pure/formats/unit-codes.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { codeProblem } from '#shop/flows/trade/create-trade-in.ts'
import { kindOfDevice } from '#shop/flows/trade/trade-facts-store.ts'
import { lockTradeToMove } from '#shop/flows/trade/trade-in/lock-trade.ts'
import { findKnownUnits } from '#shop/inventory/unit/unit-store.ts'
import { notifyOfTrade } from '#shop/notification/notify-store.ts'
import { trade_moves } from '#shop/trade/trade-in/trade-in-states.ts'
import {
  differ,
  highestOffer,
  needsApproval,
  newAcceptCode,
  offerProblem,
} from '#shop/trade/trade-in/offer.ts'
import {
  insertTradeEvent,
  type LockedTrade,
  updateAcceptCode,
  updateTrade,
} from '#shop/trade/trade-in/trade-quote-store.ts'
import { valuate } from '#shop/trade/trade-in/valuation.ts'

type Input = z.output<typeof contract.offer.input>
const { refuse } = contract.offer

/**
 * Checks a device item by item and says what the shop pays, by the terms of its quote (decision 226). Its owner gets
 * the price, the reason and six digits.
 */
export async function offerTradeIn(
  { now, log, write }: StaffFlowDeps,
  actor: StaffActor,
  input: Input,
): Promise<void> {
  const act = { actor, operation: 'tradeIns.offer', reason: input.reason ?? null } as const
  try {
    await write(act, async (tx) => {
      const trade = await lockTradeToMove(tx, actor, input, 'offer', now())
      const checked = await checkedDevice(tx, trade, input)
      const { amount } = input
      const reason = reasonOf(trade, checked, input)
      refusePrice(trade, checked, input, limitOf(trade, checked, actor))
      const { trade_quote_id } = trade
      const move = needsApproval(trade.value, amount) ? 'check' : 'offer'
      const { to } = trade_moves[move]
      await updateTrade(tx, trade_quote_id, {
        ...{ state: to, ...checked.stored, offer: amount, accept_code: null, approved_by: null },
        ...{ offer_reason: reason, offer_note: input.note || null },
        ...{ offered_by: actor.staff_id, offered_at: now() },
      })
      await insertTradeEvent(tx, trade_quote_id, {
        ...{ move, to_state: to, amount, reason },
        ...{ note: input.note || null, staff_id: actor.staff_id, happened_at: now() },
      })
      if (move === 'offer') await askOwner(tx, trade, trade.version + 1, now())
    })
  } catch (error) {
    if (breaks(error, 'trade_quote_at_counter')) {
      throw refuse('device_not_buyable', { problem: 'at_counter' })
    }
    throw error
  }
  log.info(
    { staff: actor.name, trade_in: input.code, amount: input.amount },
    'a device was checked',
  )
}

/** Another person agrees to a price far below the quote (decision 250). Then its owner gets it as any other. */
export async function approveOffer(
  { now, log, write }: StaffFlowDeps,
  actor: StaffActor,
  input: z.output<typeof contract.approve.input>,
): Promise<void> {
  await write({ actor, operation: 'tradeIns.approve' }, async (tx) => {
    const trade = await lockTradeToMove(tx, actor, input, 'approve', now())
    if (trade.offered_by === actor.staff_id) throw contract.approve.refuse('own_offer')
    const { trade_quote_id, offer, offer_reason: reason, offer_note: note } = trade
    const { to } = trade_moves.approve
    await updateTrade(tx, trade_quote_id, { state: to, approved_by: actor.staff_id })
    const event = { move: 'approve', to_state: to, amount: offer ?? 0, reason, note } as const
    await insertTradeEvent(tx, trade_quote_id, {
      ...{ ...event, staff_id: actor.staff_id, happened_at: now() },
    })
    await askOwner(tx, trade, trade.version + 1, now())
  })
  log.info({ staff: actor.name, trade_in: input.code }, 'a low price of a device was approved')
}

/** Gives the owner the price and six digits by which they agree. */
async function askOwner(
  tx: Tx,
  { trade_quote_id, phone }: LockedTrade,
  version: number,
  now: Date,
): Promise<void> {
  await updateAcceptCode(tx, trade_quote_id, newAcceptCode())
  await notifyOfTrade(tx, { trade_quote_id, version, phone }, 'trade_offered', now)
}

interface Checked {
  counter_value: number
  stored: { device_code: string; checked_answers: string; grade_code: string }
  differs: boolean
}

/** What the shop found: the code, the answers and what they are worth. */
async function checkedDevice(tx: Tx, trade: LockedTrade, input: Input): Promise<Checked> {
  if (!input.is_signed_out) throw refuse('account_not_signed_out')
  const device_code = storedUnitCode(input.device_code)
  const kind = await kindOfDevice(tx, trade.device_id)
  if (codeProblem(device_code, kind === 'dien-thoai') !== null) throw refuse('device_code_wrong')
  const [known] = await findKnownUnits(tx, [device_code])
  if (known !== undefined && known.state !== 'sold') {
    const is_lost = known.state === 'locked' || known.state === 'written_off'
    throw refuse('device_not_buyable', { problem: is_lost ? 'locked' : 'ours' })
  }
  const answers = Object.fromEntries(
    trade.terms.questions.map(({ question_code }) => [
      question_code,
      input.answers[question_code] ?? '',
    ]),
  )
  const valuation = valuate(trade.terms, answers)
  if (valuation === null) throw refuse('checks_missing')
  const { value: counter_value, grade_code } = valuation
  const stored = { device_code, checked_answers: JSON.stringify(answers), grade_code }
  return { counter_value, stored, differs: differ(answers, trade.answers) }
}

function refusePrice(
  { value }: LockedTrade,
  { counter_value, differs }: Checked,
  { amount, reason, note = '' }: Input,
  limit: number,
): void {
  const named = reason ?? null
  const said = { amount, reason: named, note }
  const problem = offerProblem({ value, counter_value, differs, ...said, limit })
  if (problem === 'above_not_permitted') throw refuse(problem, { limit })
  if (problem === 'reason_not_true') throw refuse(problem, { counter_value })
  if (problem !== null) throw refuse(problem)
}

/** The quoted price of a device that is worth it needs no reason: one that was chosen by mistake is not shown. */
function reasonOf({ value }: LockedTrade, { counter_value }: Checked, { amount, reason }: Input) {
  return amount === value && amount <= counter_value ? null : (reason ?? null)
}

const above = { permission: 'trade_ins.above', scopes: ['all', 'shops'] } as const

function limitOf(
  { value, shop_id }: LockedTrade,
  { counter_value }: Checked,
  actor: StaffActor,
): number {
  const { is_everything, shops } = reachOf(above, actor)
  const where = is_everything ? 'all' : shops.includes(shop_id) ? 'shop' : 'none'
  return highestOffer(Math.min(value, counter_value), where)
}
