import { formatTime, vietnamDay } from '#pure/vietnam-time.ts'

/** "14:20", "9:00 ngày mai" style: until when the shop answers, as seen on a day (YYYY-MM-DD). */
export function dueText(due_at: string, today: string): string {
  const due = new Date(due_at)
  const day = vietnamDay(due)
  if (day === today) return `trước ${formatTime(due)}`
  return `trước ${formatTime(due)} ngày ${day.slice(8, 10)}/${day.slice(5, 7)}`
}

/** "khoảng 25 phút", "khoảng 2 giờ": the real median. */
export function medianText(minutes: number): string {
  return minutes < 90 ? `khoảng ${minutes} phút` : `khoảng ${Math.round(minutes / 60)} giờ`
}
