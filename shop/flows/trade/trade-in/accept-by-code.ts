import type { z } from 'zod'
import { purchase_rules, tradeIns as contract } from '#contracts/staff/trade/trade-ins.ts'
import type { StaffActor } from '#pure/contract.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { lockTradeToMove } from '#shop/flows/trade/trade-in/lock-trade.ts'
import { isAcceptCode } from '#shop/trade/trade-in/offer.ts'
import {
  countWrongAcceptCode,
  insertTradeEvent,
  updateTrade,
} from '#shop/trade/trade-in/trade-quote-store.ts'

/**
 * The owner agrees at the counter, by the digits that were sent to the phone. Wrong ones are counted in a transaction
 * that is committed; only then they are refused.
 */
export async function acceptByCode(
  { now, log, write }: StaffFlowDeps,
  actor: StaffActor,
  input: z.output<typeof contract.acceptByCode.input>,
): Promise<void> {
  const { refuse } = contract.acceptByCode
  const max = purchase_rules.max_wrong_codes
  const act = { actor, operation: 'tradeIns.acceptByCode' } as const
  const wrong_codes = await write(act, async (tx) => {
    const trade = await lockTradeToMove(tx, actor, input, 'accept', now())
    const { trade_quote_id, accept_code, offer } = trade
    if (accept_code === null || trade.wrong_codes >= max) return max
    if (!isAcceptCode(input.accept_code, accept_code)) {
      return countWrongAcceptCode(tx, trade_quote_id)
    }
    const accepted = { state: 'accepted', accepted_at: now(), accepted_by: 'code' } as const
    await updateTrade(tx, trade_quote_id, accepted)
    await insertTradeEvent(tx, trade_quote_id, {
      ...{ move: 'accept', to_state: 'accepted', amount: offer ?? 0, staff_id: actor.staff_id },
      happened_at: now(),
    })
    return 0
  })
  log.info({ staff: actor.name, trade_in: input.code, wrong_codes }, 'an owner said the digits')
  if (wrong_codes >= max) throw refuse('accept_code_blocked')
  if (wrong_codes > 0) throw refuse('accept_code_wrong', { left: max - wrong_codes })
}
