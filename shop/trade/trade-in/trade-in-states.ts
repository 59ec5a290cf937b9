import type { TradeState } from '#contracts/storefront/trade/trade-in.ts'

interface TradeMove {
  /** 'new': the move creates the quote. */
  from: readonly (Exclude<TradeState, 'expired'> | 'new')[]
  to: Exclude<TradeState, 'expired'>
  /** `clock`: nobody took the device away from the counter. */
  by: readonly ('owner' | 'staff' | 'clock')[]
}

/**
 * Every state of a quote for an old device and every move between them (decision 226). This table is the only
 * definition. Money and the device move only with `pay`; until then the device belongs to its owner.
 */
export const trade_moves = {
  quote: { from: ['new'], to: 'quoted', by: ['owner'] },
  arrive: { from: ['quoted'], to: 'arrived', by: ['staff'] },
  /** A price far below the quote, which another member of staff must see first. */
  check: { from: ['arrived', 'checked', 'offered'], to: 'checked', by: ['staff'] },
  approve: { from: ['checked'], to: 'offered', by: ['staff'] },
  offer: { from: ['arrived', 'checked', 'offered'], to: 'offered', by: ['staff'] },
  accept: { from: ['offered'], to: 'accepted', by: ['owner', 'staff'] },
  pay: { from: ['accepted'], to: 'paid', by: ['staff'] },
  decline: { from: ['offered'], to: 'refused', by: ['owner'] },
  refuse: {
    from: ['arrived', 'checked', 'offered', 'accepted'],
    to: 'refused',
    by: ['staff', 'clock'],
  },
  cancel: { from: ['quoted', 'arrived', 'checked'], to: 'cancelled', by: ['owner'] },
} as const satisfies Record<string, TradeMove>

export type TradeMoveName = keyof typeof trade_moves

/** Whether a move is possible in a state. A quote whose time is over can only be read. */
export function canTrade(move: TradeMoveName, state: TradeState): boolean {
  const { from }: TradeMove = trade_moves[move]
  return from.some((one) => one === state)
}

/** The state as it is shown: a quote for which nobody came in time is `expired`. */
export function shownTradeState(
  { state, expires_at }: { state: Exclude<TradeState, 'expired'>; expires_at: Date },
  now: Date,
): TradeState {
  return state === 'quoted' && expires_at <= now ? 'expired' : state
}
