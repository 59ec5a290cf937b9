import type { CountState } from '#contracts/staff/counts.ts'

export const count_state_titles: Record<CountState, string> = {
  open: 'Đang đếm',
  closed: 'Chờ duyệt',
  approved: 'Đã duyệt',
  cancelled: 'Đã hủy',
}
