import { dayBranch, hourName } from '#pure/lunar/stems.ts'

/** By branch of the day, from Tý and Ngọ: which of the twelve double hours are good (giờ hoàng đạo), from Tý on. */
const good_by_branch = [
  '110100101100',
  '001101001011',
  '110011010010',
  '101100110100',
  '001011001101',
  '010010110011',
] as const

interface DoubleHour {
  /** "Nhâm Tý" */
  name: string
  /** The hour at which it begins: 23, 1, 3 … */
  from: number
  /** The hour at which it ends. */
  to: number
}

/** The six good hours of a day. */
export function goodHours(julian_day: number): DoubleHour[] {
  const flags = good_by_branch[dayBranch(julian_day) % 6] ?? ''
  return [...flags].flatMap((flag, n) =>
    flag === '1'
      ? [{ name: hourName(julian_day, n), from: (23 + 2 * n) % 24, to: (2 * n + 1) % 24 }]
      : [],
  )
}
