import { expect, test } from 'vitest'
import { formatDate, formatDateTime } from '#pure/dates.ts'

test('dates are day first, on the Vietnamese clock', () => {
  expect(formatDate(new Date('2026-11-20T16:59:59Z'))).toBe('20/11/2026')
  expect(formatDate(new Date('2026-11-20T17:00:00Z'))).toBe('21/11/2026')
})

test('the last place of a date-time is minutes, not the month', () => {
  expect(formatDateTime(new Date('2026-02-07T01:05:00Z'))).toBe('07/02/2026 08:05')
  expect(formatDateTime(new Date('2026-12-31T17:30:00Z'))).toBe('01/01/2027 00:30')
})
