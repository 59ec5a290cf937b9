import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeTelex, decodeVni } from '#pure/vietnamese/vietnamese-typing.ts'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'

test.each([
  ['ddieenj', 'điện'],
  ['dieejn', 'diện'],
  ['dienej', 'diện'],
  ['thoaij', 'thoại'],
  ['lwng', 'lưng'],
  ['luwng', 'lưng'],
  ['oops', 'ốp'],
  ['opos', 'ốp'],
  ['oop', 'ôp'],
  ['opo', null],
  ['duwowis', 'dưới'],
  ['ddoongf', 'đồng'],
  ['hoof', 'hồ'],
  ['quats', 'quát'],
  ['khoong', 'không'],
  ['bangr', 'bảng'],
  ['iphone', null],
  ['tai', null],
  ['case', null],
  ['x', null],
])('Telex %s is %s', (typed, expected) => {
  expect(decodeTelex(typed)).toBe(expected)
})

test.each([
  ['d9ie6n5', 'điện'],
  ['thoai5', 'thoại'],
  ['die6n5', 'diện'],
  ['d9ien65', 'điện'],
  ['du7o71i', 'dưới'],
  ['duoi71', 'dưới'],
  ['lu7ng', 'lưng'],
  ['ca81m', 'cắm'],
  ['ho62', 'hồ'],
  ['s26', null],
  ['12gb', null],
  ['thoai', null],
])('VNI %s is %s', (typed, expected) => {
  expect(decodeVni(typed)).toBe(expected)
})

test('any input is decoded without an error, to null or to a syllable that is no longer than the input', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9]{0,12}$/), (typed) => {
      for (const decoded of [decodeTelex(typed), decodeVni(typed)]) {
        if (decoded === null) continue
        expect(fold(decoded)).toMatch(/^[a-z]+$/)
        expect(decoded.length).toBeLessThanOrEqual(typed.length)
      }
    }),
  )
})

test('one syllable has one tone, so a name with a number is not decoded', () => {
  expect(decodeVni('ip13')).toBeNull()
  expect(decodeVni('ip15')).toBeNull()
})
