import type { FlashState } from '#contracts/price-parts.ts'
import { vietnamClock } from '#pure/vietnam-time.ts'

/** 02:14:33; days are counted as hours. */
export function countdownText(left_s: number): string {
  const seconds = Math.ceil(left_s)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** 12:00 | 21/11 in Vietnamese time, whatever the time zone of the machine. */
export function hourAndDay(moment: string): string {
  const local = vietnamese(moment)
  return `${local.slice(11, 16)} | ${local.slice(8, 10)}/${local.slice(5, 7)}`
}

/** 09:00, for the tab of a sale window. */
export function hour(moment: string): string {
  return vietnamese(moment).slice(11, 16)
}

/** 21/11, for the tab of a sale window. */
export function dayOf(moment: string): string {
  const local = vietnamese(moment)
  return `${local.slice(8, 10)}/${local.slice(5, 7)}`
}

/**
 * "Còn 3/10 suất", or another text before the sale, after it, and while all slots are reserved. Where the time of the
 * sale stands above all its cards, none of them repeats it.
 */
export function slotText(flash: FlashState, is_time_shown = false): string {
  const { state, slots, slots_left, slots_reserved, starts_at } = flash
  if (state === 'coming' && is_time_shown) return `${slots} suất`
  if (state === 'coming') return `${slots} suất, mở bán ${hour(starts_at)}`
  if (slots_left > 0) return `Còn ${slots_left}/${slots} suất`
  return slots_reserved > 0 ? 'Tạm hết suất' : 'Đã hết suất'
}

/** The conditions of a sale. */
export function ruleText({
  is_online_only,
  needs_member,
  per_customer,
}: Pick<FlashState, 'is_online_only' | 'needs_member' | 'per_customer'>): string {
  const members = needs_member ? 'Dành riêng Smember — ' : ''
  const online = is_online_only ? 'Chỉ áp dụng khi thanh toán online — ' : ''
  return `${members}${online}Mỗi SĐT chỉ được mua ${per_customer} sản phẩm cùng loại`
}

function vietnamese(moment: string): string {
  return vietnamClock(new Date(moment))
}
