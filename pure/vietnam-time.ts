/** Vietnam has used UTC+7 without summer time since 1975, so a fixed offset works on every server. */
const offset_ms = 7 * 3_600_000

export const day_ms = 86_400_000

/** The Vietnamese local time of an instant: YYYY-MM-DDTHH:MM:SS. */
export function vietnamClock(instant: Date): string {
  return new Date(instant.getTime() + offset_ms).toISOString().slice(0, 19)
}

/** The Vietnamese day of an instant, `days` later: YYYY-MM-DD. */
export function vietnamDay(instant: Date, days = 0): string {
  return vietnamClock(new Date(instant.getTime() + days * day_ms)).slice(0, 10)
}

/** The instant of a Vietnamese day (YYYY-MM-DD) and time (HH:MM). */
export function vietnamInstant(day: string, time: string): Date {
  return new Date(`${day}T${time}:00+07:00`)
}

/** The instant when a Vietnamese day (YYYY-MM-DD) begins. */
export function startOfDay(day: string): Date {
  return vietnamInstant(day, '00:00')
}

/** DD/MM/YYYY */
export function formatDate(instant: Date): string {
  const [year, month, day] = vietnamDay(instant).split('-')
  return `${day}/${month}/${year}`
}

/** HH:MM */
export function formatTime(instant: Date): string {
  return vietnamClock(instant).slice(11, 16)
}

/** DD/MM/YYYY HH:MM. The last two digits are minutes (contract §9 names the month there as a defect). */
export function formatDateTime(instant: Date): string {
  return `${formatDate(instant)} ${formatTime(instant)}`
}
