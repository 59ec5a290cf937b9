import type { ShopReservation } from '#contracts/storefront/trade/shop-reservation.ts'
import { formatDate, formatTime } from '#pure/vietnam-time.ts'
import type { ShopReservationTemplate } from '#shop/notification/outbox.ts'
import {
  mailFacts,
  mailPage,
  textGroups,
  type MailRow,
  type Tone,
} from '#shop/notification/templates/mail-frame.ts'
import { unaccented } from '#shop/notification/templates/order-sms.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

interface Words {
  title: string
  tone: Tone
  paragraph: string
  sms: string
  button: string
}

const words: Record<ShopReservationTemplate, Words> = {
  reserved_at_shop: {
    title: 'Cửa hàng đã giữ hàng cho bạn',
    tone: 'good',
    paragraph:
      'Bạn chưa cần trả trước. Khi đến, hãy đưa mã giữ hàng cho nhân viên. Giá tính lúc bạn mua.',
    sms: 'Đã giữ hàng',
    button: 'Xem hoặc hủy giữ hàng',
  },
  reserved_at_shop_reminder: {
    title: 'Sắp hết giờ giữ hàng',
    tone: 'waiting',
    paragraph: 'Nếu không đến được, hãy hủy để nhường hàng cho khách khác.',
    sms: 'Nhắc: sắp hết giờ giữ hàng',
    button: 'Xem hoặc hủy giữ hàng',
  },
  reserved_at_shop_ended: {
    title: 'Không còn giữ hàng',
    tone: 'sorry',
    paragraph:
      'Món hàng dưới đây không còn được giữ cho bạn. Bạn vẫn mua được khi cửa hàng còn hàng.',
    sms: 'Không còn giữ hàng',
    button: 'Xem sản phẩm đã giữ',
  },
}

/** The mail about a piece that a shop sets aside. */
export function shopReservationMail(
  template: ShopReservationTemplate,
  one: ShopReservation,
  sender: Sender,
): RenderedMessage {
  const { title, tone, paragraph, button } = words[template]
  const { code, shop, item } = one
  const rows: MailRow[] = [
    ['Mã giữ hàng', code],
    ['Sản phẩm', item.name],
    ['Giữ đến', untilText(one)],
    ['Cửa hàng', `${shop.name}, ${shop.address}`],
    ['Điện thoại cửa hàng', shop.phone],
  ]
  const link = { text: button, href: linkOf(one, sender) }
  const body = [
    title,
    paragraph,
    ...textGroups(rows),
    `${link.text}: ${link.href}`,
    `Chỉ đường: ${shop.directions}`,
    `${sender.name} · ${sender.hotline}`,
  ].join('\n\n')
  const subject = `${title}: ${item.name}`
  const middle = mailFacts('Giữ hàng', rows)
  const page = { subject, title, tone, paragraphs: [paragraph], middle, button: link }
  return { subject, body, html: mailPage(page, sender) }
}

/** The short message about it. */
export function shopReservationSms(
  template: ShopReservationTemplate,
  one: ShopReservation,
  sender: Sender,
): RenderedMessage {
  const about = `${words[template].sms} ${one.code}: ${one.item.name}, ${one.shop.address}, den ${untilText(one)}.`
  const body = unaccented(`${sender.name}: ${about} ${linkOf(one, sender)}`)
  return { subject: null, body, html: null }
}

function untilText({ expires_at }: ShopReservation): string {
  const end = new Date(expires_at)
  return `${formatTime(end)} ngày ${formatDate(end)}`
}

/** The page of it, which its secret opens in any browser. */
function linkOf({ code, secret }: ShopReservation, { public_url }: Sender): string {
  return `${public_url}/cart/dat-giu?${new URLSearchParams({ code, key: secret })}`
}
