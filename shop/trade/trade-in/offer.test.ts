import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OfferReason } from '#contracts/storefront/trade/trade-in.ts'
import { highestOffer, offerProblem, storedDocument } from '#shop/trade/trade-in/offer.ts'

const quoted = { value: 5_000_000, counter_value: 4_500_000, differs: true, note: '' }
const as_said = { ...quoted, counter_value: 5_000_000, differs: false }
const problem = (
  amount: number,
  reason: Parameters<typeof offerProblem>[0]['reason'],
  changes: Partial<Parameters<typeof offerProblem>[0]> = {},
) => offerProblem({ ...quoted, amount, reason, limit: 4_500_000, ...changes })

test('the quoted price of a device that is as it was said needs no reason; any other one does', () => {
  expect(problem(5_000_000, null, as_said)).toBeNull()
  expect(problem(4_500_000, null)).toBe('reason_missing')
  expect(problem(5_100_000, null, { ...as_said, limit: 5_250_000 })).toBe('reason_missing')
})

test('the condition lowers the price to what the terms give, and no further', () => {
  expect(problem(4_500_000, 'condition_differs')).toBeNull()
  expect(problem(4_499_999, 'condition_differs', { note: 'Xước' })).toBe('reason_not_true')
  const less = { ...as_said, limit: 0 }
  expect(problem(4_900_000, 'condition_differs', less)).toBe('reason_not_true')
  expect(problem(4_900_000, 'hidden_damage', less)).toBe('note_missing')
  expect(problem(4_900_000, 'hidden_damage', { ...less, note: 'Loa rè' })).toBeNull()
  expect(problem(4_000_000, 'better_than_quoted')).toBe('reason_not_true')
})

test('more than the quote, or than what was found is worth, is for those who may', () => {
  expect(highestOffer(5_000_000, 'shop')).toBe(5_250_000)
  const may = { ...as_said, limit: highestOffer(5_000_000, 'shop') }
  expect(problem(5_250_000, 'better_than_quoted', may)).toBeNull()
  expect(problem(5_250_001, 'better_than_quoted', may)).toBe('above_not_permitted')
  expect(problem(5_100_000, 'hidden_damage', may)).toBe('reason_not_true')
  const may_not = { ...as_said, limit: highestOffer(5_000_000, 'none') }
  expect(problem(5_000_001, 'better_than_quoted', may_not)).toBe('above_not_permitted')
  const all = { ...as_said, limit: highestOffer(5_000_000, 'all') }
  expect(problem(9_000_000, 'better_than_quoted', all)).toBeNull()
  // The quote itself is more than a worse device is worth.
  expect(problem(5_000_000, null)).toBe('above_not_permitted')
  expect(problem(4_500_001, 'condition_differs')).toBe('above_not_permitted')
  expect(problem(4_600_000, 'condition_differs', { limit: 4_725_000 })).toBeNull()
  expect(problem(5_000_000, null, { limit: 5_000_000 })).toBe('reason_missing')
})

const dong = fc.integer({ min: 1, max: 50_000_000 })
const any_offer = { value: dong, counter_value: dong, amount: dong, differs: fc.boolean() }

test('nobody pays another price than the quote without a reason, whatever else is true', () => {
  const wish = fc.record({ ...any_offer, limit: dong, note: fc.string() })
  fc.assert(
    fc.property(wish, (offered) => {
      fc.pre(offered.amount !== offered.value)
      expect(offerProblem({ ...offered, reason: null })).not.toBeNull()
    }),
  )
})

test('whoever may not pay more never pays more than the quote, nor than what was found', () => {
  const reason = fc.constantFrom(null, ...OfferReason.options)
  const wish = fc.record({ ...any_offer, reason, note: fc.string() })
  fc.assert(
    fc.property(wish, (offered) => {
      const worth = Math.min(offered.value, offered.counter_value)
      fc.pre(offered.amount > worth)
      const limit = highestOffer(worth, 'none')
      expect(offerProblem({ ...offered, limit })).toBe('above_not_permitted')
    }),
  )
})

test('a number of a document is stored without blanks; others are none', () => {
  expect(storedDocument('079 090 001 234')).toBe('079090001234')
  expect(storedDocument('b1234567')).toBe('B1234567')
  expect(storedDocument('12345')).toBeNull()
})
