import { vietnamDay } from '#pure/vietnam-time.ts'
import { daysOfMonth, julianDay, type SolarDate, solarDate } from '#pure/lunar/julian-day.ts'
import {
  calendar_years,
  julianDayOfLunar,
  leapMonth,
  type LunarDate,
} from '#pure/lunar/lunar-date.ts'
import { tool_addresses } from '#storefront/addresses/tools.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import type { AskedLunar, CalendarData } from '#storefront/pages/calendar/calendar-data.ts'
import { isInCalendar, isoDate } from '#storefront/pages/calendar/calendar-dates.ts'
import { type Detour, moved, publicPage } from '#storefront/runtime/page.ts'

const { first, last } = calendar_years

/**
 * /lich-van-nien: a month of the solar and lunar calendar, with one day in full. `ngay` names the day (YYYY-MM-DD). The
 * forms send a month (`thang`, `nam`) or a lunar date (`ngay_am`, `thang_am`, `nam_am`, `nhuan`), which lead to a day.
 */
export const page = publicPage<CalendarData>({
  tags: () => [],
  loader: async ({ url, now }) => {
    const today = dateIn(vietnamDay(now)) ?? { year: first, month: 1, day: 1 }
    const shown = { today, chosen: today, problem: null, asked: null }
    const query = url.searchParams
    const lunar = askedLunar(query)
    if (lunar !== null) return findLunar(lunar, shown)
    if (query.has('thang') || query.has('nam')) {
      const [year, month] = [whole(query.get('nam')), whole(query.get('thang'))]
      const chosen = { year, month, day: 1 }
      if (isDay(chosen)) return toDay(chosen)
      return { ...shown, problem: `Lịch có các tháng 1 đến 12, từ năm ${first} đến ${last}.` }
    }
    const text = query.get('ngay')
    if (text === null) return shown
    const chosen = dateIn(text)
    if (chosen !== null) return { ...shown, chosen }
    return { ...shown, problem: `Không có ngày này. Lịch có các ngày từ năm ${first} đến ${last}.` }
  },
})

function findLunar(asked: AskedLunar, shown: CalendarData): CalendarData | Detour {
  const [day, month, year] = [whole(asked.day), whole(asked.month), whole(asked.year)]
  const julian_day = julianDayOfLunar({ day, month, year, is_leap: asked.is_leap })
  const found = julian_day === null ? null : solarDate(julian_day)
  if (found !== null && isInCalendar(found)) return toDay(found)
  return { ...shown, asked, problem: lunarProblem({ day, month, year, is_leap: asked.is_leap }) }
}

function lunarProblem({ day, month, year, is_leap }: LunarDate): string {
  if (!(year >= first && year <= last)) return `Năm âm lịch phải từ ${first} đến ${last}.`
  const leap = leapMonth(year)
  if (is_leap && leap !== month) {
    return leap === 0
      ? `Năm ${year} không có tháng nhuận. Bỏ chọn “tháng nhuận” rồi tìm lại.`
      : `Năm ${year} nhuận tháng ${leap}, không phải tháng ${month || '…'}.`
  }
  if (day === 30) return `Tháng ${month} âm năm ${year} chỉ có 29 ngày.`
  return 'Ngày âm lịch là từ 1 đến 30, tháng từ 1 đến 12.'
}

function askedLunar(query: URLSearchParams): AskedLunar | null {
  const [day, month, year] = ['ngay_am', 'thang_am', 'nam_am'].map((key) => query.get(key))
  if (day == null && month == null && year == null) return null
  const text = (value: string | null | undefined) => (value ?? '').slice(0, 10)
  return { day: text(day), month: text(month), year: text(year), is_leap: query.has('nhuan') }
}

function toDay(date: SolarDate): Detour {
  return moved(withQuery(tool_addresses.calendar.path, { ngay: isoDate(date) }))
}

function dateIn(text: string): SolarDate | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  return isDay(date) ? date : null
}

/** Also refuses the ten days of October 1582 that never were. */
function isDay(date: SolarDate): boolean {
  const { year, month, day } = date
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31) || !isInCalendar(date)) return false
  const is_skipped = isoDate(solarDate(julianDay(date))) !== isoDate(date)
  return !is_skipped && daysOfMonth(year, month) > 0
}

function whole(text: string | null): number {
  return text !== null && /^\d{1,4}$/.test(text.trim()) ? Number(text) : NaN
}
