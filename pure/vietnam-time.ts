const vietnam_offset_ms = 7 * 3_600_000
const day_ms = 24 * 3_600_000

/** YYYY-MM-DD on the Vietnamese clock, so many days later. */
export function vietnamDay(instant: Date, days = 0): string {
  const local = instant.getTime() + vietnam_offset_ms + days * day_ms
  return new Date(local).toISOString().slice(0, 10)
}

/** When a day (YYYY-MM-DD) begins in Vietnam. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+07:00`)
}
