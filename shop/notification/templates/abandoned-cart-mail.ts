import { formatDong } from '#pure/money.ts'
import { mailPage, mailRows } from '#shop/notification/templates/mail-frame.ts'
import type { Teller } from '#shop/notification/templates/order-templates.ts'
import type { Words } from '#shop/notification/outbox-store.ts'

/** What a reminder of a left cart says. */
export interface LeftCartFacts {
  /** Path of the page that restores it. */
  path: string
  lines: { name: string; item_quantity: number; final_price: number }[]
}

/**
 * A reminder to who asked for such mail, marked as advertising and with a way out of it (Decree
 * 91/2020, articles 17 and 20).
 */
export function leftCartMail({ path, lines }: LeftCartFacts, teller: Teller): Words {
  const href = teller.public_url + path
  const stop = `${href}?dung-nhac=1`
  const rows = lines.map(
    ({ name, item_quantity, final_price }) =>
      [`${name} × ${item_quantity}`, formatDong(final_price * item_quantity)] as const,
  )
  const subject = `[QC] Giỏ hàng của bạn tại ${teller.name} vẫn còn đây`
  const title = 'Bạn để quên giỏ hàng'
  const paragraphs = [
    'Những sản phẩm bạn chọn vẫn được lưu lại. Giá dưới đây là giá lúc bạn rời đi; khi mở lại bạn sẽ thấy giá hôm nay.',
  ]
  const body = [
    title,
    ...paragraphs,
    rows.map(([name, value]) => `- ${name}: ${value}`).join('\n'),
    `Mở lại giỏ hàng: ${href}`,
    `Không nhận thư nhắc nữa: ${stop}`,
  ].join('\n\n')
  const foot = `Bạn nhận thư này vì đã chọn “Nhận email thông báo và ưu đãi”. <a href="${stop}" style="color:#a0320a">Không nhận thư nhắc nữa</a>.<br>`
  const page = { subject, title, paragraphs, middle: mailRows(rows), foot }
  const button = { text: 'Mở lại giỏ hàng', href }
  return { subject, body, html: mailPage({ ...page, button }, teller) }
}
