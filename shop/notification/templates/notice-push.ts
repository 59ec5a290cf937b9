import { formatDong } from '#pure/money.ts'
import { itemName, type NoticeFacts, noticeLink } from '#shop/notification/templates/notice-mail.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

/** Tells by web push that the item is back or cheaper. The browser itself shows who writes. */
export function noticePush({ kind, item, secret }: NoticeFacts, sender: Sender): RenderedMessage {
  const price = item.price === null ? '' : ` Giá hiện nay: ${formatDong(item.price)}.`
  return {
    subject: kind === 'stock' ? '[QC] Đã có hàng trở lại' : '[QC] Vừa giảm giá',
    body: `${itemName(item)}.${price}`,
    html: null,
    open_url: `${sender.public_url}/${item.url_path}`,
    stop_url: noticeLink(secret, sender),
  }
}
