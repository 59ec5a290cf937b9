import { formatDateTime } from '#pure/vietnam-time.ts'
import { noticeLink, noticePage, stop_path } from '#shop/notification/templates/notice-mail.ts'
import { unaccented } from '#shop/notification/templates/order-sms.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

/**
 * What begins, as messages name it. They carry no mark of advertising: the reader asked for this one (decision 309).
 */
interface StartFacts {
  name: string
  href: string
  starts_at: Date
  secret: string
}

/** Asks the reader to confirm the wish. */
export function startConfirmMail(
  { name, starts_at, secret }: StartFacts,
  sender: Sender,
): RenderedMessage {
  const href = noticeLink(secret, sender)
  return noticePage(
    {
      subject: `Xác nhận nhận nhắc: ${name}`,
      title: 'Xác nhận nhận nhắc',
      paragraphs: [
        `Bạn, hoặc ai đó nhập địa chỉ này, muốn được nhắc một lần khi ${name} bắt đầu (${formatDateTime(starts_at)}).`,
        'Nếu đúng là bạn, hãy bấm nút dưới đây. Nếu không, hãy bỏ qua thư này; cửa hàng sẽ không gửi gì thêm.',
      ],
      rows: [],
      button: { text: 'Xác nhận', href },
      end: { text: 'Không phải bạn?', link: 'Không nhận nhắc', href },
    },
    sender,
  )
}

/** Tells that it has begun. */
export function startMail({ name, href, secret }: StartFacts, sender: Sender): RenderedMessage {
  const message = noticePage(
    {
      subject: `${name} đã bắt đầu`,
      title: `${name} đã bắt đầu`,
      paragraphs: ['Bạn đã nhờ cửa hàng nhắc một lần khi bắt đầu. Đây là lời nhắc đó.'],
      rows: [],
      button: { text: 'Xem ngay', href: `${sender.public_url}${href}` },
      end: {
        text: 'Bạn nhận thư này một lần vì đã bấm “Nhắc tôi”.',
        link: 'Không nhận nhắc',
        href: noticeLink(secret, sender),
      },
    },
    sender,
  )
  return { ...message, unsubscribe_url: `${sender.public_url}${stop_path}?secret=${secret}` }
}

export function startPush({ name, href, secret }: StartFacts, sender: Sender): RenderedMessage {
  return {
    subject: `${name} đã bắt đầu`,
    body: 'Bạn đã nhờ cửa hàng nhắc một lần.',
    html: null,
    open_url: `${sender.public_url}${href}`,
    stop_url: noticeLink(secret, sender),
  }
}

export function startSms({ name, href, secret }: StartFacts, sender: Sender): RenderedMessage {
  const text = `${sender.name}: ${name} da bat dau. Xem: ${sender.public_url}${href} Khong nhan nhac: ${noticeLink(secret, sender)}`
  return { subject: null, body: unaccented(text), html: null }
}
