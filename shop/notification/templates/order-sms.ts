import type { Order } from '#contracts/storefront/order.ts'
import { formatDong } from '#pure/money.ts'
import type { OrderTemplate } from '#shop/notification/outbox.ts'
import {
  orderUrl,
  type TellFacts,
  type Teller,
} from '#shop/notification/templates/order-templates.ts'

/** Letters as a short message without Unicode carries them: one page holds 160 instead of 70. */
export function unaccented(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'D')
    .replace(/[^\x20-\x7e]/g, '')
}

/** The same as the mail in one breath, with the link that opens the order. */
export function orderSms(
  template: OrderTemplate,
  order: Order,
  facts: TellFacts,
  teller: Teller,
): string {
  const said = sentence(template, order, facts)
  return unaccented(`${teller.name}: ${said} ${orderUrl(order, teller)}`)
}

function sentence(
  template: OrderTemplate,
  { code, totals, payment }: Order,
  { amount }: TellFacts,
): string {
  const total = formatDong(totals.grand_total)
  const money = typeof amount === 'number' ? formatDong(amount) : total
  switch (template) {
    case 'order_waiting':
      return `Đơn ${code} (${total}) chờ thanh toán.`
    case 'order_placed':
      return `Đã nhận đơn ${code}, trả ${total} khi nhận hàng.`
    case 'order_at_door':
      return `Chưa nhận được tiền cho đơn ${code}: bạn trả ${total} khi nhận hàng.`
    case 'order_paid':
      return `Đã nhận ${formatDong(payment.paid_total)} cho đơn ${code}.`
    case 'order_confirmed':
      return `Đơn ${code} đã được xác nhận.`
    case 'order_shipped':
      return `Đơn ${code} đang được giao.`
    case 'order_delivered':
      return `Đơn ${code} đã giao thành công.`
    case 'order_cancelled':
      return `Đơn ${code} đã hủy.`
    case 'order_expired':
      return `Đơn ${code} đã hết hạn thanh toán.`
    case 'refund_due':
      return `Sẽ hoàn ${money} cho đơn ${code}.`
    case 'refund_done':
      return `Đã hoàn ${money} cho đơn ${code}.`
  }
}
