import { type Dong, formatDong } from '#pure/money.ts'

/** What a home delivery of goods for `subtotal` costs, as a text for the shopper: the same on every page. */
export function deliveryText(
  subtotal: Dong,
  { fee, free_from }: { fee: Dong; free_from: Dong },
): string {
  return subtotal >= free_from
    ? `Miễn phí giao hàng cho đơn từ ${formatDong(free_from)}`
    : `Phí giao hàng ${formatDong(fee)}, miễn phí cho đơn từ ${formatDong(free_from)}`
}

const day_ms = 86_400_000

interface Promised {
  way: 'home' | 'pickup'
  day: string
  time: string | null
  place: string | null
}

/**
 * "Nhận 17:40 hôm nay tại Võ Thị Sáu", "Giao trước 19:30 hôm nay", "Giao ngày 25/11", as read on the Vietnamese day
 * `today`; null: it may be read on any day. Days are YYYY-MM-DD.
 */
export function promiseText({ way, day, time, place }: Promised, today: string | null): string {
  const [, month, date] = day.split('-')
  const days = today === null ? null : (Date.parse(day) - Date.parse(today)) / day_ms
  const when = days === 0 ? 'hôm nay' : days === 1 ? 'ngày mai' : `ngày ${date}/${month}`
  if (way === 'pickup') {
    return `Nhận ${time === null ? '' : `${time} `}${when}${place === null ? '' : ` tại ${place}`}`
  }
  return `Giao ${time === null ? '' : `trước ${time} `}${when}`
}
