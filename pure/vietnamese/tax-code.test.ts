import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTaxCode } from '#pure/vietnamese/tax-code.ts'

describe('readTaxCode', () => {
  test.each(['0100109106', '0314409058', '0314409058-002', '0100112437', '0303217354'])(
    '%s is a code in use',
    (code) => expect(readTaxCode(code)).toBe(code),
  )

  test.each([
    ['0100109107', 'a wrong check digit'],
    ['0314409059-002', 'a branch of a company with a wrong check digit'],
    ['0314409058-000', 'no branch has number 000'],
    ['031440905', 'too short'],
    ['03144090581', 'eleven digits'],
    ['097201001234', 'no province has 097'],
    ['000201001234', 'no province has 000'],
    ['0314409058-02', 'a branch number with two digits'],
    ['٠١٠٠١٠٩١٠٦', 'digits of another script'],
    ['', 'nothing'],
  ])('%s is not a tax code: %s', (code) => expect(readTaxCode(code)).toBeNull())

  test.each([
    [' 0314 409 058 ', '0314409058'],
    ['0314.409.058', '0314409058'],
    ['0314\u00a0409\u202f058', '0314409058'],
    ['０３１４４０９０５８', '0314409058'],
    ['0314409058002', '0314409058-002'],
    ['0314409058 - 002', '0314409058-002'],
    ['0314409058–002', '0314409058-002'],
    ['0314409058－002', '0314409058-002'],
    ['0314 409 058 \u2212 002', '0314409058-002'],
    ['079.201.001.234', '079201001234'],
    ['079 201 001 234', '079201001234'],
  ])('%j is read as %s', (typed, code) => expect(readTaxCode(typed)).toBe(code))

  test.each(['0314-409-058', '0314409058-', '-0314409058', '0314409058--002', '079-201-001-234'])(
    '%s has a hyphen that no code has',
    (typed) => expect(readTaxCode(typed)).toBeNull(),
  )

  test('one wrong digit is always detected', () => {
    const code = fc.constantFrom('0100109106', '0314409058', '0100112437', '0303217354')
    const index = fc.integer({ min: 0, max: 9 })
    const digit = fc.integer({ min: 0, max: 9 })
    fc.assert(
      fc.property(code, index, digit, (good, at, wrong) => {
        fc.pre(good[at] !== String(wrong))
        const typed = good.slice(0, at) + wrong + good.slice(at + 1)
        expect(readTaxCode(typed)).toBeNull()
      }),
    )
  })
})
