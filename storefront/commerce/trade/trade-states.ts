import type { TradeState } from '#contracts/storefront/trade/trade-in.ts'
import type { StateKind } from '#storefront/commerce/member/member-item.tsx'

/** The state of a quote in a few words. */
export const trade_state_names: Readonly<Record<TradeState, string>> = {
  quoted: 'Đã báo giá',
  arrived: 'Cửa hàng đang kiểm',
  checked: 'Cửa hàng đang duyệt giá',
  offered: 'Chờ bạn đồng ý',
  accepted: 'Chờ trả tiền',
  paid: 'Đã thu',
  refused: 'Không thu',
  cancelled: 'Đã hủy',
  expired: 'Hết hạn',
}

/** Whether a quote waits for the customer, goes its way, or is over. */
export const trade_state_kinds: Readonly<Record<TradeState, StateKind>> = {
  quoted: 'waiting',
  arrived: 'good',
  checked: 'good',
  offered: 'waiting',
  accepted: 'good',
  paid: 'good',
  refused: 'ended',
  cancelled: 'ended',
  expired: 'ended',
}
