import type { Order } from '#contracts/storefront/order.ts'

/** Who a notification is from: the shop, and where its pages stand. */
export interface Sender {
  name: string
  hotline: string
  public_url: string
  company: { name: string; address: string }
}

/** A notification as it is sent. */
export interface RenderedMessage {
  /** Of a mail. */
  subject: string | null
  body: string
  html: string | null
}

/** The order's own page, which its secret opens in any browser (decision 047). */
export function orderUrl(order: Order, { public_url }: Sender): string {
  const query = new URLSearchParams({ code: order.code, key: order.secret })
  return `${public_url}/cart/success/${order.payment_method ?? 'cod'}?${query}`
}
