import { hoursOf } from '#pure/formats/opening-hours.ts'

/** Whether a shop is open at a Vietnamese time (HH:MM), in words; null: its hours are not known. Hours end on the same day. */
export function openNow(
  time_opening: string,
  time: string,
): { is_open: boolean; text: string } | null {
  const hours = hoursOf(time_opening)
  if (hours === null) return null
  const { opens, closes } = hours
  if (time >= opens && time < closes) {
    return { is_open: true, text: `Đang mở cửa, đến ${closes}` }
  }
  const day = time < opens ? 'hôm nay' : 'ngày mai'
  return { is_open: false, text: `Đã đóng cửa, mở lại ${opens} ${day}` }
}
