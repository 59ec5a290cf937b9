import type { Order } from '#contracts/storefront/order.ts'

/** The sender of notifications: the shop and the address of its pages. */
export interface Sender {
  name: string
  hotline: string
  public_url: string
  company: { name: string; address: string; email?: string }
}

/** A rendered notification. */
export interface RenderedMessage {
  /** Null for an SMS. */
  subject: string | null
  body: string
  html: string | null
  /** The page that a web push opens. */
  open_url?: string
  /** The page where the reader of a web push stops further ones. */
  stop_url?: string
  /** The template of Zalo that has these words. */
  zalo?: { template_id: string; data: Record<string, string> }
  /** Where a mail program unsubscribes its reader by one POST (RFC 8058). */
  unsubscribe_url?: string
}

/** Returns the address of the order's page. Its secret opens the page in any browser (decision 047). */
export function orderUrl(order: Order, { public_url }: Sender): string {
  const query = new URLSearchParams({ code: order.code, key: order.secret })
  return `${public_url}/cart/success/${order.payment_method ?? 'cod'}?${query}`
}

/** Returns the address where the order is found by its code and phone (decision 200). It opens nothing by itself. */
export function lookupUrl({ code }: Order, { public_url }: Sender): string {
  return `${public_url}/tracuu?${new URLSearchParams({ ma: code })}`
}
