import type { DeviceTestRefusal, MessagesByCode } from '#storefront/refusals.ts'

/** Why a report of device tests cannot be shown or attached. */
export const report_texts: MessagesByCode<DeviceTestRefusal> = {
  report_is_invalid: {
    text: 'Phiếu kiểm tra này không do cửa hàng xác nhận hoặc đã bị sửa. Vui lòng kiểm tra máy lại.',
    button: 'Kiểm tra máy lại',
    href: '/kiem-tra-linh-kien-may-tinh-online',
  },
  report_is_expired: {
    text: 'Phiếu kiểm tra này đã quá 30 ngày. Vui lòng kiểm tra máy lại.',
    button: 'Kiểm tra máy lại',
    href: '/kiem-tra-linh-kien-may-tinh-online',
  },
}
