import type { ParcelMove, ParcelState } from '#contracts/staff/parcels.ts'
import type { MoveName } from '#shop/order/order-states.ts'

/** A move of a parcel, and the move of its order that comes with it. */
interface Move {
  from: readonly ParcelState[]
  to: ParcelState
  /** In the sequence in which they apply; those that the order's state does not allow are left out. */
  order: readonly MoveName[]
}

/**
 * Every state of a parcel and every move between them. This table is the only definition. A parcel that was delivered,
 * received back, lost or cancelled stays so. Units leave the shop when their parcel does.
 */
const parcel_moves = {
  hand_over: { from: ['created'], to: 'handed_over', order: ['ship'] },
  go_out: {
    from: ['created', 'handed_over', 'delivery_failed'],
    to: 'delivering',
    order: ['ship'],
  },
  deliver: {
    from: ['handed_over', 'delivering', 'delivery_failed'],
    to: 'delivered',
    order: ['deliver'],
  },
  fail: { from: ['handed_over', 'delivering'], to: 'delivery_failed', order: [] },
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
  cancel: { from: ['requested', 'created'], to: 'cancelled', order: [] },
} as const satisfies Record<ParcelMove, Move>

export function parcelMoveOf(name: ParcelMove): Move {
  return parcel_moves[name]
}

/** The moves that a parcel in this state can make. */
export function movesFrom(state: ParcelState): ParcelMove[] {
  return (Object.keys(parcel_moves) as ParcelMove[]).filter((name) =>
    parcelMoveOf(name).from.includes(state),
  )
}
