import type { UsedState } from '#contracts/staff/trade/used-units.ts'
import type { UsedGrade } from '#contracts/storefront/trade/used.ts'

export const used_state_titles: Record<UsedState, string> = {
  draft: 'Chờ đăng',
  listed: 'Đang bán',
  held: 'Đang giữ',
  sold: 'Đã bán',
  withdrawn: 'Đã gỡ',
}

export const used_grade_titles: Record<UsedGrade, string> = {
  activated: 'Đã kích hoạt',
  swapped: 'Đổi bảo hành',
  good: 'Cũ đẹp',
  scratched: 'Cũ trầy xước',
}

export const used_sources = {
  hand: 'Nhập tay',
  trade_in: 'Thu cũ',
  return: 'Khách trả',
} as const
