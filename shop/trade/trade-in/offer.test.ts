import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highestOffer, offerProblem, storedDocument } from '#shop/trade/trade-in/offer.ts'

const quoted = { value: 5_000_000, counter_value: 4_500_000, differs: true }
const problem = (
  amount: number,
  reason: Parameters<typeof offerProblem>[0]['reason'],
  limit = 5_250_000,
) => offerProblem({ ...quoted, amount, reason, limit })

test('the quoted price needs no reason; any other one does', () => {
  expect(problem(5_000_000, null)).toBeNull()
  expect(problem(4_500_000, null)).toBe('reason_missing')
  expect(problem(5_100_000, null)).toBe('reason_missing')
})

test('the condition lowers the price to what the terms give, and no further', () => {
  expect(problem(4_500_000, 'condition_differs')).toBeNull()
  expect(problem(4_499_999, 'condition_differs')).toBe('reason_not_true')
  const same = { ...quoted, differs: false, amount: 4_900_000, limit: 0 }
  expect(offerProblem({ ...same, reason: 'condition_differs' })).toBe('reason_not_true')
  expect(offerProblem({ ...same, reason: 'hidden_damage' })).toBeNull()
  expect(problem(4_000_000, 'better_than_quoted')).toBe('reason_not_true')
})

test('more than the quote is for those who may: 5 % at their own shops', () => {
  expect(highestOffer(5_000_000, 'shop')).toBe(5_250_000)
  expect(problem(5_250_000, 'better_than_quoted')).toBeNull()
  expect(problem(5_250_001, 'better_than_quoted')).toBe('above_not_permitted')
  expect(problem(5_000_001, 'better_than_quoted', highestOffer(5_000_000, 'none'))).toBe(
    'above_not_permitted',
  )
  expect(problem(9_000_000, 'better_than_quoted', highestOffer(5_000_000, 'all'))).toBeNull()
  expect(problem(5_100_000, 'hidden_damage')).toBe('reason_not_true')
})

test('nobody pays less than the quote without a reason, whatever else is true', () => {
  const dong = fc.integer({ min: 1, max: 50_000_000 })
  fc.assert(
    fc.property(
      dong,
      dong,
      dong,
      fc.boolean(),
      dong,
      (value, counter_value, amount, differs, limit) => {
        fc.pre(amount !== value)
        const found = offerProblem({ value, counter_value, differs, amount, reason: null, limit })
        expect(found).not.toBeNull()
      },
    ),
  )
})

test('a number of a document is stored without blanks; others are none', () => {
  expect(storedDocument('079 090 001 234')).toBe('079090001234')
  expect(storedDocument('b1234567')).toBe('B1234567')
  expect(storedDocument('12345')).toBeNull()
})
