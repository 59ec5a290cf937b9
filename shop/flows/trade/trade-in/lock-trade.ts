import { tradeIns as contract } from '#contracts/staff/trade/trade-ins.ts'
import type { Tx } from '#db/schema.ts'
import { reachOf } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import { storedCode } from '#shop/order/order.ts'
import {
  canTrade,
  shownTradeState,
  type TradeMoveName,
} from '#shop/trade/trade-in/trade-in-states.ts'
import { type LockedTrade, lockTradeOfShop } from '#shop/trade/trade-in/trade-quote-store.ts'

const { refuse } = contract.arrive

/** Locks a quote within reach that was seen in this version and can make this move; refuses any other. */
export async function lockTradeToMove(
  tx: Tx,
  actor: StaffActor,
  { code, version }: { code: string; version: number },
  move: TradeMoveName,
  now: Date,
): Promise<LockedTrade> {
  const operation = move === 'pay' || move === 'approve' ? move : 'arrive'
  const trade = await lockTradeInReach(tx, actor, code, operation)
  const state = shownTradeState(trade, now)
  if (!canTrade(move, state)) throw refuse('trade_in_not_possible', { state })
  if (trade.version !== version) throw refuse('trade_in_changed')
  return trade
}

/** Locks a quote of a shop within reach; a foreign one is as absent as none. */
export async function lockTradeInReach(
  tx: Tx,
  actor: StaffActor,
  code: string,
  operation: 'arrive' | 'approve' | 'pay',
): Promise<LockedTrade> {
  const trade = await lockTradeOfShop(tx, storedCode(code), reachOf(contract[operation], actor))
  if (trade === null) throw refuse('trade_in_not_found')
  return trade
}
