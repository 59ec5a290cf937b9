/** Vietnam has had UTC+7 without summer time since 1975: its clock is a fixed offset, wherever this runs. */
const offset_ms = 7 * 3_600_000

export const day_ms = 86_400_000

/** What the clock shows at an instant: YYYY-MM-DDTHH:MM:SS. */
export function vietnamClock(instant: Date): string {
  return new Date(instant.getTime() + offset_ms).toISOString().slice(0, 19)
}

/** YYYY-MM-DD, so many days later. */
export function vietnamDay(instant: Date, days = 0): string {
  return vietnamClock(new Date(instant.getTime() + days * day_ms)).slice(0, 10)
}

/** The instant at which the clock shows this day (YYYY-MM-DD) and time (HH:MM). */
export function vietnamInstant(day: string, time: string): Date {
  return new Date(`${day}T${time}:00+07:00`)
}

/** When a day (YYYY-MM-DD) begins. */
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

/** DD/MM/YYYY HH:MM with minutes in the last place (contract §9 names the month there as a defect). */
export function formatDateTime(instant: Date): string {
  return `${formatDate(instant)} ${formatTime(instant)}`
}
