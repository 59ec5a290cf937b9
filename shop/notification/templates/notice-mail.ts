import type { NoticeKind } from '#contracts/storefront/notices.ts'
import { formatDong } from '#pure/money.ts'
import { escapeHtml } from '#pure/plain-page.ts'
import {
  mailAmounts,
  mailLink,
  mailPage,
  textRow,
} from '#shop/notification/templates/mail-frame.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

/** A wish to hear of an item, as messages name it. */
interface AskedItem {
  kind: NoticeKind
  secret: string
  item: { name: string; color_name: string | null }
}

/** What a message about an item that is back or cheaper says. */
export interface NoticeFacts extends AskedItem {
  item: AskedItem['item'] & { url_path: string; price: number | null }
}

/** Asks the reader to confirm the wish. It carries no advertisement (Decree 91/2020, article 13). */
export function noticeConfirmMail(facts: AskedItem, sender: Sender): RenderedMessage {
  const { kind, item, secret } = facts
  const what = kind === 'stock' ? 'có hàng lại' : 'giảm giá'
  const button = { text: 'Xác nhận', href: noticeLink(secret, sender) }
  return noticePage(
    {
      subject: `Xác nhận nhận tin: ${itemName(item)}`,
      title: 'Xác nhận nhận tin',
      paragraphs: [
        `Bạn, hoặc ai đó nhập địa chỉ này, muốn được báo một lần khi ${itemName(item)} ${what}.`,
        'Nếu đúng là bạn, hãy bấm nút dưới đây. Nếu không, hãy bỏ qua thư này; cửa hàng sẽ không gửi gì thêm.',
      ],
      rows: [],
      button,
      end: { text: 'Không phải bạn?', link: 'Không nhận tin', href: button.href },
    },
    sender,
  )
}

/** Tells that the item is back or cheaper. It is marked as advertising and says how to stop (articles 17 and 20). */
export function noticeMail(facts: NoticeFacts, sender: Sender): RenderedMessage {
  const { kind, item, secret } = facts
  const name = itemName(item)
  const title = kind === 'stock' ? `${name} đã có hàng` : `${name} vừa giảm giá`
  const link = noticeLink(secret, sender)
  const message = noticePage(
    {
      subject: `[QC] ${title}`,
      title,
      paragraphs: [
        kind === 'stock'
          ? 'Sản phẩm bạn chờ đã có hàng trở lại. Số lượng có hạn nên cửa hàng không giữ trước được.'
          : 'Giá sản phẩm bạn theo dõi vừa xuống thấp hơn lúc bạn đăng ký.',
      ],
      rows: item.price === null ? [] : [['Giá hôm nay', formatDong(item.price)]],
      button: { text: 'Xem sản phẩm', href: `${sender.public_url}/${item.url_path}` },
      end: {
        text: 'Bạn nhận thư này một lần vì đã xác nhận đăng ký.',
        link: 'Không nhận tin nào nữa',
        href: link,
      },
    },
    sender,
  )
  return { ...message, unsubscribe_url: `${sender.public_url}${stop_path}?secret=${secret}&all=1` }
}

/** notices.stopNotice (contracts/storefront/notices.ts). */
export const stop_path = '/api/notices/v1/notices/stop'

interface Parts {
  subject: string
  title: string
  paragraphs: string[]
  rows: [string, string][]
  button: { text: string; href: string }
  /** Why the reader has this mail, and the link that stops it. */
  end: { text: string; link: string; href: string }
}

/** A message of one button about a wish. */
export function noticePage(parts: Parts, sender: Sender): RenderedMessage {
  const { subject, title, paragraphs, rows, button, end } = parts
  const body = [
    title,
    ...paragraphs,
    ...rows.map(textRow),
    `${button.text}: ${button.href}`,
    `${end.text} ${end.link}: ${end.href}`,
    `${sender.name} · ${sender.hotline}`,
  ].join('\n\n')
  const foot = `${escapeHtml(end.text)} ${mailLink(end.href, end.link)}.<br>`
  const middle = mailAmounts('Giá', rows)
  return {
    subject,
    body,
    html: mailPage({ subject, title, paragraphs, middle, button, foot }, sender),
  }
}

/** The address of the page that confirms and stops a notice. */
export function noticeLink(secret: string, { public_url }: Sender): string {
  return `${public_url}/bao-tin/${secret}`
}

/** The item as a message names it. */
export function itemName({ name, color_name }: AskedItem['item']): string {
  return color_name === null ? name : `${name}, ${color_name}`
}
