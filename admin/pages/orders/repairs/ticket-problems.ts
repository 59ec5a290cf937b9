import { pictureProblem } from '#admin/kit/pictures/picture-acts.ts'
import type { Problem } from '#admin/runtime/page.ts'
import { tickets as contract } from '#contracts/staff/orders/tickets.ts'
import { isRefusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime, formatTime } from '#pure/vietnam-time.ts'

/** The words for a refusal of a ticket; null: the error is not for the page. */
export function ticketProblem(error: unknown): Problem | null {
  const { receiveTicket, takePayment, collect, quote, reversePayment, decideReversal } = contract
  if (isRefusal(error, reversePayment, 'above_left')) {
    const problem = `Khoản này chỉ còn ${formatDong(error.data.left)} có thể hoàn, kể cả phần đang chờ duyệt.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, decideReversal, 'amount_above_limit')) {
    const problem = `Khoản ${formatDong(error.data.amount)} vượt hạn mức của bạn. Nhờ người có hạn mức cao hơn duyệt.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, quote, 'fee_above_announced')) {
    const announced = formatDong(error.data.announced_fee)
    const problem = `Khi nhận máy đã báo phí kiểm tra tối đa ${announced}. Ghi phí không quá số này.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, takePayment, 'above_due')) {
    const problem = `Phiếu chỉ còn ${formatDong(error.data.due)} cần trả. Ghi đúng số tiền thu.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, collect, 'not_paid')) {
    const { due } = error.data
    const problem =
      due > 0
        ? `Còn ${formatDong(due)} chưa thu. Thu đủ rồi trả máy.`
        : `Đã thu thừa ${formatDong(-due)}. Hoàn lại cho khách rồi trả máy.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, collect, 'hand_code_wrong')) {
    const problem = `Mã nhận máy không đúng. Còn ${error.data.codes_left} lần thử.`
    return { status: error.status, problem }
  }
  if (isRefusal(error, collect, 'hand_codes_blocked')) {
    const until = formatTime(new Date(error.data.until))
    return { status: error.status, problem: `Sai mã nhiều lần. Thử lại sau ${until}.` }
  }
  if (isRefusal(error, receiveTicket, 'no_technician_free')) {
    const times = error.data.slots.map(({ starts_at }) => formatDateTime(new Date(starts_at)))
    const next = times.length === 0 ? '' : ` Giờ trống gần nhất: ${times.join(', ')}.`
    const problem = `Hết thợ trống trong thời gian khách chờ.${next} Khách để máy lại thì chọn “Để máy lại”.`
    return { status: error.status, problem }
  }
  const found = plain.find(([, isIt]) => isIt(error))
  if (found === undefined) return pictureProblem(error)
  return { status: (error as { status: number }).status, problem: found[0] }
}

const plain: readonly (readonly [string, (error: unknown) => boolean])[] = [
  [
    'Phiếu vừa đổi. Xem lại bên dưới rồi làm tiếp.',
    (error) => isRefusal(error, contract.assign, 'ticket_changed'),
  ],
  [
    'Không có phiếu này ở cửa hàng của bạn, hoặc phiếu chưa giao cho bạn.',
    (error) => isRefusal(error, contract.assign, 'ticket_not_found'),
  ],
  [
    'Người này không sửa máy ở cửa hàng của phiếu.',
    (error) => isRefusal(error, contract.assign, 'staff_not_found'),
  ],
  [
    'Giá khác bảng giá, việc ngoài bảng giá và trả máy không mã cần cửa hàng trưởng.',
    (error) => isRefusal(error, contract.addLine, 'price_not_allowed'),
  ],
  [
    'Chọn dịch vụ, hoặc ghi tên việc và giá.',
    (error) => isRefusal(error, contract.addLine, 'service_not_found'),
  ],
  ['Phiếu đã đủ 20 mục.', (error) => isRefusal(error, contract.addLine, 'too_many_lines')],
  [
    'Khách đã duyệt mục này. Ghi lý do bỏ để báo khách.',
    (error) => isRefusal(error, contract.removeLine, 'reason_needed'),
  ],
  [
    'Báo giá chưa có mục mới. Thêm dịch vụ trước.',
    (error) => isRefusal(error, contract.quote, 'nothing_offered'),
  ],
  [
    'Chuyển khoản và quẹt thẻ cần mã giao dịch.',
    (error) => isRefusal(error, contract.takePayment, 'reference_needed'),
  ],
  [
    'Mã giao dịch này đã được ghi ở một phiếu khác.',
    (error) => isRefusal(error, contract.takePayment, 'reference_used'),
  ],
  [
    'Bạn đề nghị khoản này: người khác phải duyệt.',
    (error) => isRefusal(error, contract.decideReversal, 'own_request'),
  ],
  [
    'Máy đã trả hơn 7 ngày. Khách mang máy lại thì nhận phiếu mới.',
    (error) => isRefusal(error, contract.undoCollect, 'undo_too_late'),
  ],
  [
    'Đã có phiếu bảo hành cho lần sửa này. Làm tiếp ở phiếu đó.',
    (error) => isRefusal(error, contract.undoCollect, 'warranty_used'),
  ],
  [
    'Bạn không nhận máy ở cửa hàng này.',
    (error) => isRefusal(error, contract.receiveTicket, 'shop_not_found'),
  ],
  [
    'Không có lịch hẹn này ở cửa hàng của bạn.',
    (error) => isRefusal(error, contract.receiveTicket, 'booking_not_found'),
  ],
  [
    'Lịch hẹn này đã hủy, đã ghi không đến hoặc đã có phiếu.',
    (error) => isRefusal(error, contract.receiveTicket, 'booking_closed'),
  ],
  [
    'Số điện thoại không đúng. Ghi số di động 10 chữ số.',
    (error) => isRefusal(error, contract.receiveTicket, 'phone_wrong'),
  ],
  [
    'Email không đúng. Ví dụ: ten@gmail.com.',
    (error) => isRefusal(error, contract.receiveTicket, 'email_wrong'),
  ],
  [
    'Giờ hẹn trả đã qua. Chọn giờ sau bây giờ.',
    (error) => isRefusal(error, contract.receiveTicket, 'promised_too_early'),
  ],
  [
    'Máy hoặc linh kiện này không còn bảo hành. Kiểm lại IMEI.',
    (error) => isRefusal(error, contract.receiveTicket, 'warranty_over'),
  ],
]
