import type { Order } from '#contracts/storefront/order.ts'
import { formatDate, formatDateTime, startOfDay } from '#pure/vietnam-time.ts'
import { formatDong } from '#pure/money.ts'
import { withoutLinks } from '#pure/without-links.ts'
import type { OrderTemplate } from '#shop/notification/outbox.ts'
import type { Tone } from '#shop/notification/templates/mail-frame.ts'

/** The data for the texts of a notification. Amounts are formatted: 30.990.000đ. */
export interface OrderFacts {
  code: string
  /** The grand total of the order. */
  total: string
  /** The amount that the notification is about: a refund, else the total. */
  amount: string
  paid: string
  /** Whether money came for the order, even if it goes back. */
  is_paid: boolean
  /** " (VietQR)", or empty. */
  paid_by: string
  /** " (reason)", or empty. */
  because: string
  phone: string
  recipient_phone: string
  /** Until when the items are reserved; null: without a limit. */
  reserved_until: string | null
  /** What is still to be paid. */
  due: number
  pickup: Order['pickup']
  /** What staff wrote to the shopper, or null. */
  note: string | null
  /** Where accepted goods are brought back, and the last day; null in other notifications. */
  return_at: { shop: string; address: string; time_opening: string; bring_by: string } | null
}

/** The texts of one notification about an order: a mail, and an SMS of one sentence. */
interface Template {
  subject: (facts: OrderFacts) => string
  /** The headline of the mail. */
  title: string
  /** Absent: good. */
  tone?: Tone
  paragraphs: (facts: OrderFacts) => string[]
  /** The text of the link to the order. */
  button?: string
  sms: (facts: OrderFacts) => string
}

export const default_button = 'Theo dõi đơn hàng'
/** The page of an order that has ended offers to order the same again. */
const order_again_button = 'Xem và đặt lại'

export const order_templates: Readonly<Record<OrderTemplate, Template>> = {
  order_waiting: {
    subject: ({ code }) => `Đơn hàng ${code} đang chờ thanh toán`,
    title: 'Đơn hàng đang chờ thanh toán',
    tone: 'waiting',
    paragraphs: ({ code, total, paid, is_paid, due, reserved_until }) => [
      is_paid
        ? `Cửa hàng đã nhận ${paid} cho đơn hàng ${code} trị giá ${total}, còn thiếu ${formatDong(due)}.`
        : `Cửa hàng đã nhận đơn hàng ${code} trị giá ${total} và chưa nhận được thanh toán.`,
      ...(reserved_until === null ? [] : [`Sản phẩm được giữ cho bạn đến ${reserved_until}.`]),
    ],
    button: 'Thanh toán đơn hàng',
    sms: ({ code, total, paid, is_paid, due }) =>
      is_paid
        ? `Đơn ${code}: đã nhận ${paid}, còn thiếu ${formatDong(due)}.`
        : `Đơn ${code} (${total}) chờ thanh toán.`,
  },
  order_placed: {
    subject: ({ code }) => `Đặt hàng thành công: ${code}`,
    title: 'Đặt hàng thành công',
    paragraphs: ({ code, due, phone }) => [
      `Cảm ơn bạn đã đặt hàng. Nhân viên sẽ gọi số ${phone} để xác nhận đơn hàng ${code}.`,
      `Bạn sẽ trả ${formatDong(due)} khi nhận hàng.`,
    ],
    sms: ({ code, due }) => `Đã nhận đơn ${code}, trả ${formatDong(due)} khi nhận hàng.`,
  },
  order_cod: {
    subject: ({ code }) => `Đơn hàng ${code} chuyển lại thanh toán khi nhận hàng`,
    title: 'Thanh toán khi nhận hàng',
    tone: 'waiting',
    paragraphs: ({ code, due, is_paid }) => [
      `Cửa hàng chưa nhận ${is_paid ? 'đủ' : 'được'} tiền cho đơn hàng ${code} nên đơn chuyển lại thanh toán khi nhận hàng. Đơn và hàng của bạn vẫn được giữ.`,
      `Bạn sẽ trả ${formatDong(due)} khi nhận hàng. Nếu bạn vừa trả trước, tiền vẫn được ghi nhận khi đến.`,
    ],
    sms: ({ code, due, is_paid }) =>
      `Chưa nhận ${is_paid ? 'đủ' : 'được'} tiền cho đơn ${code}: bạn trả ${formatDong(due)} khi nhận hàng.`,
  },
  order_paid: {
    subject: ({ code }) => `Đã nhận thanh toán cho đơn hàng ${code}`,
    title: 'Thanh toán thành công',
    paragraphs: ({ code, paid, paid_by, phone }) => [
      `Cửa hàng đã nhận ${paid}${paid_by} cho đơn hàng ${code}.`,
      `Nhân viên sẽ gọi số ${phone} để xác nhận.`,
    ],
    sms: ({ code, paid }) => `Đã nhận ${paid} cho đơn ${code}.`,
  },
  order_part_paid: {
    subject: ({ code }) => `Đã nhận phần trả góp của đơn hàng ${code}`,
    title: 'Đã nhận phần trả góp',
    paragraphs: ({ code, paid, due, phone }) => [
      `Cửa hàng đã nhận ${paid} qua thẻ trả góp cho đơn hàng ${code}.`,
      `Bạn sẽ trả ${formatDong(due)} khi nhận hàng. Nhân viên sẽ gọi số ${phone} để xác nhận.`,
    ],
    sms: ({ code, paid, due }) =>
      `Đã nhận ${paid} cho đơn ${code}, trả ${formatDong(due)} khi nhận hàng.`,
  },
  order_changed: {
    subject: ({ code }) => `Đơn hàng ${code} đã đổi`,
    title: 'Đơn hàng đã đổi',
    paragraphs: ({ code, total }) => [
      `Cửa hàng đã đổi món trong đơn hàng ${code} theo yêu cầu của bạn. Tổng tiền mới là ${total}.`,
      'Các món còn lại giữ giá cũ. Phần đã trả thừa, nếu có, được hoàn lại.',
    ],
    sms: ({ code, total }) => `Đơn ${code} đã đổi món, tổng mới ${total}.`,
  },
  order_confirmed: {
    subject: ({ code }) => `Đơn hàng ${code} đã được xác nhận`,
    title: 'Đơn hàng đã được xác nhận',
    paragraphs: ({ code }) => [`Cửa hàng đã xác nhận và đang chuẩn bị đơn hàng ${code}.`],
    sms: ({ code }) => `Đơn ${code} đã được xác nhận.`,
  },
  order_shipped: {
    subject: ({ code }) => `Đơn hàng ${code} đang trên đường đến bạn`,
    title: 'Đơn hàng đang được giao',
    paragraphs: ({ code, recipient_phone, due }) => [
      `Đơn hàng ${code} đã rời cửa hàng. Người giao sẽ gọi số ${recipient_phone}.`,
      due > 0
        ? `Bạn trả ${formatDong(due)} khi nhận hàng.`
        : 'Đơn đã trả đủ, bạn không phải trả thêm.',
    ],
    sms: ({ code, due }) =>
      due > 0
        ? `Đơn ${code} đang được giao, trả ${formatDong(due)} khi nhận.`
        : `Đơn ${code} đang được giao, không phải trả thêm.`,
  },
  order_ready: {
    subject: ({ code }) => `Đơn hàng ${code} đã sẵn sàng để nhận`,
    title: 'Sẵn sàng để nhận',
    paragraphs: ({ code, due, pickup }) => [
      `Mời bạn đến ${pickup?.shop_name}, ${pickup?.address}, mở cửa ${pickup?.time_opening}, để nhận đơn hàng ${code}. Cửa hàng giữ hàng đến hết ngày ${lastDay(pickup)}.`,
      'Đưa mã nhận hàng, hoặc mã QR ở trang đơn hàng, cho nhân viên cửa hàng.',
      ...(due > 0 ? [`Bạn trả ${formatDong(due)} khi nhận.`] : []),
    ],
    button: 'Xem mã QR',
    sms: ({ code, pickup }) =>
      `Đơn ${code} sẵn sàng tại ${pickup?.shop_name}, ${pickup?.time_opening.replaceAll('–', '-')}, giữ hết ${lastDay(pickup).slice(0, 5)}. Mã ${pickup?.code}.`,
  },
  order_delivered: {
    subject: ({ code }) => `Đơn hàng ${code} đã giao thành công`,
    title: 'Đơn hàng đã giao',
    paragraphs: () => [
      'Cảm ơn bạn đã mua hàng. Chúc bạn hài lòng với sản phẩm.',
      'Cần đổi trả hoặc xuất trình khi bảo hành, bạn mở trang đơn hàng.',
    ],
    button: 'Xem đơn hàng',
    sms: ({ code }) => `Đơn ${code} đã giao thành công.`,
  },
  order_cancelled: {
    subject: ({ code }) => `Đơn hàng ${code} đã hủy`,
    title: 'Đơn hàng đã hủy',
    tone: 'sorry',
    paragraphs: ({ code, because, is_paid }) => [
      `Đơn hàng ${code} đã được hủy${because}.`,
      is_paid
        ? 'Số tiền bạn đã trả sẽ được hoàn lại.'
        : 'Bạn không phải trả khoản nào cho đơn này.',
    ],
    button: order_again_button,
    sms: ({ code }) => `Đơn ${code} đã hủy.`,
  },
  order_joined: {
    subject: ({ code }) => `Đơn hàng ${code} đã gộp vào đơn khác`,
    title: 'Hai đơn hàng đã gộp thành một',
    paragraphs: ({ code, note }) => [
      `Đơn hàng ${code} đã được ${note ?? 'gộp vào đơn khác của bạn'}. Mọi món vẫn được giữ với giá cũ, và được giao chung một lần.`,
      'Từ nay bạn theo dõi đơn được giữ lại; tổng tiền mới ở tin về đơn đó.',
    ],
    sms: ({ code, note }) =>
      `Đơn ${code} đã ${note ?? 'gộp vào đơn khác của bạn'}: giữ đủ món, giao chung.`,
  },
  order_split: {
    subject: ({ code }) => `Đơn hàng ${code} được tách từ đơn của bạn`,
    title: 'Một phần đơn hàng thành đơn riêng',
    paragraphs: ({ code, note, total, due }) => [
      `Một phần đơn hàng ${note ?? 'của bạn'} được giao riêng với mã ${code}, trị giá ${total}. Giá từng món giữ nguyên.`,
      due > 0 ? `Bạn sẽ trả ${formatDong(due)} khi nhận phần này.` : 'Phần này bạn đã trả đủ.',
    ],
    sms: ({ code, note, due }) =>
      due > 0
        ? `Một phần đơn ${note ?? 'của bạn'} giao riêng, mã ${code}, trả ${formatDong(due)} khi nhận.`
        : `Một phần đơn ${note ?? 'của bạn'} giao riêng, mã ${code}, đã trả đủ.`,
  },
  order_lost: {
    subject: ({ code }) => `Rất tiếc, đơn hàng ${code} bị thất lạc khi giao`,
    title: 'Đơn hàng bị thất lạc khi giao',
    tone: 'sorry',
    paragraphs: ({ code, is_paid }) => [
      `Hãng giao đã làm thất lạc đơn hàng ${code} nên đơn kết thúc ở đây. Cửa hàng xin lỗi bạn.`,
      is_paid
        ? 'Số tiền bạn đã trả được hoàn đủ; tin hoàn tiền ghi số tiền và thời gian.'
        : 'Bạn không phải trả khoản nào cho đơn này.',
      'Ưu đãi và điểm đã dùng được trả lại. Bạn có thể đặt lại trên trang đơn hàng.',
    ],
    button: order_again_button,
    sms: ({ code, is_paid }) =>
      is_paid
        ? `Xin lỗi bạn: đơn ${code} bị thất lạc khi giao, tiền đã trả được hoàn đủ.`
        : `Xin lỗi bạn: đơn ${code} bị thất lạc khi giao, bạn không phải trả gì.`,
  },
  order_part_lost: {
    subject: ({ code }) => `Một kiện của đơn hàng ${code} bị thất lạc`,
    title: 'Một kiện hàng bị thất lạc',
    tone: 'sorry',
    paragraphs: ({ code, note, total }) => [
      `Hãng giao đã làm thất lạc một kiện của đơn hàng ${code}${note === null ? '' : `: ${note}`}. Cửa hàng xin lỗi bạn.`,
      `Các món này không còn trong đơn, tổng tiền mới là ${total}. Phần đã trả thừa, nếu có, được hoàn lại.`,
    ],
    sms: ({ code, total }) =>
      `Xin lỗi bạn: một kiện của đơn ${code} bị thất lạc, tổng mới ${total}.`,
  },
  order_sent_again: {
    subject: ({ code }) => `Đơn hàng ${code} được gửi lại`,
    title: 'Cửa hàng gửi lại hàng cho bạn',
    tone: 'waiting',
    paragraphs: ({ code, note }) => [
      `Hãng giao đã làm thất lạc một kiện của đơn hàng ${code}${note === null ? '' : `: ${note}`}. Cửa hàng xin lỗi bạn.`,
      'Cửa hàng gửi lại đúng các món đó. Bạn không phải trả thêm.',
    ],
    sms: ({ code }) =>
      `Xin lỗi bạn: một kiện của đơn ${code} bị thất lạc, cửa hàng đang gửi lại, không thu thêm.`,
  },
  order_not_collected: {
    subject: ({ code }) => `Đơn hàng ${code} đã quá hạn nhận`,
    title: 'Đơn hàng đã quá hạn nhận',
    tone: 'sorry',
    paragraphs: ({ code, is_paid }) => [
      `Cửa hàng không còn giữ đơn hàng ${code} vì đã quá ngày nhận. Bạn có thể đặt lại trên trang đơn hàng.`,
      ...(is_paid ? ['Số tiền bạn đã trả sẽ được hoàn lại.'] : []),
    ],
    button: order_again_button,
    sms: ({ code }) => `Đơn ${code} đã quá hạn nhận nên cửa hàng không còn giữ hàng.`,
  },
  order_expired: {
    subject: ({ code }) => `Đơn hàng ${code} đã hết hạn thanh toán`,
    title: 'Đơn hàng đã hết hạn',
    tone: 'sorry',
    paragraphs: ({ code, is_paid }) => [
      `Cửa hàng không nhận ${is_paid ? 'đủ' : 'được'} thanh toán cho đơn hàng ${code} nên không còn giữ hàng cho bạn.`,
      ...(is_paid ? ['Số tiền bạn đã trả sẽ được hoàn lại.'] : []),
      'Nếu bạn đã chuyển tiền, khoản tiền đến sau vẫn được ghi nhận: đơn được xử lý tiếp khi tiền đến trong vài ngày và còn hàng, nếu không tiền được hoàn lại. Bạn có thể đặt lại trên trang đơn hàng.',
    ],
    button: order_again_button,
    sms: ({ code }) => `Đơn ${code} đã hết hạn thanh toán.`,
  },
  refund_due: {
    subject: ({ code, amount }) => `Cửa hàng sẽ hoàn ${amount} cho đơn hàng ${code}`,
    title: 'Tiền đang được hoàn lại',
    paragraphs: ({ code, amount, because }) => [
      `Cửa hàng sẽ hoàn lại ${amount} cho đơn hàng ${code}${because}.`,
      'Chuyển khoản mất tới 2 ngày làm việc; thẻ và ví tùy ngân hàng, thường 3–15 ngày làm việc.',
    ],
    button: 'Xem đơn hàng',
    sms: ({ code, amount }) => `Sẽ hoàn ${amount} cho đơn ${code}.`,
  },
  phone_changed: {
    subject: ({ code }) => `Số điện thoại của đơn hàng ${code} vừa đổi`,
    title: 'Số điện thoại của đơn hàng vừa đổi',
    tone: 'waiting',
    paragraphs: ({ code }) => [
      `Cửa hàng vừa đổi số điện thoại của đơn hàng ${code}. Từ nay tin về đơn được gửi đến số mới.`,
      'Nếu bạn không yêu cầu, hãy gọi cửa hàng ngay.',
    ],
    button: 'Xem đơn hàng',
    sms: ({ code }) =>
      `Số điện thoại của đơn ${code} vừa đổi. Nếu bạn không yêu cầu, hãy gọi cửa hàng ngay.`,
  },
  pickup_moved: {
    subject: ({ code }) => `Đơn hàng ${code} đổi nơi nhận`,
    title: 'Đơn hàng đổi nơi nhận',
    tone: 'waiting',
    paragraphs: ({ code, note }) => [
      `Nơi nhận đơn hàng ${code} vừa đổi sang ${note ?? 'cửa hàng khác'}.`,
      'Cửa hàng nhắn bạn khi hàng đã sẵn sàng. Nếu bạn không yêu cầu, hãy gọi cửa hàng ngay.',
    ],
    sms: ({ code, note }) =>
      `Đơn ${code} đổi nơi nhận: ${note ?? 'cửa hàng khác'}. Chờ tin khi hàng sẵn sàng.`,
  },
  return_accepted: {
    subject: ({ code }) => `Yêu cầu đổi trả của đơn hàng ${code} đã duyệt`,
    title: 'Yêu cầu đổi trả đã duyệt',
    paragraphs: ({ return_at, note }) => [
      `Mời bạn mang hàng tới ${return_at?.shop}, ${return_at?.address}, mở cửa ${return_at?.time_opening}, chậm nhất ngày ${return_at?.bring_by}.`,
      'Mang theo đủ hộp, phụ kiện và quà tặng; đăng xuất tài khoản trên máy. Cửa hàng kiểm hàng rồi mới đổi hoặc hoàn tiền.',
      ...noteOf(note),
    ],
    button: 'Xem yêu cầu đổi trả',
    sms: ({ code, return_at }) =>
      `Đơn ${code}: đã duyệt đổi trả, mang hàng tới ${return_at?.shop} trước hết ${return_at?.bring_by.slice(0, 5)}.`,
  },
  return_refused: {
    subject: ({ code }) => `Yêu cầu đổi trả của đơn hàng ${code} không được duyệt`,
    title: 'Yêu cầu đổi trả không được duyệt',
    tone: 'sorry',
    paragraphs: ({ code, note }) => [
      `Cửa hàng chưa thể nhận đổi trả cho đơn hàng ${code}.`,
      ...noteOf(note),
      'Nếu cần trao đổi thêm, hãy gọi cửa hàng và đọc mã đơn hàng.',
    ],
    button: 'Xem yêu cầu đổi trả',
    sms: ({ code }) => `Yêu cầu đổi trả của đơn ${code} không được duyệt. Lý do ở trang đơn hàng.`,
  },
  refund_done: {
    subject: ({ code, amount }) => `Đã hoàn ${amount} cho đơn hàng ${code}`,
    title: 'Đã hoàn tiền',
    paragraphs: ({ code, amount }) => [
      `Cửa hàng đã hoàn ${amount} cho đơn hàng ${code}. Ngân hàng của bạn có thể cần thêm vài ngày để ghi có.`,
    ],
    button: 'Xem đơn hàng',
    sms: ({ code, amount }) => `Đã hoàn ${amount} cho đơn ${code}.`,
  },
}

/** Data of a notification beside its order. It is read from a stored row, so each field may be missing. */
export interface StoredFacts {
  amount?: unknown
  reason?: unknown
  shop?: unknown
  bring_by?: unknown
}

/** Returns the data for the texts of a notification. */
export function orderFacts(order: Order, stored: StoredFacts): OrderFacts {
  const { amount, reason } = stored
  const { code, totals, recipient, expires_at, payment } = order
  const total = formatDong(totals.grand_total)
  return {
    code,
    total,
    amount: typeof amount === 'number' ? formatDong(amount) : total,
    paid: formatDong(payment.paid_total),
    is_paid: payment.paid_total + payment.refund_due_total + payment.refunded_total > 0,
    paid_by: payment.method_title === null ? '' : ` (${payment.method_title})`,
    because: typeof reason === 'string' && reason !== '' ? ` (${withoutLinks(reason)})` : '',
    phone: recipient.phone,
    recipient_phone: recipient.recipient_phone ?? recipient.phone,
    reserved_until: expires_at === null ? null : formatDateTime(new Date(expires_at)),
    due: Math.max(0, totals.grand_total - payment.paid_total),
    pickup: order.pickup,
    note: typeof reason === 'string' && reason !== '' ? withoutLinks(reason) : null,
    return_at: returnAt(stored),
  }
}

function returnAt({ shop, bring_by }: StoredFacts): OrderFacts['return_at'] {
  if (typeof shop !== 'object' || shop === null || typeof bring_by !== 'string') return null
  const { name, address, time_opening } = shop as Record<string, string | undefined>
  return {
    shop: name ?? '',
    address: address ?? '',
    time_opening: time_opening ?? '',
    bring_by: formatDate(startOfDay(bring_by)),
  }
}

function noteOf(note: string | null): string[] {
  return note === null ? [] : [`Lời nhắn của cửa hàng: ${note.replace(/[.\s]*$/, '')}.`]
}

function lastDay(pickup: Order['pickup']): string {
  return pickup === null ? '' : formatDate(startOfDay(pickup.keep_until))
}
