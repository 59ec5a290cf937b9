import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CalendarData } from '#storefront/pages/calendar/calendar-data.ts'
import { monthsLater, weeksOf } from '#storefront/pages/calendar/calendar-dates.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let database: TestDatabase
let door: Door

beforeAll(async () => {
  database = await testDatabase()
  door = await openDoor(database)
})
afterAll(async () => {
  await door.close()
  await database.close()
})

const path = '/lich-van-nien'

async function dataAt(query: string): Promise<CalendarData> {
  const answer = await door.call('GET', `/_data${path}${query}`)
  expect(answer.status).toBe(200)
  return (JSON.parse(answer.text) as { answer: { data: CalendarData } }).answer.data
}

/** Where a form leads: the query of the redirect. */
async function leadsTo(query: string): Promise<string | null> {
  const answer = await door.call('GET', `${path}${query}`)
  expect([200, 302]).toContain(answer.status)
  return answer.headers.get('location')
}

describe('the perpetual calendar', () => {
  test('is a public page in the sitemap that shows a day in full', async () => {
    const { status, text, headers } = await door.call('GET', `${path}?ngay=2026-02-17`)
    expect(status).toBe(200)
    expect(headers.getSetCookie()).toEqual([])
    expect(text).toContain('thứ Ba<!-- --> <!-- -->17/02/2026')
    for (const shown of ['mùng 1 tháng Giêng', 'Bính Ngọ', 'Nhâm Tuất', 'Tết Nguyên Đán']) {
      expect(text).toContain(shown)
    }
    expect((await door.call('GET', '/sitemap/pages-1.xml')).text).toContain(`${path}</loc>`)
  })

  test('shows today without a query; another day is not indexed', async () => {
    const { today, chosen } = await dataAt('')
    expect(chosen).toEqual(today)
    const head = '<meta name="robots" content="noindex, follow"/>'
    expect((await door.call('GET', path)).text).not.toContain(head)
    expect((await door.call('GET', `${path}?ngay=1999-12-31`)).text).toContain(head)
  })

  test('the form of a month leads to its first day, or says which months there are', async () => {
    expect(await leadsTo('?thang=2&nam=1234')).toBe(`${path}?ngay=1234-02-01`)
    for (const query of ['?thang=13&nam=2026', '?thang=1&nam=2200', '?nam=abc']) {
      expect((await dataAt(query)).problem).toContain('từ năm 1200 đến 2199')
    }
  })

  test('finds the solar day of a lunar date, also of a leap month', async () => {
    const lunar = (day: number, month: number, year: number) =>
      `?ngay_am=${day}&thang_am=${month}&nam_am=${year}`
    expect(await leadsTo(lunar(10, 3, 2027))).toBe(`${path}?ngay=2027-04-16`)
    expect(await leadsTo(`${lunar(1, 6, 2025)}&nhuan=1`)).toBe(`${path}?ngay=2025-07-25`)
  })

  test.each([
    ['?ngay_am=1&thang_am=5&nam_am=2026&nhuan=1', 'Năm 2026 không có tháng nhuận'],
    ['?ngay_am=1&thang_am=5&nam_am=2025&nhuan=1', 'Năm 2025 nhuận tháng 6, không phải tháng 5'],
    ['?ngay_am=30&thang_am=12&nam_am=2025', 'Tháng 12 âm năm 2025 chỉ có 29 ngày'],
    ['?ngay_am=31&thang_am=1&nam_am=2025', 'Ngày âm lịch là từ 1 đến 30'],
    ['?ngay_am=1&thang_am=1&nam_am=1100', 'Năm âm lịch phải từ 1200 đến 2199'],
    ['?ngay_am=x', 'Năm âm lịch phải từ 1200 đến 2199'],
    ['?ngay=1582-10-10', 'Không có ngày này'],
    ['?ngay=2026-02-30', 'Không có ngày này'],
    ['?ngay=%00', 'Không có ngày này'],
  ])('says why %s is no day, and keeps what was typed', async (query, problem) => {
    const data = await dataAt(query)
    expect(data.problem).toContain(problem)
    const typed = new URLSearchParams(query).get('ngay_am')
    expect(data.asked?.day ?? null).toBe(typed)
  })
})

test('weeks begin on Monday and hold the whole month', () => {
  expect(weeksOf(2026, 11)).toHaveLength(6)
  expect(weeksOf(2027, 2)).toHaveLength(4)
  expect(weeksOf(1582, 10).flat().length % 7).toBe(0)
})

test('a month later keeps the day, or takes the last one; both ends of the calendar end it', () => {
  expect(monthsLater({ year: 2026, month: 1, day: 31 }, 1)).toEqual({
    year: 2026,
    month: 2,
    day: 28,
  })
  expect(monthsLater({ year: 1200, month: 1, day: 1 }, -1)).toBeNull()
  expect(monthsLater({ year: 2199, month: 12, day: 1 }, 1)).toBeNull()
})
