import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ageOn, ageProblem, readApplicant } from '#shop/trade/application/applicant.ts'

const adults = { min_age: 20, max_age: 60 }

test('an age counts from the birthday on', () => {
  expect(ageOn('2006-11-20', '2026-11-19')).toBe(19)
  expect(ageOn('2006-11-20', '2026-11-20')).toBe(20)
  // Whoever was born on 29 February is older on 1 March.
  expect(ageOn('2004-02-29', '2025-02-28')).toBe(20)
  expect(ageOn('2004-02-29', '2025-03-01')).toBe(21)
  expect(ageProblem('2006-11-20', adults, '2026-11-19')).toContain('từ 20 đến 60')
  expect(ageProblem('2006-11-20', adults, '2026-11-20')).toBeNull()
  expect(ageProblem('1965-11-20', adults, '2026-11-20')).toContain('từ 20 đến 60')
  for (const wrong of ['', '20/11/2006', '2027-01-01', '2001-02-30']) {
    expect(ageProblem(wrong, adults, '2026-11-20')).toBe('Vui lòng nhập ngày sinh.')
  }
})

test('what a company does not ask for is never stored', () => {
  const typed = fc.record({
    ...{ name: fc.string(), phone: fc.string(), birth_date: fc.string() },
    ...{ document_number: fc.string(), job: fc.string(), address: fc.string() },
    income: fc.nat(),
    relatives: fc.array(
      fc.record({ name: fc.string(), phone: fc.string(), relation: fc.string() }),
      { maxLength: 3 },
    ),
  })
  fc.assert(
    fc.property(typed, (one) => {
      const demands = { ...adults, asks: [], relatives: 0 }
      const { applicant } = readApplicant(one, demands, '2026-11-20')
      expect(applicant).toMatchObject({ income: null, job: null, address: null, relatives: [] })
    }),
  )
})
