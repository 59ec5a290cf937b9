import { type Dong, formatDong } from '#pure/money.ts'

interface Terms {
  fee: Dong
  free_from: Dong
}

/** What a home delivery of goods for `subtotal` costs, as a text for the shopper: the same on every page. */
export function deliveryText(subtotal: Dong, terms: Terms): string {
  const missing = missingForFree(subtotal, terms)
  return missing === 0
    ? 'Miễn phí giao hàng'
    : `Phí giao hàng ${formatDong(terms.fee)}. ${moreForFree(missing)}`
}

/** How much more the goods must cost for a free delivery; 0: it is free. */
export function missingForFree(subtotal: Dong, { fee, free_from }: Terms): Dong {
  return fee === 0 ? 0 : Math.max(0, free_from - subtotal)
}

/** "Mua thêm 210.000đ để được miễn phí giao hàng". */
export function moreForFree(missing: Dong): string {
  return `Mua thêm ${formatDong(missing)} để được miễn phí giao hàng`
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
