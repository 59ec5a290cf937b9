import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { feastsOf } from '#pure/lunar/feast-days.ts'
import { goodHours } from '#pure/lunar/good-hours.ts'
import { daysOfMonth, julianDay, solarDate, weekday } from '#pure/lunar/julian-day.ts'
import { julianDayOfLunar, leapMonth, lunarDate } from '#pure/lunar/lunar-date.ts'
import { solarTerm } from '#pure/lunar/solar-terms.ts'
import { dayName, hourName, monthName, yearAnimal, yearName } from '#pure/lunar/stems.ts'

/** A date as DD/MM/YYYY. */
const jdn = (text: string) => {
  const [day = 0, month = 0, year = 0] = text.split('/').map(Number)
  return julianDay({ day, month, year })
}
const text = (julian_day: number) => {
  const { day, month, year } = solarDate(julian_day)
  return `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}/${year}`
}
const newYear = (year: number) =>
  text(julianDayOfLunar({ day: 1, month: 1, is_leap: false, year }) ?? NaN)

/** First days of months that two independent sources agree on: day, Julian day number, and the lunar date. */
const month_starts = readFileSync('test/fixtures/lunar/month-starts.csv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [date = '', , ...numbers] = line.trim().split(',')
    const [julian_day = 0, day = 0, month = 0, leap = 0, year = 0] = numbers.map(Number)
    return { date, julian_day, lunar: { day, month, is_leap: leap === 1, year } }
  })

describe('the lunar calendar', () => {
  test('has every month start that two sources agree on, from 1201 to 2200', () => {
    expect(month_starts).toHaveLength(3_079 - 1)
    for (const { date, julian_day, lunar } of month_starts) {
      const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
      const found = {
        date,
        julian_day: julianDay({ year, month, day }),
        lunar: lunarDate(julian_day),
        back: julianDayOfLunar(lunar),
      }
      expect(found).toEqual({ date, julian_day, lunar, back: julian_day })
    }
  })

  test('begins years when Vietnam did, also where China did not', () => {
    const years = { 1968: '29/01', 1969: '16/02', 1985: '21/01', 2007: '17/02', 2030: '02/02' }
    for (const [year, day] of Object.entries(years)) {
      expect(newYear(Number(year))).toBe(`${day}/${year}`)
    }
    expect([1984, 1985, 1987, 2033, 2147, 2148].map(leapMonth)).toEqual([0, 2, 7, 11, 0, 1])
    expect([2026, 2027, 2028].map(newYear)).toEqual(['17/02/2026', '06/02/2027', '26/01/2028'])
  })

  test('names no day outside of its years, and no month that a year does not have', () => {
    expect(lunarDate(jdn('01/01/1200'))).toMatchObject({ year: 1199 })
    expect(lunarDate(jdn('31/12/2199'))).toMatchObject({ year: 2199, month: 11 })
    expect(lunarDate(jdn('01/01/1190'))).toBeNull()
    expect(lunarDate(jdn('01/06/2200'))).toBeNull()
    expect(julianDayOfLunar({ day: 1, month: 5, is_leap: true, year: 2026 })).toBeNull()
    expect(julianDayOfLunar({ day: 30, month: 12, is_leap: false, year: 2025 })).toBeNull()
    expect(julianDayOfLunar({ day: 0, month: 1, is_leap: false, year: 2026 })).toBeNull()
  })

  test('gives every day one lunar date, which gives the day back; the next day follows it', () => {
    const days = fc.integer({ min: jdn('01/01/1200'), max: jdn('31/12/2199') })
    const check = (julian_day: number) => {
      const lunar = lunarDate(julian_day)
      const next = lunarDate(julian_day + 1)
      if (lunar === null || next === null) throw new RangeError(`no lunar date for ${julian_day}`)
      expect(julianDayOfLunar(lunar)).toBe(julian_day)
      expect(next.day === lunar.day + 1 || (next.day === 1 && lunar.day >= 29)).toBe(true)
    }
    fc.assert(fc.property(days, check), { numRuns: 2_000 })
  })
})

describe('the solar calendar', () => {
  test('leaves out ten days of October 1582', () => {
    expect(jdn('15/10/1582') - jdn('04/10/1582')).toBe(1)
    expect(daysOfMonth(1582, 10)).toBe(21)
    expect([daysOfMonth(1500, 2), daysOfMonth(1900, 2), daysOfMonth(2000, 2)]).toEqual([29, 28, 29])
  })

  test('gives the date back, and counts weekdays from Monday', () => {
    const days = fc.integer({ min: jdn('01/01/1200'), max: jdn('31/12/2199') })
    const check = (day: number) => {
      expect(julianDay(solarDate(day))).toBe(day)
    }
    fc.assert(fc.property(days, check), { numRuns: 2_000 })
    expect([weekday(jdn('23/11/2026')), weekday(jdn('29/11/2026'))]).toEqual([1, 7])
  })
})

test('the 24 solar terms of 2026 begin on their days', () => {
  const starts = new Map<string, string>()
  for (let day = jdn('01/01/2026'); day <= jdn('31/12/2026'); day++) {
    const { start, name } = solarTerm(day)
    if (start === day) starts.set(name, text(day).slice(0, 5))
  }
  expect(Object.fromEntries(starts)).toEqual({
    ...{ 'Tiểu hàn': '05/01', 'Đại hàn': '20/01', 'Lập xuân': '04/02', 'Vũ thủy': '18/02' },
    ...{ 'Kinh trập': '05/03', 'Xuân phân': '20/03', 'Thanh minh': '05/04', 'Cốc vũ': '20/04' },
    ...{ 'Lập hạ': '05/05', 'Tiểu mãn': '21/05', 'Mang chủng': '05/06', 'Hạ chí': '21/06' },
    ...{ 'Tiểu thử': '07/07', 'Đại thử': '23/07', 'Lập thu': '07/08', 'Xử thử': '23/08' },
    ...{ 'Bạch lộ': '07/09', 'Thu phân': '23/09', 'Hàn lộ': '08/10', 'Sương giáng': '23/10' },
    ...{ 'Lập đông': '07/11', 'Tiểu tuyết': '22/11', 'Đại tuyết': '07/12', 'Đông chí': '22/12' },
  })
})

test('years, months, days and hours have their stem and branch', () => {
  const day = jdn('17/02/2026')
  expect([yearName(2026), yearAnimal(2026)]).toEqual(['Bính Ngọ', 'Ngựa'])
  expect([yearName(1975), yearAnimal(1975), yearAnimal(2021)]).toEqual(['Ất Mão', 'Mèo', 'Trâu'])
  expect(monthName({ year: 2026, month: 1 })).toBe('Canh Dần')
  expect([dayName(day), hourName(day, 0)]).toEqual(['Nhâm Tuất', 'Canh Tý'])
  expect(dayName(jdn('01/01/2000'))).toBe('Mậu Ngọ')
})

test('six double hours of a day are good', () => {
  // A day of Tuất: Dần, Thìn, Tỵ, Thân, Dậu, Hợi.
  const hours = goodHours(jdn('17/02/2026'))
  expect(hours.map(({ name }) => name.split(' ')[1])).toEqual([
    'Dần',
    'Thìn',
    'Tỵ',
    'Thân',
    'Dậu',
    'Hợi',
  ])
  expect(hours.map(({ from, to }) => [from, to]).at(0)).toEqual([3, 5])
  for (let day = jdn('01/01/2026'); day < jdn('01/03/2026'); day++) {
    expect(goodHours(day)).toHaveLength(6)
  }
})

test('feasts follow their own calendar, from the year that they exist', () => {
  const names = (date: string) => feastsOf(jdn(date)).map(({ name }) => name)
  expect(names('17/02/2026')).toEqual(['Tết Nguyên Đán'])
  expect(names('16/02/2026')).toEqual(['Giao thừa'])
  expect(feastsOf(jdn('02/09/2026'))).toEqual([{ name: 'Quốc khánh', is_day_off: true }])
  expect(names('26/04/2026')).toEqual(['Giỗ Tổ Hùng Vương'])
  expect([names('24/11/2025'), names('24/11/2026')]).toEqual([[], ['Ngày Văn hóa Việt Nam']])
  expect(names('02/09/1800')).toEqual([])
  // 15/5 in a leap month is no feast of month 5.
  expect(
    names(text(julianDayOfLunar({ day: 5, month: 5, is_leap: true, year: 2028 }) ?? NaN)),
  ).toEqual([])
})
