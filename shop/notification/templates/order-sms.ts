import type { Order } from '#contracts/storefront/order.ts'
import type { OrderTemplate } from '#shop/notification/outbox.ts'
import {
  order_templates,
  orderFacts,
  type StoredFacts,
} from '#shop/notification/templates/order-templates.ts'
import { orderUrl, type RenderedMessage, type Sender } from '#shop/notification/templates/sender.ts'

/** Renders an SMS about an order: one sentence and the link to the order. */
export function orderSms(
  template: OrderTemplate,
  order: Order,
  facts: StoredFacts,
  sender: Sender,
): RenderedMessage {
  const sentence = order_templates[template].sms(orderFacts(order, facts))
  const body = unaccented(`${sender.name}: ${sentence} ${orderUrl(order, sender)}`)
  return { subject: null, body, html: null }
}

/** Removes accents: an SMS without Unicode has 160 letters instead of 70. */
export function unaccented(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'D')
    .replace(/[^\x20-\x7e]/g, '')
}
