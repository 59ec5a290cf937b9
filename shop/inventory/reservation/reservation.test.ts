import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import {
  openSupplyLedger,
  ReservationConflict,
  type ReservationRequest,
  type Supplies,
} from '#shop/inventory/reservation/reservation.ts'

const stockRow = (shop_id: number, free: number) => ({
  product_id: 1,
  shop_id,
  province_id: 30,
  free,
})
const slot = (given: Partial<QuotaClaim> = {}): QuotaClaim => ({
  reason: 'flash',
  name: 'Điện thoại',
  item_id: 1,
  quantity: 1,
  quota_id: 7,
  customer_limit: { key: 'flash:3:1', most: 1 },
  ...given,
})
const request = (given: Partial<ReservationRequest> = {}): ReservationRequest => ({
  items: [{ item_id: 1, item_quantity: 1 }],
  location: { shop_id: null, province_id: 30 },
  claims: [slot()],
  customer_key: '+84912345678',
  ...given,
})

function ledgerOf(given: Partial<Supplies>, requests: readonly ReservationRequest[]) {
  const ledger = openSupplyLedger()
  const usual = { stock_rows: [stockRow(1, 100)], partly_locked: new Set<number>(), uses: [] }
  ledger.learn(ledger.missing(requests), {
    ...usual,
    quotas: [{ quota_id: 7, total: 10, taken: 0, settled: 0 }],
    ...given,
  })
  return ledger
}

const reasonsOf = (given: Partial<Supplies>, asked: ReservationRequest) =>
  ledgerOf(given, [asked])
    .draw(asked)
    .problems?.map(({ reason }) => reason)

describe('draw', () => {
  test('gives a slot, a share of the limit and a piece', () => {
    const asked = request()
    expect(ledgerOf({}, [asked]).draw(asked).reservations).toEqual([
      { kind: 'quota', quota_id: 7, quantity: 1 },
      {
        kind: 'customer_limit',
        limit_key: 'flash:3:1',
        customer_key: '+84912345678',
        quantity: 1,
        most: 1,
      },
      { kind: 'stock', product_id: 1, shop_id: 1, quantity: 1 },
    ])
  })

  test('says why a claim cannot be had', () => {
    const used = [{ limit_key: 'flash:3:1', customer_key: '+84912345678', taken: 1 }]
    expect(reasonsOf({}, request({ customer_key: null }))).toEqual(['no_customer'])
    expect(reasonsOf({}, request({ claims: [slot({ quantity: 2 })] }))).toEqual(['too_many'])
    expect(reasonsOf({ uses: used }, request())).toEqual(['had_before'])
    const full = { quota_id: 7, total: 10, taken: 10 }
    expect(reasonsOf({ quotas: [{ ...full, settled: 9 }] }, request())).toEqual(['all_reserved'])
    expect(reasonsOf({ quotas: [{ ...full, settled: 10 }] }, request())).toEqual(['all_sold'])
    expect(reasonsOf({ quotas: [] }, request())).toEqual(['all_sold'])
  })

  test('two colours of one kind count together for the customer', () => {
    const claims = [slot(), slot({ item_id: 2, quota_id: 8 })]
    const quotas = [7, 8].map((quota_id) => ({ quota_id, total: 5, taken: 0, settled: 0 }))
    expect(reasonsOf({ quotas }, request({ claims }))).toEqual(['too_many', 'too_many'])
  })

  test('what is short is said before any claim; unlocked stock rows mean another try', () => {
    const asked = request({ customer_key: null })
    const none = ledgerOf({ stock_rows: [] }, [asked]).draw(asked)
    expect(none.shortages).toEqual([{ item_id: 1, left: 0 }])
    const unseen = ledgerOf({ stock_rows: [], partly_locked: new Set([1]) }, [asked])
    expect(() => unseen.draw(asked)).toThrow(ReservationConflict)
  })
})

const anOrder = fc.record({
  pieces: fc.integer({ min: 1, max: 3 }),
  customer: fc.integer({ min: 1, max: 6 }),
  has_slot: fc.boolean(),
})

test('however a batch draws, no stock row, quota or limit gives more than it has, and nobody is refused for nothing', () => {
  const supplies = fc.record({
    rows: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 }),
    total: fc.integer({ min: 0, max: 8 }),
    most: fc.integer({ min: 1, max: 4 }),
  })
  fc.assert(
    fc.property(supplies, fc.array(anOrder, { maxLength: 12 }), ({ rows, total, most }, orders) => {
      const requests = orders.map(({ pieces, customer, has_slot }) =>
        request({
          items: [{ item_id: 1, item_quantity: pieces }],
          customer_key: String(customer),
          claims: has_slot
            ? [slot({ quantity: pieces, customer_limit: { key: 'flash:3:1', most } })]
            : [],
        }),
      )
      const ledger = ledgerOf(
        {
          stock_rows: rows.map((free, n) => stockRow(n + 1, free)),
          quotas: [{ quota_id: 7, total, taken: 0, settled: 0 }],
        },
        requests,
      )
      let pieces = rows.reduce((sum, one) => sum + one, 0)
      let slots = total
      const had = new Map<string, number>()
      for (const [n, { pieces: wanted, customer, has_slot }] of orders.entries()) {
        const asked = requests[n] as ReservationRequest
        const mine = had.get(String(customer)) ?? 0
        const fits = wanted <= pieces && (!has_slot || (wanted <= slots && mine + wanted <= most))
        const { reservations } = ledger.draw(asked)
        expect(reservations !== null).toBe(fits)
        if (reservations === null) continue
        ledger.take(reservations)
        pieces -= wanted
        if (has_slot) {
          slots -= wanted
          had.set(String(customer), mine + wanted)
        }
      }
    }),
  )
})
