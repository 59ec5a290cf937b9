import type { ShopperReturn } from '#contracts/storefront/returns.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'

type ShownReturn = Pick<
  ShopperReturn,
  'state' | 'shop' | 'bring_by' | 'note' | 'outcome' | 'amount'
>

/** The state of a return, as its shopper reads it: a headline, and what happens next. */
export function returnStateText(request: ShownReturn): { title: string; next: string | null } {
  const { shop, bring_by, note, outcome, amount } = request
  switch (request.state) {
    case 'asked':
      return { title: 'Đã gửi yêu cầu', next: 'Cửa hàng xem rồi nhắn tin trả lời bạn.' }
    case 'accepted':
      return {
        title: `Đã duyệt – mang hàng tới ${shop?.name ?? 'cửa hàng'}`,
        next: [
          shop && `${shop.address}, mở cửa ${shop.time_opening}.`,
          bring_by && `Chậm nhất ngày ${formatDate(startOfDay(bring_by))}.`,
          note && `Cửa hàng nhắn: ${note}`,
        ]
          .filter(Boolean)
          .join(' '),
      }
    case 'received':
      return { title: 'Cửa hàng đã nhận hàng', next: 'Nhân viên đang kiểm hàng.' }
    case 'inspected':
      return { title: 'Đã kiểm hàng', next: 'Cửa hàng đang xử lý đổi hoặc hoàn tiền.' }
    case 'rejected':
      return { title: note === null ? 'Từ chối' : `Từ chối: ${note}`, next: null }
    case 'withdrawn':
      return { title: 'Bạn đã rút yêu cầu', next: null }
    case 'done':
      if (outcome === 'exchange') return { title: 'Đã đổi sản phẩm mới', next: null }
      if (outcome === 'other_goods') return { title: 'Đã đổi sang sản phẩm khác', next: null }
      return { title: 'Đã nhận trả hàng', next: refundText(amount) }
  }
}

function refundText(amount: number | null): string | null {
  return amount === null || amount === 0 ? null : `Hoàn lại ${formatDong(amount)}.`
}
