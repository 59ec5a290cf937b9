/** resultCode of a payment, for the shopper (developers.momo.vn, "List Result Codes"). */
const by_code: Readonly<Record<number, string>> = {
  1000: 'Giao dịch đang chờ bạn xác nhận trên MoMo.',
  1001: 'Tài khoản MoMo không đủ tiền.',
  1002: 'Ngân hàng phát hành từ chối giao dịch.',
  1003: 'Giao dịch tại MoMo đã bị hủy.',
  1004: 'Số tiền vượt hạn mức thanh toán của tài khoản MoMo.',
  1005: 'Đã hết thời gian chờ thanh toán.',
  1006: 'Bạn đã hủy giao dịch tại MoMo.',
  1007: 'Tài khoản MoMo không tồn tại hoặc đang tạm ngưng.',
  1017: 'Giao dịch đã bị cửa hàng hủy.',
  1026: 'Giao dịch bị hạn chế theo thể lệ khuyến mãi của MoMo.',
  4001: 'Tài khoản MoMo đang bị hạn chế.',
  4002: 'Tài khoản MoMo chưa được xác thực.',
  4100: 'Đăng nhập MoMo không thành công.',
}

/** Returns why a MoMo payment failed, as a text for the shopper. */
export function momoFailure(result_code: number): string {
  return by_code[result_code] ?? 'Giao dịch không thành công tại MoMo.'
}

/** resultCode of a refund, for staff. */
const of_refund: Readonly<Record<number, string>> = {
  1080: 'MoMo từ chối hoàn tiền: không tìm thấy giao dịch gốc hoặc đã quá hạn.',
  1081: 'MoMo từ chối hoàn tiền: giao dịch gốc đã được hoàn.',
  1088: 'MoMo từ chối hoàn tiền: giao dịch gốc không cho hoàn.',
}

/** Returns why a MoMo refund failed, as a text for staff. */
export function momoRefundText(result_code: number): string {
  return of_refund[result_code] ?? `MoMo trả lời mã ${result_code}.`
}
