import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { QuotaClaim } from '#shop/inventory/reservation/claims.ts'
import {
  type HoldAsk,
  HoldMoved,
  openLedger,
  type Supplies,
} from '#shop/inventory/reservation/reservation.ts'

const shelf = (shop_id: number, quantity: number) => ({
  product_id: 1,
  shop_id,
  province_id: 30,
  quantity,
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
const ask = (given: Partial<HoldAsk> = {}): HoldAsk => ({
  wanted: [{ item_id: 1, item_quantity: 1 }],
  place: { shop_id: null, province_id: 30 },
  claims: [slot()],
  customer_key: '+84912345678',
  ...given,
})

function ledgerOf(given: Partial<Supplies>, asks: readonly HoldAsk[]) {
  const ledger = openLedger()
  const usual = { shelves: [shelf(1, 100)], not_all_shelves_of: new Set<number>(), uses: [] }
  ledger.learn(ledger.missing(asks), {
    ...usual,
    quotas: [{ quota_id: 7, total: 10, taken: 0, settled: 0 }],
    ...given,
  })
  return ledger
}

const reasonsOf = (given: Partial<Supplies>, asked: HoldAsk) =>
  ledgerOf(given, [asked])
    .draw(asked)
    .problems?.map(({ reason }) => reason)

describe('draw', () => {
  test('gives a slot, a share of the limit and a piece', () => {
    const asked = ask()
    expect(ledgerOf({}, [asked]).draw(asked).parts).toEqual([
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
    expect(reasonsOf({}, ask({ customer_key: null }))).toEqual(['no_customer'])
    expect(reasonsOf({}, ask({ claims: [slot({ quantity: 2 })] }))).toEqual(['too_many'])
    expect(reasonsOf({ uses: used }, ask())).toEqual(['had_before'])
    const full = { quota_id: 7, total: 10, taken: 10 }
    expect(reasonsOf({ quotas: [{ ...full, settled: 9 }] }, ask())).toEqual(['all_held'])
    expect(reasonsOf({ quotas: [{ ...full, settled: 10 }] }, ask())).toEqual(['all_gone'])
    expect(reasonsOf({ quotas: [] }, ask())).toEqual(['all_gone'])
  })

  test('two colours of one kind count together for the customer', () => {
    const claims = [slot(), slot({ item_id: 2, quota_id: 8 })]
    const quotas = [7, 8].map((quota_id) => ({ quota_id, total: 5, taken: 0, settled: 0 }))
    expect(reasonsOf({ quotas }, ask({ claims }))).toEqual(['too_many', 'too_many'])
  })

  test('what is short is said before any claim; unseen shelves mean another try', () => {
    const asked = ask({ customer_key: null })
    const none = ledgerOf({ shelves: [] }, [asked]).draw(asked)
    expect(none.shortages).toEqual([{ item_id: 1, left: 0 }])
    const unseen = ledgerOf({ shelves: [], not_all_shelves_of: new Set([1]) }, [asked])
    expect(() => unseen.draw(asked)).toThrow(HoldMoved)
  })
})

const anOrder = fc.record({
  pieces: fc.integer({ min: 1, max: 3 }),
  customer: fc.integer({ min: 1, max: 6 }),
  has_slot: fc.boolean(),
})

test('however a batch draws, no shelf, quota or limit gives more than it has, and nobody is refused for nothing', () => {
  const supplies = fc.record({
    shelves: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 }),
    total: fc.integer({ min: 0, max: 8 }),
    most: fc.integer({ min: 1, max: 4 }),
  })
  fc.assert(
    fc.property(
      supplies,
      fc.array(anOrder, { maxLength: 12 }),
      ({ shelves, total, most }, orders) => {
        const asks = orders.map(({ pieces, customer, has_slot }) =>
          ask({
            wanted: [{ item_id: 1, item_quantity: pieces }],
            customer_key: String(customer),
            claims: has_slot
              ? [slot({ quantity: pieces, customer_limit: { key: 'flash:3:1', most } })]
              : [],
          }),
        )
        const ledger = ledgerOf(
          {
            shelves: shelves.map((quantity, n) => shelf(n + 1, quantity)),
            quotas: [{ quota_id: 7, total, taken: 0, settled: 0 }],
          },
          asks,
        )
        let pieces = shelves.reduce((sum, one) => sum + one, 0)
        let slots = total
        const had = new Map<string, number>()
        for (const [n, { pieces: wanted, customer, has_slot }] of orders.entries()) {
          const asked = asks[n] as HoldAsk
          const mine = had.get(String(customer)) ?? 0
          const fits = wanted <= pieces && (!has_slot || (wanted <= slots && mine + wanted <= most))
          const { parts } = ledger.draw(asked)
          expect(parts !== null).toBe(fits)
          if (parts === null) continue
          ledger.take(parts)
          pieces -= wanted
          if (has_slot) {
            slots -= wanted
            had.set(String(customer), mine + wanted)
          }
        }
      },
    ),
  )
})
