import { ParcelMove, type ParcelState } from '#contracts/staff/parcels.ts'
import type { MoveName } from '#shop/order/order-states.ts'

/** What staff decide about the goods of a lost parcel. */
export type LossDecision = 'send_again' | 'write_off'

/** Every move: those of staff, those that only a carrier reports, and decisions about a loss. */
export type ParcelMoveName = ParcelMove | 'accept' | 'store' | LossDecision

/** A move of a parcel, and the move of its order that comes with it. */
interface Move {
  from: readonly ParcelState[]
  to: ParcelState
  /** In the sequence in which they apply. The parcel does not move if its order may not; an order is shipped once. */
  order: readonly MoveName[]
}

/**
 * Every state of a parcel and every move between them. This table is the only definition. A parcel that was delivered,
 * received back, lost or cancelled stays so. Units leave the shop when their parcel does.
 */
export const parcel_moves = {
  accept: { from: ['requested'], to: 'created', order: [] },
  hand_over: { from: ['created'], to: 'handed_over', order: ['ship'] },
  go_out: {
    from: ['created', 'handed_over', 'delivery_failed', 'returning'],
    to: 'delivering',
    order: ['ship'],
  },
  // Back in a depot of the carrier.
  store: { from: ['delivering', 'delivery_failed', 'returning'], to: 'handed_over', order: [] },
  deliver: {
    from: ['handed_over', 'delivering', 'delivery_failed', 'returning'],
    to: 'delivered',
    order: ['deliver'],
  },
  fail: { from: ['handed_over', 'delivering', 'returning'], to: 'delivery_failed', order: [] },
  turn_back: { from: ['handed_over', 'delivering', 'delivery_failed'], to: 'returning', order: [] },
  receive_back: {
    from: ['handed_over', 'delivering', 'delivery_failed', 'returning'],
    to: 'received_back',
    order: ['come_back'],
  },
  lose: {
    from: ['handed_over', 'delivering', 'delivery_failed', 'returning'],
    to: 'lost',
    order: [],
  },
  // Nobody finds it. Its order gets the same goods once more, or goes on without them.
  send_again: { from: ['lost'], to: 'replaced', order: ['send_again'] },
  write_off: { from: ['lost'], to: 'written_off', order: ['lose'] },
  cancel: { from: ['requested', 'created'], to: 'cancelled', order: [] },
} as const satisfies Record<ParcelMoveName, Move>

export function parcelMoveOf(name: ParcelMoveName): Move {
  return parcel_moves[name]
}

/** The moves that staff can make with a parcel in this state. A parcel that comes back waits for its scan first. */
export function movesFrom(state: ParcelState): ParcelMove[] {
  const moves = ParcelMove.options.filter((name) => parcelMoveOf(name).from.includes(state))
  return state === 'returning' ? [...moves].sort(byUse) : moves
}

function byUse(one: ParcelMove, other: ParcelMove): number {
  return Number(other === 'receive_back') - Number(one === 'receive_back')
}

/** Whether nothing moves a parcel in this state any more: of a lost one only its order is decided. */
export function isFinal(state: ParcelState): boolean {
  if (state === 'lost') return true
  return !Object.values(parcel_moves).some(({ from }: Move) => from.includes(state))
}
