import type { CodRuleSet } from '#contracts/staff/cod.ts'
import { formatDong } from '#pure/money.ts'

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

export function isSum(name: keyof CodRuleSet): boolean {
  return name === 'max_total' || name === 'call_from'
}

/** A rule as it is shown and typed: "500.000.000đ" or "200"; empty if there is no limit. */
export function ruleText(rules: CodRuleSet, name: keyof CodRuleSet): string {
  const limit = rules[name]
  if (limit === null) return ''
  return isSum(name) ? formatDong(limit) : String(limit)
}

/** The rules as texts: "Tổng tiền cao nhất của một đơn: 500.000.000đ". */
export function ruleTexts(rules: CodRuleSet): string[] {
  return rule_fields.map(
    ([name, label]) => `${label}: ${ruleText(rules, name) || 'không giới hạn'}`,
  )
}
