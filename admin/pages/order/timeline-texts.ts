import { type ShownMoney, shownMoney } from '#admin/pages/order/money-texts.ts'
import { cancel_reasons } from '#admin/pages/orders/order-texts.ts'
import type { OrderChange, StaffOrder, TimelineEntry } from '#contracts/staff/orders.ts'
import { orderRows, rowTexts, unitRows } from '#pure/price-rows.ts'
import { formatTime } from '#pure/vietnam-time.ts'

const moves: Readonly<Record<string, string>> = {
  place_online: 'đặt hàng, chờ thanh toán',
  place_cod: 'đặt hàng',
  choose_online: 'chọn cách trả tiền',
  choose_cod: 'chọn trả khi nhận hàng',
  change_payment: 'đổi cách trả tiền',
  return_to_cod: 'chuyển về trả khi nhận hàng vì chưa có tiền',
  pay: 'đơn đã đủ tiền',
  pay_part: 'thẻ đã trả phần trả góp, phần còn lại thu khi giao',
  pay_underway: 'đơn đã đủ tiền',
  reopen: 'mở lại đơn vì có tiền',
  expire: 'hết hạn thanh toán',
  cancel: 'hủy đơn',
  lapse: 'hủy đơn vì không ai xác nhận',
  confirm: 'xác nhận',
  ask_invoice: 'yêu cầu hóa đơn công ty',
  correct_recipient: 'đổi thông tin nhận hàng',
  move_shop: 'đổi kho xuất',
  remove_goods: 'bỏ bớt món',
  add_goods: 'thêm hoặc đổi món',
  split: 'tách đơn',
  take_in: 'gộp đơn khác vào đơn này',
  join: 'gộp vào đơn khác',
  ship: 'giao cho vận chuyển',
  deliver: 'giao xong',
  part_back: 'nhận một kiện quay về, bỏ món của kiện đó',
  come_back: 'nhận hàng quay về',
  lose: 'kết thúc đơn vì hàng thất lạc',
  part_lost: 'bỏ món của kiện thất lạc khỏi đơn',
  send_again: 'gửi lại hàng của kiện thất lạc',
  make_ready: 'soạn xong, chờ khách đến lấy',
  pay_in_shop: 'đơn đã đủ tiền',
  pay_on_delivery: 'ghi tiền mặt khách đã trả khi nhận hàng',
  collect: 'giao hàng cho khách tại cửa hàng',
  sell: 'bán tại quầy',
  lapse_pickup: 'hủy đơn vì khách không đến lấy',
}

const messages: Readonly<Record<string, string>> = {
  order_waiting: 'đơn chờ thanh toán',
  order_placed: 'đã nhận đơn',
  order_cod: 'chuyển sang trả khi nhận hàng',
  order_paid: 'đã nhận thanh toán',
  order_changed: 'đơn đã đổi',
  order_confirmed: 'đã xác nhận',
  order_ready: 'sẵn sàng để nhận',
  order_shipped: 'đang giao',
  order_delivered: 'đã giao',
  order_cancelled: 'đã hủy',
  order_joined: 'đã gộp vào đơn khác',
  order_split: 'tách thành đơn riêng',
  order_lost: 'hàng thất lạc, đơn kết thúc',
  order_part_lost: 'một kiện thất lạc',
  order_sent_again: 'gửi lại hàng',
  order_part_paid: 'đã nhận phần trả góp',
  order_not_collected: 'quá hạn nhận',
  order_expired: 'hết hạn',
  phone_changed: 'đã đổi số điện thoại, báo số cũ',
  pickup_moved: 'đổi nơi nhận',
  return_accepted: 'đã duyệt đổi trả',
  return_refused: 'không duyệt đổi trả',
  refund_due: 'sẽ hoàn tiền',
  refund_done: 'đã hoàn tiền',
}

const money: Readonly<Record<string, string>> = {
  paid: 'báo đã trả',
  taken: 'thu tiền mặt',
  exchanged: 'tính giá trị hàng đổi',
  traded_in: 'tính tiền máy cũ thu vào',
  reopened: 'báo đã trả, mở lại đơn',
  failed: 'báo không trả được',
  pending: 'đang giữ tiền để kiểm tra',
  refunded: 'báo đã hoàn',
  review: 'tiền cần đối soát',
  ignored: 'tin không cần xử lý',
}

const refunds: Readonly<Record<string, string>> = {
  due: 'cần hoàn tiền',
  requested: 'đã gửi yêu cầu hoàn tiền',
  done: 'đã hoàn tiền',
  exchanged: 'chuyển giá trị hàng đổi sang đơn mới',
  failed: 'cổng thanh toán từ chối hoàn',
  dropped: 'không hoàn nữa',
}

const calls: Readonly<Record<string, string>> = {
  agreed: 'gọi khách: đồng ý',
  no_answer: 'gọi khách: không nghe máy',
  add_goods: 'gọi khách: muốn đổi hàng',
  wrong_number: 'gọi khách: sai số',
  cancel: 'gọi khách: hủy đơn',
  callback: 'gọi khách: hẹn gọi lại',
}

const actors: Record<TimelineEntry['actor'], string> = {
  shopper: 'Khách',
  staff: 'Nhân viên',
  money: 'Thanh toán',
  clock: 'Hệ thống',
  carrier: 'Hãng giao',
  system: 'Hệ thống',
}

/** An entry of the history in words. The page gets no more, because all the words would load with its scripts. */
export interface ShownEntry extends Pick<TimelineEntry, 'at' | 'actor' | 'note' | 'amount'> {
  who: string
  what: string
  reason: string | null
}

type InWords = 'timeline' | 'payments' | 'refunds' | 'items'
type Rows = ReturnType<typeof rowTexts>

/** An order as its page gets it. */
export interface ShownOrder extends Omit<StaffOrder, InWords> {
  timeline: ShownEntry[]
  money: ShownMoney
  items: (StaffOrder['items'][number] & { price_rows: Rows })[]
  total_rows: Rows
}

export function shownOrder({ payments, refunds, ...order }: StaffOrder): ShownOrder {
  const money = shownMoney({ ...order, payments, refunds })
  const items = order.items.map((line) => {
    return { ...line, price_rows: rowTexts(unitRows(line.price_trace)) }
  })
  const total_rows = rowTexts(orderRows(items, order.totals))
  return { ...order, items, total_rows, money, timeline: order.timeline.map(shownEntry) }
}

/** What became of a message that did not go out. */
const unsent: Readonly<Record<string, string>> = {
  failed: 'gửi không được',
  dropped: 'không gửi nữa',
}

function shownEntry(entry: TimelineEntry): ShownEntry {
  const { at, actor, kind, amount, reason } = entry
  const is_message = kind === 'email' || kind === 'sms'
  const note = is_message ? (unsent[entry.note ?? ''] ?? null) : entry.note
  const titles: Readonly<Record<string, string>> = cancel_reasons
  return {
    ...{ at, actor, note, amount },
    who: whoOf(entry),
    what: whatOf(entry),
    reason: reason === null ? null : (titles[reason] ?? reason),
  }
}

/** Who did it: the member of staff, else the shopper, a gateway, the clock. */
export function whoOf({ actor, who }: Pick<TimelineEntry, 'actor' | 'who'>): string {
  return who ?? actors[actor]
}

/** What happened, as the rest of a sentence that begins with who did it. */
export function whatOf({ kind, what }: Pick<TimelineEntry, 'kind' | 'what'>): string {
  switch (kind) {
    case 'move':
      return moves[what] ?? what
    case 'note':
      return 'ghi chú nội bộ'
    case 'courier_note':
      return 'dặn người giao'
    case 'phone_shown':
      return 'đã xem số điện thoại'
    case 'call':
      return calls[what] ?? what
    case 'assigned':
      return 'giao việc cho'
    case 'unassigned':
      return 'bỏ giao việc'
    case 'transfer':
    case 'gateway':
      return money[what] ?? what
    case 'refund':
      return refunds[what] ?? what
    case 'email':
      return `gửi email: ${messages[what] ?? what}`
    case 'sms':
      return `gửi SMS: ${messages[what] ?? what}`
  }
}

/** Why a form was not accepted: what others did with the order meanwhile. */
export function changedText(changes: readonly OrderChange[]): string {
  const texts = changes.map(
    (change) =>
      `${formatTime(new Date(change.at))} ${whoOf(change)} ${whatOf({ kind: 'move', what: change.what })}`,
  )
  const said = texts.length === 0 ? '' : `: ${texts.join('; ')}`
  return `Đơn đã đổi trong lúc bạn xem${said}. Chưa lưu gì của bạn; phần bạn viết vẫn còn đây.`
}
