import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hoursOf } from '#pure/formats/opening-hours.ts'
import { formatTime, vietnamInstant } from '#pure/vietnam-time.ts'
import { any_skill, needsOf, slotsFrom, startsOf, type Work } from '#shop/booking/booking-times.ts'

const works = fc.array(
  fc.record<Work>({
    skill: fc.constantFrom('pin', 'man-hinh', 'laptop'),
    minutes: fc.integer({ min: 5, max: 400 }),
    quantity: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 5 },
)

test('an appointment takes one technician in each of its half hours, and each skill once in a half hour', () => {
  fc.assert(
    fc.property(works, (list) => {
      const found = needsOf(list)
      if (found === null) return
      const { half_hours, needs } = found
      const everybody = needs.filter(({ skill }) => skill === any_skill)
      expect(everybody.map(({ half_hour }) => half_hour).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: half_hours }, (_, n) => n),
      )
      const keys = needs.map(({ skill, half_hour }) => `${skill} ${half_hour}`)
      expect(new Set(keys).size).toBe(keys.length)
      for (const { skill } of list) expect(needs.some((need) => need.skill === skill)).toBe(true)
      const starts_at = vietnamInstant('2026-11-27', '09:00')
      expect(slotsFrom(starts_at, needs).every((slot) => slot.starts_at >= starts_at)).toBe(true)
    }),
  )
})

test('a long repair takes a technician for two hours, and more than four hours are too long', () => {
  const days = { skill: 'phan-cung', minutes: 4_320, quantity: 1 }
  expect(needsOf([days])?.half_hours).toBe(4)
  expect(needsOf([days, { ...days, quantity: 2 }])).toBeNull()
})

test('a booking begins within the opening hours and ends with them', () => {
  const times = (time_opening: string, half_hours: number) => {
    const hours = hoursOf(time_opening)
    return hours === null ? null : startsOf('2026-11-27', hours, half_hours).map(formatTime)
  }
  expect(times('08:00 - 10:00', 1)).toEqual(['08:00', '08:30', '09:00', '09:30'])
  expect(times('08:10 - 10:15', 3)).toEqual(['08:30'])
  expect(times('8h - 9h30', 1)).toEqual(['08:00', '08:30', '09:00'])
  expect(times('08:00 – 09:00', 3)).toEqual([])
  expect(times('Cả ngày', 1)).toBeNull()
  expect(times('21:00 - 08:00', 1)).toBeNull()
})
