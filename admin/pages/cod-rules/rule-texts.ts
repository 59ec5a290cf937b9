import type { CodRuleSet } from '#contracts/staff/cod.ts'

/** Each rule with its label and its unit. */
export const rule_fields = [
  ['max_total', 'Tổng tiền cao nhất của một đơn', 'đồng'],
  ['max_quantity', 'Số sản phẩm nhiều nhất của một đơn', 'sản phẩm, kể cả quà'],
  ['max_open_orders', 'Số đơn chờ xác nhận của một số điện thoại', 'đơn'],
  ['max_came_back', 'Phải trả trước khi số điện thoại đã không nhận', 'đơn'],
  ['max_per_network', 'Số đơn trong một ngày từ cùng một mạng', 'đơn khách tự đặt'],
  ['call_from', 'Phải gọi khách rồi mới xác nhận, từ', 'đồng'],
  ['release_after_h', 'Hủy đơn chưa xác nhận, trả hàng về kệ sau', 'giờ'],
] as const satisfies readonly (readonly [keyof CodRuleSet, string, string])[]

/** The rules as texts: "Tổng tiền cao nhất của một đơn 500000000". */
export function ruleTexts(rules: CodRuleSet): string[] {
  return rule_fields.map(([name, label]) => `${label}: ${rules[name] ?? 'không giới hạn'}`)
}
