import type { FlashState } from '#contracts/price-parts.ts'
import { vietnamClock } from '#pure/vietnam-time.ts'

/** 02:14:33; days go into the hours. */
export function countdownWords(left_s: number): string {
  const seconds = Math.ceil(left_s)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** 12:00 | 21/11, on the Vietnamese clock wherever this runs. */
export function hourAndDay(moment: string): string {
  const local = vietnamese(moment)
  return `${local.slice(11, 16)} | ${local.slice(8, 10)}/${local.slice(5, 7)}`
}

/** 09:00 of a window's tab. */
export function hour(moment: string): string {
  return vietnamese(moment).slice(11, 16)
}

/** 21/11 of a window's tab. */
export function dayOf(moment: string): string {
  const local = vietnamese(moment)
  return `${local.slice(8, 10)}/${local.slice(5, 7)}`
}

/** "Còn 3/10 suất", and what is said instead before, after and while all are held. */
export function slotWords({ state, slots, slots_left, slots_held }: FlashState): string {
  if (state === 'coming') return `Sắp mở bán ${slots} suất`
  if (slots_left > 0) return `Còn ${slots_left}/${slots} suất`
  return slots_held > 0 ? 'Tạm hết suất' : 'Đã hết suất'
}

/** The small print of a sale. */
export function ruleWords({
  is_online_only,
  per_customer,
}: Pick<FlashState, 'is_online_only' | 'per_customer'>): string {
  const each = `Mỗi SĐT chỉ được mua ${per_customer} sản phẩm cùng loại`
  return is_online_only ? `Chỉ áp dụng thanh toán online thành công — ${each}` : each
}

function vietnamese(moment: string): string {
  return vietnamClock(new Date(moment))
}
