import type { CarrierSetUp } from '#contracts/staff/carriers.ts'

export const carrier_state_titles: Record<CarrierSetUp['state'], string> = {
  stored: 'Đã cài đặt',
  demo: 'Hãng thử của cửa hàng minh họa',
  none: 'Chưa cài đặt',
  unreadable: 'Không đọc được cài đặt (khóa mã hóa đã đổi): hãy nhập lại',
  invalid: 'Cài đặt không còn hợp lệ: hãy nhập lại',
  only_for_tests: 'Khóa và địa chỉ thử không dùng được khi bán thật: hãy nhập lại',
}
