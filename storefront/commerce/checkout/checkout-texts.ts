import type { Order, OrderState } from '#contracts/storefront/order.ts'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { spacedPhone } from '#pure/formats/spaced-phone.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

type OutcomeKind = 'good' | 'waiting' | 'ended'

const states: Record<OrderState, { name: string; kind: OutcomeKind; title: string }> = {
  awaiting_payment: {
    name: 'Chờ thanh toán',
    kind: 'waiting',
    title: 'ĐƠN HÀNG ĐANG CHỜ THANH TOÁN',
  },
  pending: { name: 'Chờ xác nhận', kind: 'good', title: 'ĐẶT HÀNG THÀNH CÔNG' },
  confirmed: { name: 'Đã xác nhận', kind: 'good', title: 'ĐẶT HÀNG THÀNH CÔNG' },
  ready_for_pickup: {
    name: 'Đã sẵn sàng để nhận',
    kind: 'good',
    title: 'SẴN SÀNG ĐỂ NHẬN',
  },
  shipping: { name: 'Đang vận chuyển', kind: 'good', title: 'ĐƠN HÀNG ĐANG ĐƯỢC GIAO' },
  delivered: { name: 'Đã giao', kind: 'good', title: 'ĐƠN HÀNG ĐÃ GIAO' },
  cancelled: { name: 'Đã hủy', kind: 'ended', title: 'ĐƠN HÀNG ĐÃ HỦY' },
  expired: { name: 'Đã hết hạn', kind: 'ended', title: 'ĐƠN HÀNG ĐÃ HẾT HẠN' },
}

const methods: Readonly<Record<string, string>> = {
  cod: 'Thanh toán khi nhận hàng',
  bank_transfer: 'Chuyển khoản ngân hàng qua mã QR',
}

/** The name of an order's state, as shown to the shopper. */
export function stateName(state: OrderState): string {
  return states[state].name
}

export function stateKind(state: OrderState): OutcomeKind {
  return states[state].kind
}

type ShownPayment = Pick<PaymentResult, 'status' | 'missing' | 'amount'>

/** Headline and kind of the order's page. While payment is awaited, the payment status decides. */
export function outcomeOf(
  state: OrderState,
  payment: ShownPayment | null = null,
): { kind: OutcomeKind; title: string } {
  if (state !== 'awaiting_payment' || payment === null) return states[state]
  const { status, missing } = payment
  if (status === 'failed') return { kind: 'ended', title: 'THANH TOÁN KHÔNG THÀNH CÔNG' }
  if (status === 'held') return { kind: 'waiting', title: 'NGÂN HÀNG ĐANG KIỂM TRA GIAO DỊCH' }
  if (status !== 'review') return states[state]
  const title = isPaidInPart(payment)
    ? `CÒN THIẾU ${formatDong(missing)}`
    : 'ĐANG KIỂM TRA KHOẢN TIỀN CỦA BẠN'
  return { kind: 'waiting', title }
}

/** Whether some of the money has arrived, so that the shopper pays only the rest. */
export function isPaidInPart({ missing, amount }: Omit<ShownPayment, 'status'>): boolean {
  return missing > 0 && missing < amount
}

/** The name of a payment method. An unknown method is shown by its code. */
export function paymentName(method: string | null): string {
  if (method === null) return 'Chưa chọn phương thức'
  return methods[method] ?? method
}

type Expected = Pick<Order, 'state' | 'expires_at'> & {
  /** Of an order of which a part was delivered. */
  parcels?: { delivered: number; others: number } | undefined
  recipient: Pick<Order['recipient'], 'shipping_method' | 'phone' | 'recipient_phone'>
}

/** The next step of the order, in one or two sentences. */
export function nextStep({ state, recipient, expires_at, parcels }: Expected): string {
  const isPickup = recipient.shipping_method === 'store_pickup'
  switch (state) {
    case 'awaiting_payment':
      return expires_at === null
        ? 'Vui lòng thanh toán để cửa hàng xử lý đơn hàng.'
        : `Sản phẩm được giữ cho bạn đến ${formatDateTime(new Date(expires_at))}.`
    case 'pending':
      return isPickup
        ? `Cảm ơn bạn đã mua hàng. Cửa hàng sẽ gọi ${spacedPhone(recipient.phone)} để xác nhận và hẹn giờ nhận.`
        : `Cảm ơn bạn đã mua hàng. Nhân viên sẽ gọi ${spacedPhone(recipient.phone)} để xác nhận trước khi giao.`
    case 'confirmed':
      return isPickup
        ? 'Cửa hàng đã xác nhận và đang chuẩn bị sản phẩm cho bạn.'
        : 'Cửa hàng đã xác nhận và đang chuẩn bị giao hàng cho bạn.'
    case 'ready_for_pickup':
      return 'Đưa mã nhận hàng cho nhân viên cửa hàng khi đến lấy.'
    case 'shipping':
      if (parcels) return partText(parcels)
      return `Đơn hàng đang trên đường đến bạn. Người giao sẽ gọi ${spacedPhone(recipient.recipient_phone ?? recipient.phone)}.`
    case 'delivered':
      return 'Cảm ơn bạn đã mua hàng. Chúc bạn hài lòng với sản phẩm.'
    case 'cancelled':
      return 'Sản phẩm không còn được giữ cho bạn. Bạn không phải trả thêm cho đơn này.'
    case 'expired':
      return 'Đã quá thời gian giữ hàng nên đơn tự hủy.'
  }
}

/** Why an order goes on that had been cancelled, such as in another tab while it was paid; null if it was not. */
export function whyReopened({
  state,
  history,
  can_cancel,
}: Pick<Order, 'state' | 'history' | 'can_cancel'>): string | null {
  const last = history.at(-1)
  const goes_on = state === 'pending' || state === 'confirmed'
  if (!goes_on || !last?.note || history.at(-2)?.state !== 'cancelled') return null
  const way_out = ' Không muốn mua nữa? Bấm “Hủy đơn hàng” để được hoàn lại tiền.'
  return `Đơn này đã bị hủy trước đó. ${last.note}.${can_cancel ? way_out : ''}`
}

function partText({ delivered, others }: { delivered: number; others: number }): string {
  const rest = others > 0 ? `Còn ${others} kiện nữa` : 'Phần còn lại'
  return `Đã giao ${delivered} kiện của đơn hàng. ${rest} sẽ được giao đến bạn.`
}
