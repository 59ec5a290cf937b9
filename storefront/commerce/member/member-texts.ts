import type { MemberTier, OrderTab } from '#contracts/storefront/member.ts'
import { formatDong } from '#pure/money.ts'

/** "2026-01-05" as 05/01/2026. */
export function dayText(day: string): string {
  return day.split('-').toReversed().join('/')
}

/** A number of points with dots: "1.250 điểm". */
export function pointsText(points: number): string {
  return `${formatDong(points).replace('đ', '')} điểm`
}

/** The tabs of the list of orders. */
export const order_tabs: readonly (readonly [OrderTab | '', string])[] = [
  ['', 'Tất cả'],
  ['unpaid', 'Chờ thanh toán'],
  ['waiting', 'Chờ xác nhận'],
  ['confirmed', 'Đã xác nhận'],
  ['shipping', 'Đang vận chuyển'],
  ['delivered', 'Đã giao'],
  ['ended', 'Đã hủy'],
]

/** What a tier gives, one benefit in a line. */
export function benefitsOf(tier: MemberTier): string[] {
  const { point_percent, birthday_voucher, rank_up_voucher, benefits } = tier
  return [
    ...(point_percent > 0
      ? [`Tích ${String(point_percent).replace('.', ',')}% giá trị đơn thành điểm`]
      : []),
    ...(birthday_voucher > 0 ? [`Phiếu sinh nhật ${formatDong(birthday_voucher)}`] : []),
    ...(rank_up_voucher > 0 ? [`Phiếu lên hạng ${formatDong(rank_up_voucher)}`] : []),
    ...benefits,
  ]
}
