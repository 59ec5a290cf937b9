import type { Booking } from '#contracts/storefront/booking.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, formatTime, vietnamDay } from '#pure/vietnam-time.ts'
import type { BookingTemplate } from '#shop/notification/outbox.ts'
import {
  mailAmounts,
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
  /** The beginning of the short message. */
  sms: string
  button: string
}

const words: Record<BookingTemplate, Words> = {
  booking_made: {
    title: 'Đặt lịch sửa chữa thành công',
    tone: 'good',
    paragraph:
      'Cửa hàng đã giữ giờ và giữ giá cho bạn. Bạn chưa cần trả trước. Khi đến, hãy đưa mã lịch hẹn cho nhân viên.',
    sms: 'Đã đặt lịch',
    button: 'Xem, đổi hoặc hủy lịch',
  },
  booking_moved: {
    title: 'Đã đổi lịch sửa chữa',
    tone: 'good',
    paragraph: 'Lịch hẹn của bạn đã chuyển sang giờ mới dưới đây. Giá đã báo được giữ nguyên.',
    sms: 'Đã đổi lịch',
    button: 'Xem, đổi hoặc hủy lịch',
  },
  booking_cancelled: {
    title: 'Đã hủy lịch sửa chữa',
    tone: 'sorry',
    paragraph: 'Lịch hẹn dưới đây đã hủy theo yêu cầu. Bạn có thể đặt lịch khác bất cứ lúc nào.',
    sms: 'Đã hủy lịch',
    button: 'Xem lịch hẹn',
  },
  booking_reminder: {
    title: 'Nhắc lịch sửa chữa ngày mai',
    tone: 'waiting',
    paragraph:
      'Bạn có hẹn với cửa hàng vào ngày mai. Nếu bận, hãy đổi hoặc hủy lịch để nhường giờ cho khách khác.',
    sms: 'Nhắc lịch ngày mai',
    button: 'Xem, đổi hoặc hủy lịch',
  },
}

/** A reminder that goes out late is read on the day itself. */
function wordsFor(template: BookingTemplate, { starts_at }: Booking, now: Date): Words {
  const own = words[template]
  if (template !== 'booking_reminder' || vietnamDay(now) !== vietnamDay(new Date(starts_at))) {
    return own
  }
  const today = (text: string) => text.replace('ngày mai', 'hôm nay')
  const { title, paragraph, sms } = own
  return { ...own, title: today(title), paragraph: today(paragraph), sms: today(sms) }
}

/** The mail about an appointment. */
export function bookingMail(
  template: BookingTemplate,
  booking: Booking,
  { sender, now }: { sender: Sender; now: Date },
): RenderedMessage {
  const { title, tone, paragraph, button } = wordsFor(template, booking, now)
  const { code, shop, lines, total } = booking
  const facts: [string, string][] = [
    ['Mã lịch hẹn', code],
    ['Thời gian', timeText(booking)],
    ['Cửa hàng', `${shop.name}, ${shop.address}`],
    ['Điện thoại cửa hàng', shop.phone],
  ]
  const amounts: MailRow[] = [
    ...lines.map(({ name, quantity, price }): [string, string] => [
      quantity === 1 ? name : `${quantity} × ${name}`,
      formatDong(price * quantity),
    ]),
    ['Tổng tạm tính', formatDong(total), 'total'],
  ]
  const subject = `${title}: ${timeText(booking)}`
  const link = { text: button, href: bookingLink(booking, sender) }
  const body = [
    title,
    paragraph,
    ...textGroups(facts, amounts),
    `${link.text}: ${link.href}`,
    `Chỉ đường: ${shop.directions}`,
    `${sender.name} · ${sender.hotline}`,
  ].join('\n\n')
  const middle = mailFacts('Lịch hẹn', facts) + mailAmounts('Dịch vụ', amounts)
  const page = { subject, title, tone, paragraphs: [paragraph], middle, button: link }
  return { subject, body, html: mailPage(page, sender) }
}

/** The short message about an appointment. */
export function bookingSms(
  template: BookingTemplate,
  booking: Booking,
  { sender, now }: { sender: Sender; now: Date },
): RenderedMessage {
  const { code, shop } = booking
  const about = `${wordsFor(template, booking, now).sms} ${code}: ${timeText(booking)}, ${shop.address}.`
  const body = unaccented(`${sender.name}: ${about} ${bookingLink(booking, sender)}`)
  return { subject: null, body, html: null }
}

function timeText({ starts_at }: Booking): string {
  const start = new Date(starts_at)
  return `${formatTime(start)} ngày ${formatDate(start)}`
}

/** The page on which the shopper sees, moves and cancels an appointment. Its secret opens it in any browser. */
export function bookingLink(
  { code, secret }: Pick<Booking, 'code' | 'secret'>,
  { public_url }: Pick<Sender, 'public_url'>,
): string {
  return `${public_url}/cart/booking?${new URLSearchParams({ code, key: secret })}`
}
