/** The shop's clock: Vietnam has had UTC+7 without summer time since 1975. */
const VIETNAM_OFFSET_MS = 7 * 3_600_000

const two = (value: number): string => String(value).padStart(2, '0')

/** DD/MM/YYYY on the Vietnamese clock, wherever the server or the browser stands. */
export function formatDate(instant: Date): string {
  const local = new Date(instant.getTime() + VIETNAM_OFFSET_MS)
  return `${two(local.getUTCDate())}/${two(local.getUTCMonth() + 1)}/${local.getUTCFullYear()}`
}

/** DD/MM/YYYY HH:MM with minutes in the last place (spec §9 names the month there as a defect). */
export function formatDateTime(instant: Date): string {
  const local = new Date(instant.getTime() + VIETNAM_OFFSET_MS)
  return `${formatDate(instant)} ${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`
}
