import type { Order } from '#contracts/storefront/order.ts'
import { calledByGivenName } from '#pure/vietnamese/called-name.ts'
import type { OrderTemplate } from '#shop/notification/outbox.ts'
import {
  order_templates,
  orderFacts,
  type StoredFacts,
} from '#shop/notification/templates/order-templates.ts'
import { orderUrl, type RenderedMessage, type Sender } from '#shop/notification/templates/sender.ts'

/**
 * Renders an SMS about an order: one sentence and the link to the order. It greets the buyer who said how to be
 * addressed, unless that costs another SMS.
 */
export function orderSms(
  template: OrderTemplate,
  order: Order,
  facts: StoredFacts,
  sender: Sender,
): RenderedMessage {
  const sentence = order_templates[template].sms(orderFacts(order, facts))
  const message = (text: string) => unaccented(`${sender.name}: ${text} ${orderUrl(order, sender)}`)
  const called = calledByGivenName(order.recipient)
  const plain = message(sentence)
  const greeted = called === null ? plain : message(`Chào ${called}. ${sentence}`)
  const body = countSms(greeted) > countSms(plain) ? plain : greeted
  return { subject: null, body, html: null }
}

/** How many SMS a text without accents takes: parts of a longer one have 153 letters each. */
function countSms({ length }: string): number {
  return length <= 160 ? 1 : Math.ceil(length / 153)
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
