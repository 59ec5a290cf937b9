import type { CodOutcome } from '#contracts/staff/cod-money.ts'

export const outcome_texts: Record<CodOutcome, string> = {
  matched: 'Khớp',
  differs: 'Lệch số tiền',
  not_due: 'Chưa giao xong hoặc không thu hộ',
  repeated: 'Đã nhận tiền trước đó',
  unknown: 'Không có vận đơn này',
}
