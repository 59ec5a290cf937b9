import { formatDate, formatTime, startOfDay, vietnamDay } from '#pure/vietnam-time.ts'

const weekdays = ['Chủ nhật', 'Thứ hai', 'Thứ ba', 'Thứ tư', 'Thứ năm', 'Thứ sáu', 'Thứ bảy']
const short_weekdays = ['CN', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7']

/** "T2": the day of the week of YYYY-MM-DD. */
export function shortWeekday(day: string): string {
  return short_weekdays[weekdayOf(day)] ?? ''
}

/** "23/11" of YYYY-MM-DD. */
export function shortDate(day: string): string {
  return formatDate(startOfDay(day)).slice(0, 5)
}

/** "Thứ hai, 23/11/2026" of YYYY-MM-DD. */
export function longDay(day: string): string {
  return `${weekdays[weekdayOf(day)]}, ${formatDate(startOfDay(day))}`
}

/** "09:00, Thứ hai, 23/11/2026" of an ISO time. */
export function timeText(starts_at: string): string {
  const start = new Date(starts_at)
  return `${formatTime(start)}, ${longDay(vietnamDay(start))}`
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
