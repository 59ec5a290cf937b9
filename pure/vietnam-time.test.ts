import { expect, test } from 'vitest'
import {
  formatDate,
  formatDateTime,
  startOfDay,
  vietnamClock,
  vietnamDay,
  vietnamInstant,
} from '#pure/vietnam-time.ts'

test('dates have the day first and Vietnamese time', () => {
  expect(formatDate(new Date('2026-11-20T16:59:59Z'))).toBe('20/11/2026')
  expect(formatDate(new Date('2026-11-20T17:00:00Z'))).toBe('21/11/2026')
})

test('the last two digits of a date-time are minutes, not the month', () => {
  expect(formatDateTime(new Date('2026-02-07T01:05:00Z'))).toBe('07/02/2026 08:05')
  expect(formatDateTime(new Date('2026-12-31T17:30:00Z'))).toBe('01/01/2027 00:30')
})

test('a day is the Vietnamese one, also days later and across the end of a year', () => {
  expect(vietnamDay(new Date('2026-11-20T16:59:59Z'))).toBe('2026-11-20')
  expect(vietnamDay(new Date('2026-11-20T17:00:00Z'), -30)).toBe('2026-10-22')
  expect(vietnamDay(new Date('2026-12-31T16:00:00Z'), 1)).toBe('2027-01-01')
})

test('a Vietnamese local time converts back to the same instant', () => {
  const instant = new Date('2026-11-20T18:30:00Z')
  expect(vietnamClock(instant)).toBe('2026-11-21T01:30:00')
  expect(vietnamInstant('2026-11-21', '01:30')).toEqual(instant)
  expect(startOfDay('2026-11-21')).toEqual(new Date('2026-11-20T17:00:00Z'))
})
