import type { SolarDate } from '#pure/lunar/julian-day.ts'

/** What was typed into the form that finds a lunar date; texts as typed. */
export interface AskedLunar {
  day: string
  month: string
  year: string
  is_leap: boolean
}

export interface CalendarData {
  today: SolarDate
  chosen: SolarDate
  /** Why the wanted day cannot be shown. */
  problem: string | null
  asked: AskedLunar | null
}
