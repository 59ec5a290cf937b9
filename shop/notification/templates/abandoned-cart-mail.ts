import { formatDong } from '#pure/money.ts'
import { mailAmounts, mailPage, textGroups } from '#shop/notification/templates/mail-frame.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

/** The data of a reminder of an abandoned cart. */
export interface AbandonedCartFacts {
  /** Path of the page that restores the cart. */
  path: string
  lines: { name: string; item_quantity: number; final_price: number }[]
}

/**
 * Renders a reminder of an abandoned cart, for shoppers who agreed to such mail. It is marked as advertising and
 * has a link to unsubscribe (Decree 91/2020, articles 17 and 20).
 */
export function abandonedCartMail(
  { path, lines }: AbandonedCartFacts,
  sender: Sender,
): RenderedMessage {
  const href = sender.public_url + path
  const stop = `${href}?dung-nhac=1`
  const rows = lines.map(
    ({ name, item_quantity, final_price }) =>
      [`${name} × ${item_quantity}`, formatDong(final_price * item_quantity)] as const,
  )
  const subject = `[QC] Giỏ hàng của bạn tại ${sender.name} vẫn còn đây`
  const title = 'Bạn để quên giỏ hàng'
  const paragraphs = [
    'Những sản phẩm bạn chọn vẫn được lưu lại. Giá dưới đây là giá lúc bạn rời đi; khi mở lại bạn sẽ thấy giá hôm nay.',
  ]
  const body = [
    title,
    ...paragraphs,
    ...textGroups(rows),
    `Mở lại giỏ hàng: ${href}`,
    `Không nhận thư nhắc nữa: ${stop}`,
  ].join('\n\n')
  const foot = `Bạn nhận thư này vì đã chọn “Nhận email thông báo và ưu đãi”. <a href="${stop}" style="color:#a0320a">Không nhận thư nhắc nữa</a>.<br>`
  const page = { subject, title, paragraphs, middle: mailAmounts('Giỏ hàng của bạn', rows), foot }
  const button = { text: 'Mở lại giỏ hàng', href }
  return { subject, body, html: mailPage({ ...page, button }, sender) }
}
