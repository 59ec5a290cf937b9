import type { Order } from '#contracts/storefront/order.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { formatDong } from '#pure/money.ts'
import type { OrderTemplate } from '#shop/notification/outbox.ts'

/** Who tells: the shop, and where its pages stand. */
export interface Teller {
  name: string
  hotline: string
  public_url: string
  company: { name: string; address: string }
}

/** What a message says beside its order; it comes out of a row, so each may be missing. */
export interface TellFacts {
  amount?: unknown
  reason?: unknown
}

export interface OrderWords {
  subject: string
  /** The headline of the mail. */
  title: string
  paragraphs: string[]
  button: string
}

/** The order's own page, which its secret opens in any browser (decision 047). */
export function orderUrl(order: Order, { public_url }: Teller): string {
  const query = new URLSearchParams({ code: order.code, key: order.secret })
  return `${public_url}/cart/success/${order.payment_method ?? 'cod'}?${query}`
}

/** What is said in a mail about an order. */
export function orderWords(template: OrderTemplate, order: Order, facts: TellFacts): OrderWords {
  const { code, totals, recipient, expires_at, payment } = order
  const total = formatDong(totals.grand_total)
  const amount = typeof facts.amount === 'number' ? formatDong(facts.amount) : total
  const see = 'Xem đơn hàng'
  switch (template) {
    case 'order_waiting':
      return {
        subject: `Đơn hàng ${code} đang chờ thanh toán`,
        title: 'Đơn hàng đang chờ thanh toán',
        paragraphs: [
          `Cửa hàng đã nhận đơn hàng ${code} trị giá ${total} và chưa nhận được thanh toán.`,
          ...(expires_at === null
            ? []
            : [`Sản phẩm được giữ cho bạn đến ${formatDateTime(new Date(expires_at))}.`]),
        ],
        button: 'Thanh toán đơn hàng',
      }
    case 'order_placed':
      return {
        subject: `Đặt hàng thành công: ${code}`,
        title: 'Đặt hàng thành công',
        paragraphs: [
          `Cảm ơn bạn đã đặt hàng. Nhân viên sẽ gọi số ${recipient.phone} để xác nhận đơn hàng ${code}.`,
          `Bạn sẽ trả ${total} khi nhận hàng.`,
        ],
        button: see,
      }
    case 'order_at_door':
      return {
        subject: `Đơn hàng ${code} chuyển lại thanh toán khi nhận hàng`,
        title: 'Thanh toán khi nhận hàng',
        paragraphs: [
          `Cửa hàng chưa nhận được tiền cho đơn hàng ${code} nên đơn chuyển lại thanh toán khi nhận hàng. Đơn và hàng của bạn vẫn được giữ.`,
          `Bạn sẽ trả ${total} khi nhận hàng. Nếu bạn vừa trả trước, tiền vẫn được ghi nhận khi đến.`,
        ],
        button: see,
      }
    case 'order_paid':
      return {
        subject: `Đã nhận thanh toán cho đơn hàng ${code}`,
        title: 'Thanh toán thành công',
        paragraphs: [
          `Cửa hàng đã nhận ${formatDong(payment.paid_total)}${payment.method_title === null ? '' : ` (${payment.method_title})`} cho đơn hàng ${code}.`,
          `Nhân viên sẽ gọi số ${recipient.phone} để xác nhận.`,
        ],
        button: see,
      }
    case 'order_confirmed':
      return {
        subject: `Đơn hàng ${code} đã được xác nhận`,
        title: 'Đơn hàng đã được xác nhận',
        paragraphs: [`Cửa hàng đã xác nhận và đang chuẩn bị đơn hàng ${code}.`],
        button: see,
      }
    case 'order_shipped':
      return {
        subject: `Đơn hàng ${code} đang trên đường đến bạn`,
        title: 'Đơn hàng đang được giao',
        paragraphs: [
          `Đơn hàng ${code} đã rời cửa hàng. Người giao sẽ gọi số ${recipient.recipient_phone ?? recipient.phone}.`,
        ],
        button: see,
      }
    case 'order_delivered':
      return {
        subject: `Đơn hàng ${code} đã giao thành công`,
        title: 'Đơn hàng đã giao',
        paragraphs: ['Cảm ơn bạn đã mua hàng. Chúc bạn hài lòng với sản phẩm.'],
        button: see,
      }
    case 'order_cancelled':
      return {
        subject: `Đơn hàng ${code} đã hủy`,
        title: 'Đơn hàng đã hủy',
        paragraphs: [
          `Đơn hàng ${code} đã được hủy${reasonOf(facts)}.`,
          ...(payment.paid_total > 0 ? ['Số tiền bạn đã trả sẽ được hoàn lại.'] : []),
        ],
        button: see,
      }
    case 'order_expired':
      return {
        subject: `Đơn hàng ${code} đã hết hạn thanh toán`,
        title: 'Đơn hàng đã hết hạn',
        paragraphs: [
          `Cửa hàng không nhận được thanh toán cho đơn hàng ${code} nên không còn giữ hàng cho bạn.`,
          'Nếu bạn đã chuyển tiền, khoản tiền đến sau vẫn được ghi nhận: đơn được xử lý tiếp khi còn hàng, nếu không tiền được hoàn lại. Bạn có thể đặt lại bất cứ lúc nào.',
        ],
        button: see,
      }
    case 'refund_due':
      return {
        subject: `Cửa hàng sẽ hoàn ${amount} cho đơn hàng ${code}`,
        title: 'Tiền đang được hoàn lại',
        paragraphs: [
          `Cửa hàng sẽ hoàn lại ${amount} cho đơn hàng ${code}${reasonOf(facts)}.`,
          'Chuyển khoản mất tới 2 ngày làm việc; thẻ và ví tùy ngân hàng, thường 3–15 ngày làm việc.',
        ],
        button: see,
      }
    case 'refund_done':
      return {
        subject: `Đã hoàn ${amount} cho đơn hàng ${code}`,
        title: 'Đã hoàn tiền',
        paragraphs: [
          `Cửa hàng đã hoàn ${amount} cho đơn hàng ${code}. Ngân hàng của bạn có thể cần thêm vài ngày để ghi có.`,
        ],
        button: see,
      }
  }
}

function reasonOf({ reason }: TellFacts): string {
  return typeof reason === 'string' && reason !== '' ? ` (${reason})` : ''
}
