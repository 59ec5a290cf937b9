import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vietnamTime, type Window, windowName, windowsToAdd } from '#db/seed/flash-windows.ts'

const opened = new Date('2026-09-15T03:00:00Z')
/** The nine windows that the shop opens with. */
const seeded = [0, 1, 2].flatMap((day) =>
  [9, 14, 20].map((hour): Window => ({
    starts_at: vietnamTime(opened, day, hour),
    ends_at: vietnamTime(opened, day, hour + 3),
  })),
)
const sorted = (windows: readonly Window[]) =>
  windows.toSorted((one, other) => one.starts_at.getTime() - other.starts_at.getTime())

test('whenever a shop starts a window runs, another comes the same day, and nine are not over', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 * 1440 }), { minLength: 1, maxLength: 6 }),
      (starts) => {
        let windows: Window[] = [...seeded]
        for (const minutes of starts.toSorted((one, other) => one - other)) {
          const now = new Date(vietnamTime(opened, 0, 0).getTime() + minutes * 60_000)
          const live = windows.filter((each) => each.ends_at > now).slice(0, 9)
          windows = sorted([...live, ...windowsToAdd(live, now, 9)])
          const midnight = vietnamTime(now, 1, 0)
          expect(windows.length).toBeGreaterThanOrEqual(9)
          expect(windows.some((each) => each.starts_at <= now && each.ends_at > now)).toBe(true)
          const is_last_hour = midnight.getTime() - now.getTime() <= 3_600_000
          const comes_today = windows.some(
            (each) => each.starts_at > now && each.starts_at < midnight,
          )
          expect(comes_today || is_last_hour).toBe(true)
          expect(windows.every((each) => each.starts_at < each.ends_at)).toBe(true)
        }
      },
    ),
  )
})

test('a window is named by its day and hour in Vietnam', () => {
  expect(windowName(seeded[3] as Window)).toBe('Flash sale 16/09 khung 09h')
  const half = { starts_at: vietnamTime(opened, 0, 23.5), ends_at: vietnamTime(opened, 1, 0) }
  expect(windowName(half)).toBe('Flash sale 15/09 khung 23h30')
})
