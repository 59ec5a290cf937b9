import { daysOfLunarMonth, type LunarDate, lunarDate } from '#pure/lunar/lunar-date.ts'
import { type SolarDate, solarDate } from '#pure/lunar/julian-day.ts'

interface Feast {
  name: string
  /** A public holiday by law: Labour Code 2019, article 112, and Resolution 28/2026/QH16. */
  is_day_off: boolean
}

/** By day/month of the lunar calendar. */
const lunar_feasts: Readonly<Record<string, string>> = {
  '1/1': 'Tết Nguyên Đán',
  '2/1': 'Mùng 2 Tết',
  '3/1': 'Mùng 3 Tết',
  '15/1': 'Rằm tháng Giêng',
  '3/3': 'Tết Hàn thực',
  '10/3': 'Giỗ Tổ Hùng Vương',
  '15/4': 'Lễ Phật Đản',
  '5/5': 'Tết Đoan Ngọ',
  '7/7': 'Thất Tịch',
  '15/7': 'Lễ Vu Lan',
  '15/8': 'Tết Trung thu',
  '9/9': 'Tết Trùng Cửu',
  '10/10': 'Tết Trùng Thập',
  '15/10': 'Tết Hạ Nguyên',
  '23/12': 'Ông Công ông Táo',
}

/** By day/month of the solar calendar: the name, and the first year of the feast. */
const solar_feasts: Readonly<Record<string, readonly [name: string, since: number]>> = {
  '1/1': ['Tết Dương lịch', 1946],
  '3/2': ['Thành lập Đảng', 1930],
  '14/2': ['Lễ Tình nhân', 1990],
  '27/2': ['Thầy thuốc Việt Nam', 1985],
  '8/3': ['Quốc tế Phụ nữ', 1911],
  '26/3': ['Thành lập Đoàn', 1931],
  '30/4': ['Giải phóng miền Nam', 1975],
  '1/5': ['Quốc tế Lao động', 1946],
  '7/5': ['Chiến thắng Điện Biên Phủ', 1954],
  '19/5': ['Sinh nhật Bác Hồ', 1946],
  '1/6': ['Quốc tế Thiếu nhi', 1950],
  '28/6': ['Gia đình Việt Nam', 2001],
  '27/7': ['Thương binh Liệt sĩ', 1947],
  '19/8': ['Cách mạng tháng Tám', 1945],
  '2/9': ['Quốc khánh', 1945],
  '13/10': ['Doanh nhân Việt Nam', 2004],
  '20/10': ['Phụ nữ Việt Nam', 1930],
  '20/11': ['Nhà giáo Việt Nam', 1982],
  '24/11': ['Ngày Văn hóa Việt Nam', 2026],
  '22/12': ['Quân đội Nhân dân', 1944],
  '24/12': ['Đêm Giáng sinh', 1990],
}
const solar_days_off = new Set(['1/1', '30/4', '1/5', '2/9', '24/11'])
const lunar_days_off = new Set(['1/1', '2/1', '3/1', '10/3'])

/** The feasts of a day, days off first. */
export function feastsOf(julian_day: number): Feast[] {
  const date = solarDate(julian_day)
  const solar = keyOf(date)
  const [name, since = Infinity] = solar_feasts[solar] ?? []
  const lunar = lunarDate(julian_day)
  const found = [
    ...feast(date.year >= since ? name : undefined, solar_days_off.has(solar)),
    ...(lunar === null || lunar.is_leap ? [] : lunarFeasts(lunar)),
  ]
  return found.toSorted((a, b) => Number(b.is_day_off) - Number(a.is_day_off))
}

function lunarFeasts(lunar: LunarDate): Feast[] {
  const key = keyOf(lunar)
  // New Year's Eve is the last day of the year, the 29th or 30th.
  const is_eve = lunar.month === 12 && lunar.day === daysOfLunarMonth(lunar)
  return [
    ...feast(lunar_feasts[key], lunar_days_off.has(key)),
    ...feast(is_eve ? 'Giao thừa' : undefined, true),
  ]
}

function feast(name: string | undefined, is_day_off: boolean): Feast[] {
  return name === undefined ? [] : [{ name, is_day_off }]
}

function keyOf({ day, month }: Pick<SolarDate, 'day' | 'month'>): string {
  return `${day}/${month}`
}
