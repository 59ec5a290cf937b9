import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  codesOf,
  imeiCheckDigit,
  isImei,
  readUnitLines,
  storedUnitCode,
} from '#pure/formats/unit-codes.ts'

const first = '356938035643809'
const second = '490154203237518'
const anyImei = fc.stringMatching(/^\d{14}$/).map((digits) => `${digits}${imeiCheckDigit(digits)}`)

describe('an IMEI', () => {
  test('has 15 digits and the check digit of Luhn', () => {
    expect([first, second].map(isImei)).toEqual([true, true])
    expect(['356938035643808', '35693803564380', `${first}0`, ''].map(isImei)).not.toContain(true)
  })

  test('is refused with any one digit changed', () => {
    fc.assert(
      fc.property(anyImei, fc.nat(14), fc.integer({ min: 1, max: 9 }), (imei, at, by) => {
        const digit = (Number(imei[at]) + by) % 10
        expect(isImei(imei.slice(0, at) + digit + imei.slice(at + 1))).toBe(false)
      }),
    )
  })

  test('is read from any notation of it', () => {
    const notations = [
      ...[
        '35 693803 564380 9',
        '35-693803-564380-9',
        ' IMEI: 356938035643809\u200B',
        '35.693803.564380.9',
      ],
      ...[
        'imei 1: 356938035643809',
        "'356938035643809",
        '３５６９３８０３５６４３８０９',
        '356938 035643 809',
      ],
    ]
    for (const text of notations) {
      expect([storedUnitCode(text), readUnitLines(text, 'imei')[0]?.imei1]).toEqual([first, first])
    }
  })
})

describe('pasted lines', () => {
  test('have one unit each: two IMEIs and a serial number at most', () => {
    const text = `${first}, ${second}\n\n356938035643817\tSN: F2LX9K\r\n`
    const read = readUnitLines(text, 'imei')
    expect(read.map(({ line, problem }) => [line, problem])).toEqual([
      [1, null],
      [3, null],
    ])
    expect(read.map(codesOf)).toEqual([
      [first, second],
      ['356938035643817', 'F2LX9K'],
    ])
  })

  test('that are wrong say why, each on its line, and none is lost', () => {
    const lines = [
      first,
      '356938035643808',
      '3569380356438',
      first,
      `${second} ${second}`,
      'F2LX9K',
      `${second} 356938035643817 ${first}`,
    ]
    const read = readUnitLines(lines.join('\n'), 'imei')
    expect(read.map(({ problem }) => problem)).toEqual([
      ...[null, 'wrong_check_digit', 'wrong_length', 'repeated', 'repeated', 'missing'],
      'wrong_length',
    ])
    expect(read.map(({ text }) => text)).toEqual(lines)
    expect(read[3]).toMatchObject({ first_line: 1, problem_code: first })
  })

  test('of laptops are serial numbers', () => {
    const read = readUnitLines('S/N: 5cd1234xyz\n5CD1234XYZ\nab\nPF-2ABC9', 'serial')
    expect(read.map(({ serial, problem }) => [serial, problem])).toEqual([
      ['5CD1234XYZ', null],
      ['5CD1234XYZ', 'repeated'],
      ['AB', 'not_a_serial'],
      ['PF-2ABC9', null],
    ])
  })

  test('return every line of any text, and accept no code twice', () => {
    const anyLine = fc.oneof(anyImei, fc.constant(first), fc.string())
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n')
        const read = readUnitLines(text, 'imei')
        const filled = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
        expect(read.map((line) => line.text)).toEqual(filled.map((line) => line.trim()))
        const codes = read.filter(({ problem }) => problem === null).flatMap(codesOf)
        expect(new Set(codes).size).toBe(codes.length)
      }),
    )
  })
})
