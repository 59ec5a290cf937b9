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
    ['0314409059-002', 'a branch of such a one'],
    ['0314409058-000', 'no branch has this number'],
    ['031440905', 'too short'],
    ['03144090581', 'eleven digits'],
    ['097201001234', 'no province has 097'],
    ['000201001234', 'nor 000'],
    ['0314409058-02', 'half a branch'],
    ['٠١٠٠١٠٩١٠٦', 'digits of another script'],
    ['', 'nothing'],
  ])('%s is none: %s', (code) => expect(readTaxCode(code)).toBeNull())

  test('blanks and dots are forgiven, a branch may stand close', () => {
    expect(readTaxCode(' 0314 409 058 ')).toBe('0314409058')
    expect(readTaxCode('0314409058002')).toBe('0314409058-002')
    expect(readTaxCode('079.201.001.234')).toBe('079201001234')
  })

  test('a mistyped digit is always noticed', () => {
    const code = fc.constantFrom('0100109106', '0314409058', '0100112437', '0303217354')
    const place = fc.integer({ min: 0, max: 9 })
    const digit = fc.integer({ min: 0, max: 9 })
    fc.assert(
      fc.property(code, place, digit, (good, at, wrong) => {
        fc.pre(good[at] !== String(wrong))
        const typed = good.slice(0, at) + wrong + good.slice(at + 1)
        expect(readTaxCode(typed)).toBeNull()
      }),
    )
  })
})
