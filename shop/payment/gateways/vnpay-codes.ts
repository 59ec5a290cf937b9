/** vnp_ResponseCode of a payment, for the shopper (VNPay PAY 2.1.0, "Bảng mã lỗi"). */
const by_response: Readonly<Record<string, string>> = {
  '07': 'Giao dịch đang được VNPAY xem xét. Chúng tôi sẽ báo ngay khi có kết quả.',
  '09': 'Thẻ hoặc tài khoản chưa đăng ký dịch vụ InternetBanking.',
  '10': 'Thông tin thẻ hoặc tài khoản được nhập sai quá 3 lần.',
  '11': 'Đã hết thời gian chờ thanh toán.',
  '12': 'Thẻ hoặc tài khoản đang bị khóa.',
  '13': 'Mã xác thực (OTP) không đúng.',
  '24': 'Bạn đã hủy giao dịch tại VNPAY.',
  '51': 'Tài khoản không đủ số dư.',
  '65': 'Tài khoản đã vượt hạn mức giao dịch trong ngày.',
  '75': 'Ngân hàng đang bảo trì.',
  '79': 'Mật khẩu thanh toán được nhập sai quá số lần quy định.',
  '99': 'Giao dịch bị lỗi tại VNPAY.',
}

/** vnp_TransactionStatus, for response codes without a text of their own. */
const by_status: Readonly<Record<string, string>> = {
  '02': 'Giao dịch bị lỗi tại VNPAY.',
  '04': 'Giao dịch chưa thành công ở VNPAY; ngân hàng sẽ trả lại tiền nếu đã trừ.',
  '05': 'VNPAY đang hoàn tiền giao dịch này.',
  '06': 'VNPAY đã gửi yêu cầu hoàn tiền sang ngân hàng.',
  '07': 'Giao dịch đang được VNPAY xem xét. Chúng tôi sẽ báo ngay khi có kết quả.',
  '09': 'Yêu cầu hoàn tiền bị từ chối.',
}

/** Returns why a VNPay payment failed, as a text for the shopper. */
export function vnpayFailure(response_code: string, transaction_status: string): string {
  return (
    by_response[response_code] ??
    by_status[transaction_status] ??
    'Giao dịch không thành công tại VNPAY.'
  )
}

/** vnp_ResponseCode of a refund, for staff. */
const of_refund: Readonly<Record<string, string>> = {
  '02': 'VNPAY không nhận ra mã website (vnp_TmnCode).',
  '03': 'VNPAY báo dữ liệu sai định dạng.',
  '91': 'VNPAY không tìm thấy giao dịch.',
  '94': 'VNPAY đã nhận yêu cầu hoàn tiền này và đang xử lý.',
  '95': 'VNPAY từ chối: giao dịch không thành công bên VNPAY.',
  '97': 'VNPAY báo sai chữ ký.',
  '99': 'VNPAY báo lỗi khác.',
}

/** Returns why a VNPay refund failed, as a text for staff. */
export function vnpayRefundText(response_code: string): string {
  return of_refund[response_code] ?? `VNPAY trả lời mã ${response_code}.`
}
