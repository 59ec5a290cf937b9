import type { OrderSource } from '#contracts/staff/orders/order-sources.ts'

export const source_titles: Readonly<Record<OrderSource, string>> = {
  affiliate: 'Tiếp thị liên kết',
  ads: 'Quảng cáo (gclid)',
  staff: 'Nhân viên lập',
  direct: 'Tự đến',
}
