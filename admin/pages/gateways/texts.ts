import type { GatewaySetUp } from '#contracts/staff/gateways.ts'

export const only_for_tests =
  'Khóa thử và địa chỉ thử (sandbox) không dùng được khi bán thật: hãy nhập khóa và địa chỉ thật'

export const code_needed =
  'Cổng thanh toán quyết định tiền về đâu: hãy xác nhận lại là bạn rồi lưu.'
export const wrong_code =
  'Mã xác thực hoặc passkey chưa đúng, hoặc đã dùng rồi. Hãy chờ mã kế tiếp trong ứng dụng.'

export const states: Record<GatewaySetUp['state'], string> = {
  stored: 'Đã cài đặt',
  demo: 'Cổng thử của cửa hàng minh họa',
  none: 'Chưa cài đặt: khách không thấy cách thanh toán này',
  unreadable: 'Không đọc được cài đặt (khóa mã hóa đã đổi): hãy nhập lại',
  invalid: 'Cài đặt không còn hợp lệ: hãy nhập lại',
  only_for_tests,
  needless: 'Không cần cài đặt',
}
