import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ParcelState } from '#contracts/staff/parcels.ts'
import type { CarrierState } from '#shop/shipment/carriers/carrier.ts'
import { judgeEvent } from '#shop/shipment/judge-event.ts'
import { isFinal, parcelMoveOf } from '#shop/shipment/parcel-states.ts'
import '#test/support/property-seed.ts'

interface Event {
  state: CarrierState | null
  at: Date
}
interface Parcel {
  state: ParcelState
  carrier_at: Date | null
}

const under_way = ['handed_over', 'delivering', 'delivery_failed', 'returning', null] as const
const ends = ['delivered', 'lost', ...under_way] as const

/** What a carrier may say: created, then anything under way in any sequence, and at the end perhaps an end. */
const journeys = fc
  .tuple(
    fc.array(fc.constantFrom(...under_way), { minLength: 3, maxLength: 3 }),
    fc.constantFrom(...ends),
  )
  .map(([middle, end]) =>
    [...(['created'] as const), ...middle, end].map((state, n) => ({
      state,
      at: new Date(n * 1_000),
    })),
  )

function receive(parcel: Parcel, event: Event): Parcel {
  const { outcome, moves } = judgeEvent(parcel, event)
  let { state } = parcel
  for (const move of moves) {
    expect(parcelMoveOf(move).from).toContain(state)
    state = parcelMoveOf(move).to
  }
  const counts = outcome === 'applied' || outcome === 'same'
  return { state, carrier_at: counts ? event.at : parcel.carrier_at }
}

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]]
  return list.flatMap((one, n) =>
    permutations([...list.slice(0, n), ...list.slice(n + 1)]).map((rest) => [one, ...rest]),
  )
}

const first: Parcel = { state: 'requested', carrier_at: null }

test('five events in all their orders, each once or twice, end in the state of the newest', () => {
  fc.assert(
    fc.property(journeys, (events) => {
      const newest = events.findLast(({ state }) => state !== null)?.state
      for (const order of permutations(events)) {
        expect(order.reduce(receive, first).state).toBe(newest)
        expect([...order, ...order].reduce(receive, first).state).toBe(newest)
      }
    }),
    { numRuns: 40 },
  )
})

test('nothing moves a parcel that has arrived, is lost, cancelled or back', () => {
  const finals = ['delivered', 'lost', 'cancelled', 'received_back'] as const
  for (const state of finals) {
    expect(isFinal(state)).toBe(true)
    for (const told of ['created', 'delivering', 'delivered', 'lost', 'cancelled'] as const) {
      const parcel = { state, carrier_at: new Date(0) }
      expect(judgeEvent(parcel, { state: told, at: new Date(9) })).toEqual({
        outcome: 'final',
        moves: [],
      })
    }
  }
})

test('of two events of the same second the one that is further counts, in both orders', () => {
  const at = new Date(5_000)
  const both = [
    { state: 'delivering', at },
    { state: 'delivered', at },
  ] as const
  for (const order of permutations(both)) {
    expect(order.reduce<Parcel>(receive, first).state).toBe('delivered')
  }
})
