import type { CarrierEventOutcome, ParcelState } from '#contracts/staff/parcels.ts'
import type { CarrierEvent, CarrierState } from '#shop/shipment/carriers/carrier.ts'
import { isFinal, parcelMoveOf, type ParcelMoveName } from '#shop/shipment/parcel-states.ts'

/** The moves that a carrier reports. That a parcel was received back is scanned by staff. */
const carrier_moves = [
  'accept',
  'hand_over',
  'go_out',
  'store',
  'fail',
  'turn_back',
  'deliver',
  'lose',
  'cancel',
] as const satisfies readonly ParcelMoveName[]

/** Two events of the same second: the one that stands later here counts. */
const sequence: readonly ParcelState[] = [
  'requested',
  'created',
  'handed_over',
  'delivering',
  'delivery_failed',
  'returning',
  'delivered',
  'lost',
  'cancelled',
]

interface Judged {
  outcome: Exclude<CarrierEventOutcome, 'no_parcel'>
  /** In sequence; empty unless the event is applied. */
  moves: readonly ParcelMoveName[]
}

/**
 * What an event does to a parcel. Only the newest event moves it, and nothing moves a parcel that has arrived, is lost
 * or was cancelled: so the events of a parcel end in the same state, in whatever sequence they come.
 */
export function judgeEvent(
  parcel: { state: ParcelState; carrier_at: Date | null },
  { state, at }: Pick<CarrierEvent, 'state' | 'at'>,
): Judged {
  const filed = (outcome: Judged['outcome']): Judged => ({ outcome, moves: [] })
  if (state === null) return filed('nothing')
  if (isFinal(parcel.state)) return filed('final')
  if (isLate(parcel, state, at)) return filed('late')
  if (parcel.state === state) return filed('same')
  const moves = movesTo(parcel.state, state)
  return moves === null ? filed('not_movable') : { outcome: 'applied', moves }
}

function isLate(
  parcel: { state: ParcelState; carrier_at: Date | null },
  state: CarrierState,
  at: Date,
): boolean {
  const since = at.getTime() - (parcel.carrier_at?.getTime() ?? Number.NEGATIVE_INFINITY)
  if (since !== 0) return since < 0
  return sequence.indexOf(state) <= sequence.indexOf(parcel.state)
}

/** The shortest way from one state to another; null if there is none. */
function movesTo(from: ParcelState, to: CarrierState): ParcelMoveName[] | null {
  const ways = new Map<ParcelState, ParcelMoveName[]>([[from, []]])
  for (const [state, way] of ways) {
    if (state === to) return way
    for (const move of carrier_moves) {
      const { from: allowed, to: next } = parcelMoveOf(move)
      if (allowed.includes(state) && !ways.has(next)) ways.set(next, [...way, move])
    }
  }
  return null
}
