import { formatDong } from '#pure/money.ts'
import { itemName, type NoticeFacts, noticeLink } from '#shop/notification/templates/notice-mail.ts'
import { unaccented } from '#shop/notification/templates/order-sms.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

/** Tells by SMS that the item is back or cheaper: marked as advertising, with the way to stop at its end. */
export function noticeSms({ kind, item, secret }: NoticeFacts, sender: Sender): RenderedMessage {
  const price = item.price === null ? '' : ` còn ${formatDong(item.price)}`
  const what = kind === 'stock' ? 'đã có hàng' : `giảm giá${price}`
  const text = `[QC] ${sender.name}: ${itemName(item)} ${what}. Xem: ${sender.public_url}/${item.url_path} Từ chối: ${noticeLink(secret, sender)} hoặc ${sender.hotline}`
  return { subject: null, body: unaccented(text), html: null }
}
