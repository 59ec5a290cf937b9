import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceAt, specialPrice } from '#shop/pricing/price/price.ts'
import type { PriceQuestion } from '#shop/pricing/price/item-rules.ts'
import type { PriceRow } from '#shop/pricing/price/table-price.ts'
import { no_offers } from '#shop/pricing/promotion/offers.ts'

const now = new Date('2026-11-21T05:00:00Z')
const student = 5
const row = (changes: Partial<PriceRow>): PriceRow => ({
  product_id: 1,
  province_id: null,
  customer_group_id: null,
  list_price: 10_000_000,
  sale_price: null,
  ...changes,
})
const guest = { province_id: 30, customer_group_id: null, now }
const priced = (rows: PriceRow[], question: PriceQuestion) => priceAt(rows, no_offers, question)

describe('priceAt', () => {
  test('without any row there is no price to pay', () => {
    expect(priced([], guest)).toBeNull()
    expect(priced([row({ province_id: 24 })], guest)).toBeNull()
    expect(priced([row({ customer_group_id: student })], guest)).toBeNull()
  })

  test('the row of the country applies where the province has none', () => {
    const price = priced([row({ sale_price: 9_000_000 }), row({ province_id: 24 })], guest)
    expect(price).toMatchObject({
      list_price: 10_000_000,
      final_price: 9_000_000,
      trace: [
        { rule: 'list', amount: 10_000_000 },
        { rule: 'sale', amount: 9_000_000 },
      ],
    })
  })

  test('the row of the province replaces it completely, including its sale price', () => {
    const rows = [row({ sale_price: 9_000_000 }), row({ province_id: 30, list_price: 9_900_000 })]
    const price = priced(rows, guest)
    expect(price?.final_price).toBe(9_900_000)
    expect(price?.trace.map((step) => step.rule)).toEqual(['list', 'province'])
    expect(price && specialPrice(price)).toBeNull()
  })

  test('a group pays its own price, in its province before elsewhere', () => {
    const rows = [
      row({}),
      row({ customer_group_id: student, sale_price: 9_500_000 }),
      row({ customer_group_id: student, province_id: 24, sale_price: 9_300_000 }),
    ]
    const at = (province_id: number) =>
      priced(rows, { province_id, customer_group_id: student, now })
    expect(at(30)?.final_price).toBe(9_500_000)
    expect(at(24)?.final_price).toBe(9_300_000)
    expect(at(24)?.trace.at(-1)).toMatchObject({ rule: 'customer_group', amount: 9_300_000 })
  })
})

const anyRows = fc.array(
  fc.record({
    province_id: fc.constantFrom(null, 24, 30),
    customer_group_id: fc.constantFrom(null, 4, student),
    list_price: fc.integer({ min: 1000, max: 50_000_000 }),
    off: fc.option(fc.integer({ min: 0, max: 999 }), { nil: null }),
  }),
  { maxLength: 8 },
)

test('a price is positive, not above the list price, the end of its trace, and not higher for members', () => {
  fc.assert(
    fc.property(anyRows, fc.constantFrom(24, 30, 15), (changes, province_id) => {
      const rows = changes.map(({ off, ...rest }) =>
        row({ ...rest, sale_price: off === null ? null : rest.list_price - off }),
      )
      const price = priced(rows, { province_id, customer_group_id: null, now })
      const member = priced(rows, { province_id, customer_group_id: student, now })
      expect(price === null).toBe(member === null)
      if (!price || !member) return
      expect(price.final_price).toBeGreaterThan(0)
      expect(price.final_price).toBeLessThanOrEqual(price.list_price)
      expect(price.trace.at(-1)?.amount).toBe(price.final_price)
      expect(member.final_price).toBeLessThanOrEqual(price.final_price)
    }),
  )
})
