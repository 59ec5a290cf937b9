import type { TransferState } from '#contracts/staff/transfers.ts'

export const transfer_state_titles: Record<TransferState, string> = {
  draft: 'Đang soạn',
  sent: 'Đang đi',
  closed: 'Đã xong',
  cancelled: 'Đã hủy',
}
