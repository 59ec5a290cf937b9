import type { DeliveryRuleSet } from '#contracts/staff/delivery.ts'

/** Each rule with its label and its unit. */
export const rule_fields = [
  ['fee', 'Phí giao hàng', 'đồng, đã gồm VAT'],
  ['free_from', 'Miễn phí cho đơn từ', 'đồng'],
  ['cut_off', 'Đặt trước giờ này thì giao trong ngày', 'giờ:phút'],
  ['near_hours', 'Giao từ cửa hàng trong tỉnh sau', 'giờ'],
  ['away_days', 'Giao từ tỉnh khác sau', 'ngày'],
  ['rural_days', 'Giao đến xã cộng thêm', 'ngày'],
  ['prepare_minutes', 'Nhận tại cửa hàng sau', 'phút'],
  ['keep_days', 'Giữ hàng chờ khách đến lấy', 'ngày, không tính ngày soạn'],
] as const satisfies readonly (readonly [keyof DeliveryRuleSet, string, string])[]
