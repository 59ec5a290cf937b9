/** vpc_TxnResponseCode of cards issued abroad and Visa/Master/JCB, for the shopper. */
const of_intl: Readonly<Record<string, string>> = {
  '1': 'Ngân hàng phát hành thẻ không cấp phép giao dịch.',
  '2': 'Ngân hàng phát hành từ chối: thẻ không đủ số dư hoặc chưa mở thanh toán trực tuyến.',
  '3': 'Không nhận được kết quả từ ngân hàng phát hành thẻ.',
  '4': 'Thẻ đã hết hạn.',
  '5': 'Thẻ không đủ hạn mức hoặc tài khoản không đủ số dư.',
  '6': 'Ngân hàng phát hành thẻ báo lỗi.',
  '7': 'Có lỗi khi xử lý giao dịch.',
  '8': 'Ngân hàng phát hành không hỗ trợ thanh toán trên Internet.',
  '9': 'Ngân hàng phát hành từ chối giao dịch.',
  B: 'Không xác thực được 3D-Secure.',
  D: 'Giao dịch bị ngân hàng từ chối.',
  E: 'Mã CVV không đúng hoặc thẻ vượt hạn mức một lần thanh toán.',
  F: 'Không xác thực được 3D-Secure.',
  Z: 'Giao dịch bị hệ thống kiểm soát rủi ro chặn.',
}

/** vpc_TxnResponseCode of domestic cards, for the shopper. */
const of_atm: Readonly<Record<string, string>> = {
  '1': 'Ngân hàng từ chối giao dịch.',
  '3': 'Mã đơn vị không tồn tại.',
  '4': 'Mã truy cập của cửa hàng không đúng.',
  '5': 'Số tiền không hợp lệ.',
  '6': 'Mã tiền tệ không tồn tại.',
  '7': 'Lỗi không xác định.',
  '8': 'Số thẻ không đúng.',
  '9': 'Tên chủ thẻ không đúng.',
  '10': 'Thẻ hết hạn hoặc đang bị khóa.',
  '11': 'Thẻ chưa đăng ký thanh toán trực tuyến.',
  '12': 'Ngày phát hành hoặc ngày hết hạn không đúng.',
  '13': 'Vượt hạn mức thanh toán.',
  '21': 'Tài khoản không đủ số dư.',
  '22': 'Thông tin tài khoản không đúng.',
  '23': 'Tài khoản đang bị khóa.',
  '24': 'Thông tin thẻ không đúng.',
  '25': 'Mã xác thực (OTP) không đúng.',
}

const of_both: Readonly<Record<string, string>> = {
  '99': 'Bạn đã hủy giao dịch tại OnePay.',
  '253': 'Đã hết thời gian chờ thanh toán.',
}

/** Returns why a OnePay payment failed, as a text for the shopper. Codes may be letters, so they are texts. */
export function onepayFailure(kind: 'intl' | 'atm', response_code: string): string {
  const own = kind === 'intl' ? of_intl : of_atm
  return (
    own[response_code] ?? of_both[response_code] ?? 'Giao dịch thẻ không thành công tại OnePay.'
  )
}
