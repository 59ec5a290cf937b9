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
const slot = (changes: Partial<QuotaClaim> = {}): QuotaClaim => ({
  reason: 'flash',
  name: 'Điện thoại',
  item_id: 1,
  quantity: 1,
  quota_id: 7,
  customer_limit: { key: 'flash:3:1', max: 1 },
  ...changes,
})
const requestWith = (changes: Partial<ReservationRequest> = {}): ReservationRequest => ({
  items: [{ item_id: 1, item_quantity: 1 }],
  location: { shop_id: null, province_id: 30 },
  claims: [slot()],
  customer_key: '+84912345678',
  ...changes,
})

function ledgerOf(changes: Partial<Supplies>, requests: readonly ReservationRequest[]) {
  const ledger = openSupplyLedger()
  const usual = { stock_rows: [stockRow(1, 100)], partly_locked: new Set<number>(), uses: [] }
  ledger.learn(ledger.missing(requests), {
    ...usual,
    quotas: [{ quota_id: 7, total: 10, taken: 0, settled: 0 }],
    ...changes,
  })
  return ledger
}

const reasonsOf = (changes: Partial<Supplies>, request: ReservationRequest) =>
  ledgerOf(changes, [request])
    .draw(request)
    .problems?.map(({ reason }) => reason)

describe('draw', () => {
  test('reserves a slot, a share of the limit and one unit of stock', () => {
    const request = requestWith()
    expect(ledgerOf({}, [request]).draw(request).reservations).toEqual([
      { kind: 'quota', quota_id: 7, quantity: 1 },
      {
        kind: 'customer_limit',
        limit_key: 'flash:3:1',
        customer_key: '+84912345678',
        quantity: 1,
        max_quantity: 1,
      },
      { kind: 'stock', product_id: 1, shop_id: 1, quantity: 1 },
    ])
  })

  test('returns the reason why a claim cannot be reserved', () => {
    const used = [{ limit_key: 'flash:3:1', customer_key: '+84912345678', taken: 1 }]
    expect(reasonsOf({}, requestWith({ customer_key: null }))).toEqual(['no_customer'])
    expect(reasonsOf({}, requestWith({ claims: [slot({ quantity: 2 })] }))).toEqual(['too_many'])
    expect(reasonsOf({ uses: used }, requestWith())).toEqual(['had_before'])
    const full = { quota_id: 7, total: 10, taken: 10 }
    expect(reasonsOf({ quotas: [{ ...full, settled: 9 }] }, requestWith())).toEqual([
      'all_reserved',
    ])
    expect(reasonsOf({ quotas: [{ ...full, settled: 10 }] }, requestWith())).toEqual(['all_sold'])
    expect(reasonsOf({ quotas: [] }, requestWith())).toEqual(['all_sold'])
  })

  test('two colours of one product count together against the limit of the customer', () => {
    const claims = [slot(), slot({ item_id: 2, quota_id: 8 })]
    const quotas = [7, 8].map((quota_id) => ({ quota_id, total: 5, taken: 0, settled: 0 }))
    expect(reasonsOf({ quotas }, requestWith({ claims }))).toEqual(['too_many', 'too_many'])
  })

  test('shortages are reported before claims; with unlocked stock rows the transaction must run again', () => {
    const request = requestWith({ customer_key: null })
    const none = ledgerOf({ stock_rows: [] }, [request]).draw(request)
    expect(none.shortages).toEqual([{ item_id: 1, left: 0 }])
    const unseen = ledgerOf({ stock_rows: [], partly_locked: new Set([1]) }, [request])
    expect(() => unseen.draw(request)).toThrow(ReservationConflict)
  })
})

const anOrder = fc.record({
  quantity: fc.integer({ min: 1, max: 3 }),
  customer: fc.integer({ min: 1, max: 6 }),
  has_slot: fc.boolean(),
})

test('a batch never reserves more than a stock row, quota or limit has, and never refuses without a reason', () => {
  const supplies = fc.record({
    rows: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 }),
    total: fc.integer({ min: 0, max: 8 }),
    max: fc.integer({ min: 1, max: 4 }),
  })
  fc.assert(
    fc.property(supplies, fc.array(anOrder, { maxLength: 12 }), ({ rows, total, max }, orders) => {
      const requests = orders.map(({ quantity, customer, has_slot }) =>
        requestWith({
          items: [{ item_id: 1, item_quantity: quantity }],
          customer_key: String(customer),
          claims: has_slot ? [slot({ quantity, customer_limit: { key: 'flash:3:1', max } })] : [],
        }),
      )
      const ledger = ledgerOf(
        {
          stock_rows: rows.map((free, n) => stockRow(n + 1, free)),
          quotas: [{ quota_id: 7, total, taken: 0, settled: 0 }],
        },
        requests,
      )
      let free_total = rows.reduce((sum, free) => sum + free, 0)
      let slots = total
      const had = new Map<string, number>()
      for (const [n, { quantity, customer, has_slot }] of orders.entries()) {
        const request = requests[n] as ReservationRequest
        const used = had.get(String(customer)) ?? 0
        const fits =
          quantity <= free_total && (!has_slot || (quantity <= slots && used + quantity <= max))
        const { reservations } = ledger.draw(request)
        expect(reservations !== null).toBe(fits)
        if (reservations === null) continue
        ledger.take(reservations)
        free_total -= quantity
        if (has_slot) {
          slots -= quantity
          had.set(String(customer), used + quantity)
        }
      }
    }),
  )
})
