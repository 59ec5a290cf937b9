import {
  lowestLoan,
  type Company,
  companyLoan,
  type Lenders,
} from '#shop/pricing/installment/lender.ts'
import { calendarOf } from '#shop/pricing/installment/loan.ts'
import type { Report } from '#test/bench/report.ts'

const companies = 30
const terms = 20
const tables = 200

/** Measures the whole table of a comparer: each company with each term, its calendar and its effective rate. */
export async function installmentBench(report: Report): Promise<void> {
  const lenders = Array.from({ length: companies }, (_, n) => company(n))
  const prices = Array.from({ length: tables + 20 }, (_, n) => 5_000_000 + n * 137_000)
  for (const price of prices.slice(0, 20)) table(lenders, price)
  const took = prices.slice(20).map((price) => {
    const started = performance.now()
    table(lenders, price)
    return performance.now() - started
  })
  const sorted = took.toSorted((one, other) => one - other)
  report({
    name: 'installment table',
    value: sorted[tables / 2] ?? 0,
    unit: 'ms',
    bar: 5,
    good: 'at most',
    how: `median of ${tables} tables of ${companies} companies × ${terms} terms, with calendars`,
  })
  const list = performance.now()
  const all: Lenders = { companies: lenders.slice(0, 4), banks: [] }
  for (let n = 0; n < 20; n++)
    lowestLoan(all, { price: 9_000_000 + n * 500_000, category_ids: [1] })
  report({
    name: 'installment line of 20 cards',
    value: performance.now() - list,
    unit: 'ms',
    bar: 5,
    good: 'at most',
    how: 'the smallest monthly payment of 4 companies for 20 prices',
  })
}

function table(lenders: readonly Company[], price: number): void {
  for (const one of lenders) {
    for (const months of one.months) {
      const wish = { prepaid_percent: 30, months, has_insurance: true }
      const loan = companyLoan(one, { price, category_ids: [1, 2] }, wish)
      if (typeof loan === 'string') throw new RangeError(`no loan: ${loan}`)
      calendarOf(loan)
    }
  }
}

function company(n: number): Company {
  return {
    ...{ company_id: `cong_ty_${n}`, name: `Công ty ${n}`, kind: 'finance', installment_type: 1 },
    ...{ min_price: 1_000_000, max_price: 100_000_000, prepaid_percents: [0, 10, 20, 30, 40] },
    months: Array.from({ length: terms }, (_, index) => index + 3),
    ...{ insurance_rate: 500, collect_fee_month: 12_000, papers: ['CCCD'], approve_minutes: 15 },
    rates: [
      { months: null, min_prepaid_percent: 0, category_id: null, flat_rate_month: 150 + n },
      { months: 6, min_prepaid_percent: 30, category_id: 1, flat_rate_month: 0 },
    ],
  }
}
