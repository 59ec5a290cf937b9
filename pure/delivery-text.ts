import { type Dong, formatDong } from '#pure/money.ts'

/** What a home delivery of goods for `subtotal` costs, as a text for the shopper: the same on every page. */
export function deliveryText(
  subtotal: Dong,
  { fee, free_from }: { fee: Dong; free_from: Dong },
): string {
  return subtotal >= free_from
    ? `Miễn phí giao hàng toàn quốc (đơn từ ${formatDong(free_from)})`
    : `Phí giao hàng ${formatDong(fee)}, miễn phí cho đơn từ ${formatDong(free_from)}`
}
