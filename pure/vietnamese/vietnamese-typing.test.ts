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
])('Telex %s is %s', (typed, meant) => {
  expect(decodeTelex(typed)).toBe(meant)
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
])('VNI %s is %s', (typed, meant) => {
  expect(decodeVni(typed)).toBe(meant)
})

test('whatever is typed, nothing breaks, and what comes out is a syllable of the same letters', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9]{0,12}$/), (typed) => {
      for (const meant of [decodeTelex(typed), decodeVni(typed)]) {
        if (meant === null) continue
        expect(fold(meant)).toMatch(/^[a-z]+$/)
        expect(meant.length).toBeLessThanOrEqual(typed.length)
      }
    }),
  )
})

test('one syllable has one tone, so that a name with its number is none', () => {
  expect(decodeVni('ip13')).toBeNull()
  expect(decodeVni('ip15')).toBeNull()
})
