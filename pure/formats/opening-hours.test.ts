import { expect, test } from 'vitest'
import { hoursOf } from '#pure/formats/opening-hours.ts'

test.each([
  ['08:00 - 21:30', { opens: '08:00', closes: '21:30' }],
  ['8h – 22h', { opens: '08:00', closes: '22:00' }],
  ['8h-21h30', { opens: '08:00', closes: '21:30' }],
  ['Cả ngày', null],
  ['21:30 - 08:00', null],
  ['08:00 - 21:75', null],
])('the hours of "%s"', (text, hours) => {
  expect(hoursOf(text)).toEqual(hours)
})
