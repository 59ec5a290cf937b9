import type { DraftState } from '#contracts/staff/orders/drafts.ts'

export const draft_state_titles: Record<DraftState, string> = {
  open: 'Đang lập',
  shared: 'Đã gửi link',
  taken: 'Khách đã mở',
  ordered: 'Đã đặt',
  dropped: 'Đã bỏ',
}
