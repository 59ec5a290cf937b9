import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bonusFor,
  deductionAlone,
  gradePrice,
  restToPay,
  type TradeTerms,
  upgradePrice,
  valuate,
} from '#shop/trade/trade-in/valuation.ts'

const grades = ['A', 'B', 'C', 'D', 'E']
const dong = fc.integer({ min: 1, max: 1_000_000 }).map((n) => n * 1_000)
const share = fc.integer({ min: 0, max: 10_000 })

/** Any terms, with one of the answers to each question. */
const asked = fc
  .record({
    base_price: dong,
    factors: fc.array(share, { minLength: 5, maxLength: 5 }),
    questions: fc.array(
      fc.array(fc.record({ grade_code: fc.option(fc.constantFrom(...grades)), deduction: share }), {
        minLength: 1,
        maxLength: 5,
      }),
      { maxLength: 9 },
    ),
    choices: fc.array(fc.nat(), { minLength: 9, maxLength: 9 }),
  })
  .map(({ base_price, factors, questions, choices }) => {
    const terms: TradeTerms = {
      base_price,
      grades: [10_000, ...factors.slice(1)].map((factor, n) => ({
        grade_code: grades[n] ?? '',
        label: '',
        factor,
      })),
      questions: questions.map((answers, n) => ({
        ...{ question_code: `q${n}`, title: `Q${n}`, hint: '', position: n + 1 },
        answers: answers.map((answer, m) => ({
          ...{ answer_code: `a${m}`, label: `A${m}`, note: '', ...answer },
        })),
      })),
    }
    const chosen = questions.map((answers, n) => [
      `q${n}`,
      `a${(choices[n] ?? 0) % answers.length}`,
    ])
    return { terms, answers: Object.fromEntries(chosen) as Record<string, string> }
  })

test('deductions never take a device below zero, and add up to what it loses', () => {
  fc.assert(
    fc.property(asked, ({ terms, answers }) => {
      const found = valuate(terms, answers)
      if (found === null) throw new RangeError('every question has an answer')
      const { value, deductions, base_price } = found
      expect(value).toBeGreaterThanOrEqual(0)
      expect(deductions.every(({ deduction }) => deduction >= 0)).toBe(true)
      expect(deductions.reduce((sum, { deduction }) => sum + deduction, value)).toBe(base_price)
      expect(deductions).toHaveLength(terms.questions.length)
    }),
  )
})

test('no answer costs more among others than the form says it costs alone', () => {
  fc.assert(
    fc.property(asked, ({ terms, answers }) => {
      const dearer = valuate(terms, answers)?.deductions.filter((taken, n) => {
        const offered = terms.questions[n]?.answers ?? []
        const answer = offered.find(({ answer_code }) => answer_code === taken.answer_code)
        return answer === undefined || taken.deduction > deductionAlone(terms, answer)
      })
      expect(dearer).toEqual([])
    }),
  )
})

test('a bonus never becomes money that is paid out, and nobody is owed for an upgrade', () => {
  fc.assert(
    fc.property(dong, dong, dong, (price, value, bonus) => {
      const given = bonusFor(price, { value, bonus })
      const rest = restToPay(price, { value, bonus: given })
      expect(given).toBeGreaterThanOrEqual(0)
      expect(rest).toBeGreaterThanOrEqual(0)
      expect(Math.max(price, value)).toBe(value + given + rest)
    }),
  )
})

test('a question without an answer, or with one that it does not offer, gives no value', () => {
  const answers = [{ answer_code: 'yes', label: 'Có', grade_code: null, deduction: 0, note: '' }]
  const question = { question_code: 'power', title: 'Lên nguồn?', hint: '', position: 1, answers }
  const terms = {
    base_price: 5_000_000,
    grades: [{ grade_code: 'A', label: 'Đẹp', factor: 10_000 }],
    questions: [question],
  }
  expect(valuate(terms, {})).toBeNull()
  expect(valuate(terms, { power: 'maybe' })).toBeNull()
  expect(valuate(terms, { power: 'yes' })?.value).toBe(5_000_000)
})

test('the price with an upgrade is that of the highest bonus that fits', () => {
  const devices = [
    { base_price: 20_000_000, upgrade_bonus: 2_000_000 },
    { base_price: 5_000_000, upgrade_bonus: 500_000 },
  ]
  expect(upgradePrice(30_000_000, devices)).toBe(28_000_000)
  expect(upgradePrice(20_500_000, devices)).toBe(20_000_000)
  expect(upgradePrice(8_000_000, devices)).toBe(7_500_000)
  expect(upgradePrice(3_000_000, devices)).toBeNull()
})

test('grades of the demo are worth what its price table prints', () => {
  const file = readFileSync('db/seed/trade-data/trade-in.json', 'utf8')
  const { grades: known, items } = JSON.parse(file) as {
    grades: { grade: string; factor: number }[]
    items: { base_price: number; grades: { grade: string; price: number }[] }[]
  }
  const factors = new Map(known.map(({ grade, factor }) => [grade, Math.round(factor * 10_000)]))
  const off = items.flatMap(({ base_price, grades: printed }) =>
    printed.filter(({ grade, price }) => {
      const factor = factors.get(grade) ?? 0
      return Math.abs(gradePrice(base_price, { factor }) - price) > 50_000
    }),
  )
  expect(items).toHaveLength(217)
  expect(off).toEqual([])
})
