import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vietnamTime, windowName, windowsFrom } from '#db/seed/flash-windows.ts'

const anyMoment = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2036-01-01T00:00:00Z'),
  noInvalidDate: true,
})

test('at every moment one window runs, the next follows it, and before 23:00 another starts today', () => {
  fc.assert(
    fc.property(anyMoment, fc.integer({ min: 2, max: 30 }), (now, count) => {
      const windows = windowsFrom(now, count)
      expect(windows).toHaveLength(count)
      const [first, second] = windows
      expect(first && first.starts_at <= now && now < first.ends_at).toBe(true)
      for (const [index, window] of windows.slice(1).entries()) {
        expect(window.starts_at).toEqual(windows[index]?.ends_at)
      }
      const comes_today = second !== undefined && second.starts_at < vietnamTime(now, 1, 0)
      expect(comes_today).toBe(now < vietnamTime(now, 0, 23))
    }),
  )
})

test('two moments in the same window give the same windows', () => {
  const now = new Date('2026-09-15T03:00:00Z')
  expect(windowsFrom(new Date(now.getTime() + 60_000), 9)).toEqual(windowsFrom(now, 9))
})

test('a window is named by its day and hour in Vietnam', () => {
  const starts_at = vietnamTime(new Date('2026-09-15T03:00:00Z'), 1, 9)
  expect(windowName({ starts_at, ends_at: starts_at })).toBe('Flash sale 16/09 khung 09h')
})
