import { trade_state_titles } from '#admin/pages/trade/trade-in-texts.ts'
import type { Problem } from '#admin/runtime/page.ts'
import { tradeIns as contract } from '#contracts/staff/trade/trade-ins.ts'
import { isRefusal, Refusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'

const plain: Readonly<Record<string, string>> = {
  trade_in_changed: 'Báo giá vừa đổi. Xem lại bên dưới rồi làm tiếp.',
  account_not_signed_out: 'Máy còn tài khoản. Khách đăng xuất và tắt Tìm máy rồi mới báo giá.',
  checks_missing: 'Hãy kiểm hết các mục.',
  device_code_wrong: 'IMEI hoặc số serial chưa đúng. Bấm *#06# trên máy rồi quét lại.',
  reason_missing: 'Giá khác báo giá thì phải chọn lý do.',
  accept_code_blocked: 'Sai quá 5 lần. Khách đồng ý bằng liên kết, hoặc báo giá lại để gửi mã mới.',
  document_wrong: 'Số căn cước có 12 số, chứng minh cũ 9 số, hộ chiếu 1 chữ và 7–8 số.',
  seller_missing: 'Chưa ghi người bán cho bảng kê.',
  own_offer: 'Người đề nghị giá không tự duyệt. Nhờ người khác.',
  note_missing: 'Giá thấp hơn giá theo các mục đã kiểm: hãy ghi chú lý do cho khách đọc.',
  another_must_pay:
    'Từ 5.000.000đ, hoặc máy không nhập kho, người báo giá không tự chi tiền. Nhờ người khác.',
  reference_missing: 'Chuyển khoản thì phải ghi mã giao dịch của ngân hàng.',
  goods_unknown: 'Hãy chọn màu của máy trong danh mục, hoặc tháo linh kiện.',
  device_not_addable: 'IMEI này đang có trong kho. Xem trang IMEI.',
}

const owned = {
  locked: 'Máy này bị khóa trong sổ: mất hoặc tranh chấp. Không thu.',
  ours: 'Máy này đang là hàng của cửa hàng. Không thu.',
  at_counter: 'Máy này đang được thu ở một báo giá khác.',
}

/** The words for a refused step; null for any other error. */
export function problemOfTrade(error: unknown): Problem | null {
  if (!(error instanceof Refusal)) return null
  const { code, status } = error
  const problem = plain[code] ?? withData(error)
  return problem === null ? null : { status, problem }
}

function withData(error: Refusal): string | null {
  if (isRefusal(error, contract.arrive, 'trade_in_not_possible')) {
    const title = trade_state_titles[error.data.state].toLowerCase()
    return `Không làm được: báo giá đang ở trạng thái “${title}”.`
  }
  if (isRefusal(error, contract.offer, 'device_not_buyable')) return owned[error.data.problem]
  if (isRefusal(error, contract.offer, 'reason_not_true')) {
    return `Lý do không khớp: theo các mục đã kiểm, giá là ${formatDong(error.data.counter_value)}.`
  }
  if (isRefusal(error, contract.offer, 'above_not_permitted')) {
    return `Bạn được trả tối đa ${formatDong(error.data.limit)} cho máy này.`
  }
  if (isRefusal(error, contract.acceptByCode, 'accept_code_wrong')) {
    return `Mã không đúng. Còn thử được ${error.data.left} lần.`
  }
  if (isRefusal(error, contract.pay, 'amount_above_limit')) {
    return `${formatDong(error.data.amount)} vượt mức bạn được chi.`
  }
  if (isRefusal(error, contract.pay, 'cash_not_allowed')) {
    return `Tổng thu của người bán này hôm nay là ${formatDong(error.data.total)}: từ 5.000.000đ chỉ chuyển khoản.`
  }
  if (isRefusal(error, contract.pay, 'cash_paid_today')) {
    return `Người bán này đã nhận tiền mặt hôm nay; thêm máy này thành ${formatDong(error.data.total)}. Từ 5.000.000đ không được có tiền mặt: để ngày mai.`
  }
  if (isRefusal(error, contract.pay, 'order_not_payable')) {
    return `Không trừ được vào đơn: đơn chưa chọn, đã đủ tiền, hoặc chỉ còn phải thu ${formatDong(error.data.due)}.`
  }
  return null
}
