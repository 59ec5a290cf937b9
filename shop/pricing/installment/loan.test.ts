import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarOf, type LoanTerms, loanOf, monthlyRate } from '#shop/pricing/installment/loan.ts'

const terms = (more: Partial<LoanTerms>): LoanTerms => ({
  ...{ months: 12, flat_rate_month: 0, fee_rate: 0, insurance_rate: 0, collect_fee_month: 0 },
  ...more,
})

// Worked out by hand from the formula that companies print, with rates by iteration.
test.each([
  [6_000_000, { months: 6, collect_fee_month: 12_000 }, 1_012_000, 6_072_000, 410, 418],
  [10_000_000, { flat_rate_month: 166 }, 999_333, 11_992_000, 3_494, 4_112],
  [
    10_000_000,
    { flat_rate_month: 275, collect_fee_month: 12_000 },
    1_120_333,
    13_444_000,
    5_850,
    7_704,
  ],
  [
    20_000_000,
    { flat_rate_month: 190, collect_fee_month: 11_000 },
    2_057_667,
    24_692_000,
    4_081,
    4_939,
  ],
  [20_000_000, { months: 9, flat_rate_month: 100 }, 2_422_222, 21_800_000, 2_111, 2_328],
  [10_000_000, { fee_rate: 1_400 }, 950_000, 11_400_000, 2_491, 2_796],
])('%d with %j', (principal, more, monthly, total, rate_year, effective_rate_year) => {
  const loan = loanOf(principal, 0, terms(more))
  expect(loan).toMatchObject({ monthly, total, rate_year, effective_rate_year })
  expect(loan.difference).toBe(total - principal)
})

test.each([
  [926_345, 0.2],
  [1_004_621, 0.36],
])('a payment of %d a month for 10,000,000 in a year is worth %d a year', (payment, rate_year) => {
  expect(monthlyRate(10_000_000, payment, 12) * 12).toBeCloseTo(rate_year, 4)
})

test('insurance is lent as well, and the prepaid part is paid outside of the loan', () => {
  const loan = loanOf(
    10_000_000,
    2_000_000,
    terms({ months: 6, flat_rate_month: 200, insurance_rate: 500 }),
  )
  expect(loan).toMatchObject({ principal: 8_000_000, insurance: 400_000, interest: 1_008_000 })
  expect(loan).toMatchObject({ monthly: 1_568_000, total: 11_408_000, difference: 1_408_000 })
})

test('a prepaid part that is the whole price leaves nothing to lend', () => {
  const loan = loanOf(5_000_000, 5_000_000, terms({ flat_rate_month: 300 }))
  expect(loan).toMatchObject({ monthly: 0, total: 5_000_000, difference: 0, rate_year: 0 })
})

const anyTerms = fc.record({
  months: fc.integer({ min: 1, max: 36 }),
  flat_rate_month: fc.integer({ min: 0, max: 500 }),
  fee_rate: fc.integer({ min: 0, max: 2_000 }),
  insurance_rate: fc.integer({ min: 0, max: 1_000 }),
  collect_fee_month: fc.integer({ min: 0, max: 20_000 }),
})
const anyPrice = fc.integer({ min: 500_000, max: 100_000_000 })

test('the payments of the calendar and the prepaid part are the total, and none is below zero', () => {
  fc.assert(
    fc.property(anyPrice, fc.integer({ min: 0, max: 90 }), anyTerms, (price, percent, any) => {
      const loan = loanOf(price, Math.round((price * percent) / 100), any)
      const calendar = calendarOf(loan)
      const paid = calendar.reduce((sum, { amount }) => sum + amount, loan.prepaid)
      expect(paid).toBe(loan.total)
      expect(calendar).toHaveLength(any.months)
      expect(calendar.every(({ amount, left }) => amount >= 0 && left >= 0)).toBe(true)
      expect(calendar.at(-1)?.left).toBe(0)
      expect(loan.difference).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('whoever asks for more interest, fees or insurance never has a lower effective rate', () => {
  fc.assert(
    fc.property(anyPrice, anyTerms, anyTerms, (price, one, other) => {
      const less = { ...one }
      const more = { ...one }
      for (const name of [
        'flat_rate_month',
        'fee_rate',
        'insurance_rate',
        'collect_fee_month',
      ] as const) {
        less[name] = Math.min(one[name], other[name])
        more[name] = Math.max(one[name], other[name])
      }
      const [cheap, dear] = [loanOf(price, 0, less), loanOf(price, 0, more)]
      expect(dear.effective_rate_year).toBeGreaterThanOrEqual(cheap.effective_rate_year)
      expect(dear.total).toBeGreaterThanOrEqual(cheap.total)
      expect(cheap.effective_rate_year).toBeGreaterThanOrEqual(cheap.rate_year)
    }),
  )
})
