import { hoursOf } from '#pure/formats/opening-hours.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'

/** Days on which a shop is closed, from today or tomorrow on. */
export interface ClosedDays {
  /** Why it is closed today; null: it is closed from tomorrow on. */
  name: string | null
  /** The first day on which it is open again: YYYY-MM-DD. */
  reopens: string
}

/**
 * Whether a shop is open at a Vietnamese time (HH:MM), in words; null: its hours are not known. Hours end on the same
 * day.
 */
export function openNow(
  time_opening: string,
  time: string,
  closed: ClosedDays | null = null,
): { is_open: boolean; text: string } | null {
  const hours = hoursOf(time_opening)
  if (hours === null) return null
  const { opens, closes } = hours
  if (closed !== null && closed.name !== null) {
    return { is_open: false, text: `Nghỉ ${closed.name}, mở lại ${opens} ${dayText(closed)}` }
  }
  if (time >= opens && time < closes) {
    return { is_open: true, text: `Đang mở cửa, đến ${closes}` }
  }
  const tomorrow = closed === null ? 'ngày mai' : dayText(closed)
  return {
    is_open: false,
    text: `Đã đóng cửa, mở lại ${opens} ${time < opens ? 'hôm nay' : tomorrow}`,
  }
}

function dayText({ reopens }: ClosedDays): string {
  return `ngày ${formatDate(startOfDay(reopens))}`
}
