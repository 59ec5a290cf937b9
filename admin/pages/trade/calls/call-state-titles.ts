import type { TradeCall } from '#contracts/staff/trade/trade-office.ts'

export const call_state_titles: Record<TradeCall['state'], string> = {
  new: 'Chờ gọi',
  taken: 'Đang gọi',
  called: 'Đã gọi',
  dropped: 'Bỏ',
}
