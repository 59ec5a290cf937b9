import type { RepairTicket, TicketState } from '#contracts/storefront/repair-ticket.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, formatTime, startOfDay } from '#pure/vietnam-time.ts'
import {
  mailAmounts,
  mailCode,
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
  button: string
}

const words: Record<TicketState, Words> = {
  received: {
    title: 'Đã tiếp nhận máy',
    tone: 'good',
    paragraph:
      'Cửa hàng đã nhận máy của bạn. Kỹ thuật viên kiểm tra rồi báo giá, chỉ sửa khi bạn đồng ý.',
    button: 'Theo dõi phiếu sửa chữa',
  },
  diagnosing: {
    title: 'Đang kiểm tra máy',
    tone: 'waiting',
    paragraph: 'Kỹ thuật viên đang kiểm tra máy của bạn.',
    button: 'Theo dõi phiếu sửa chữa',
  },
  quoted: {
    title: 'Báo giá sửa chữa chờ bạn duyệt',
    tone: 'waiting',
    paragraph: 'Cửa hàng đã kiểm tra xong. Mời bạn xem giá rồi đồng ý hoặc từ chối.',
    button: 'Xem và duyệt báo giá',
  },
  waiting_parts: {
    title: 'Đang chờ linh kiện',
    tone: 'waiting',
    paragraph: 'Cửa hàng đã đặt linh kiện cho máy của bạn và sửa ngay khi linh kiện về.',
    button: 'Theo dõi phiếu sửa chữa',
  },
  repairing: {
    title: 'Đang sửa máy',
    tone: 'waiting',
    paragraph: 'Kỹ thuật viên đang sửa máy của bạn.',
    button: 'Theo dõi phiếu sửa chữa',
  },
  at_vendor: {
    title: 'Máy đang ở trung tâm của hãng',
    tone: 'waiting',
    paragraph: 'Cửa hàng đã gửi máy đến trung tâm của hãng và theo dõi thay bạn.',
    button: 'Theo dõi phiếu sửa chữa',
  },
  ready: {
    title: 'Máy đã sửa xong, mời bạn đến nhận',
    tone: 'good',
    paragraph: 'Khi đến, hãy đưa mã nhận máy cho nhân viên. Không đưa mã này cho người khác.',
    button: 'Xem phiếu sửa chữa',
  },
  handed_over: {
    title: 'Đã trả máy, bảo hành bắt đầu hôm nay',
    tone: 'good',
    paragraph: 'Cảm ơn bạn. Giữ tin này để tra cứu bảo hành khi cần.',
    button: 'Xem phiếu và bảo hành',
  },
  refused: {
    title: 'Máy không sửa, mời bạn đến nhận lại',
    tone: 'sorry',
    paragraph: 'Khi đến, hãy đưa mã nhận máy cho nhân viên.',
    button: 'Xem phiếu sửa chữa',
  },
  handed_back: {
    title: 'Đã trả lại máy',
    tone: 'sorry',
    paragraph: 'Cửa hàng đã trả lại máy cho bạn.',
    button: 'Xem phiếu sửa chữa',
  },
}

type DroppedLine = RepairTicket['dropped'][number]

/** What is said of a line that the customer had agreed to and that the shop took off. */
function wordsOfDropped({ name, reason }: DroppedLine): Words {
  return {
    title: 'Cửa hàng bỏ một mục bạn đã duyệt',
    tone: 'waiting',
    paragraph: `${name}: ${reason}. Bạn không phải trả tiền mục này.`,
    button: 'Xem phiếu sửa chữa',
  }
}

/** The mail about a phase of a repair, or about a line that was taken off. */
export function ticketMail(
  ticket: RepairTicket,
  sender: Sender,
  dropped?: DroppedLine,
): RenderedMessage {
  const { title, tone, paragraph, button } = dropped ? wordsOfDropped(dropped) : words[ticket.state]
  const { hand_code } = ticket
  const facts = factsOf(ticket)
  const amounts = amountsOf(ticket)
  const subject = `${title}: ${ticket.device} (${ticket.code})`
  const link = { text: button, href: ticketLink(ticket, sender) }
  const body = [
    title,
    paragraph,
    ...textGroups(facts, amounts),
    ...(hand_code === null ? [] : [`${hand_code_label}: ${hand_code}`]),
    `${link.text}: ${link.href}`,
    `${sender.name} · ${sender.hotline}`,
  ].join('\n\n')
  const middle = [
    hand_code === null ? '' : mailCode(hand_code_label, hand_code),
    mailFacts('Phiếu sửa chữa', facts),
    mailAmounts('Chi phí', amounts),
  ].join('\n')
  const page = { subject, title, tone, paragraphs: [paragraph], middle, button: link }
  return { subject, body, html: mailPage(page, sender) }
}

/** The short message about a phase of a repair, or about a line that was taken off. */
export function ticketSms(
  ticket: RepairTicket,
  sender: Sender,
  dropped?: DroppedLine,
): RenderedMessage {
  const { code, state, total, hand_code, promised_at, refusal_fee } = ticket
  const { title } = dropped ? wordsOfDropped(dropped) : words[state]
  const about = `${title} (${code})`
  const more: Partial<Record<TicketState, string>> = {
    received: ` Hẹn trả ${timeText(promised_at)}.`,
    quoted: ` Giá ${formatDong(total)}.`,
    ready: ` Mã nhận máy ${hand_code}. Cần trả ${formatDong(Math.max(0, ticket.due))}.`,
    refused: ` Mã nhận máy ${hand_code}.${refusal_fee > 0 ? ` Phí kiểm tra ${formatDong(refusal_fee)}.` : ''}`,
  }
  const rest = dropped ? ` ${dropped.name}.` : (more[state] ?? '')
  const text = `${sender.name}: ${about}.${rest} ${ticketLink(ticket, sender)}`
  return { subject: null, body: unaccented(text), html: null }
}

const hand_code_label = 'Mã nhận máy'

function factsOf({ code, device, shop, promised_at, state }: RepairTicket): MailRow[] {
  const is_over = state === 'handed_over' || state === 'handed_back'
  return [
    ['Mã phiếu', code],
    ['Máy', device],
    ['Cửa hàng', `${shop.name}, ${shop.address}`],
    ['Điện thoại cửa hàng', shop.phone],
    ...(is_over ? [] : [['Hẹn trả', timeText(promised_at)] as const]),
  ]
}

function amountsOf({ lines, total, due, hand_code }: RepairTicket): MailRow[] {
  return [
    ...lines.flatMap(({ name, price, warranty_until }): MailRow[] => [
      [name, formatDong(price)],
      ...(warranty_until === null
        ? []
        : [['Bảo hành đến', formatDate(startOfDay(warranty_until)), 'detail'] as const]),
    ]),
    ...(lines.length === 0 ? [] : [['Tổng cộng', formatDong(total), 'total'] as const]),
    ...(hand_code === null
      ? []
      : [['Cần trả khi nhận máy', formatDong(Math.max(0, due))] as const]),
  ]
}

function timeText(instant: string): string {
  const at = new Date(instant)
  return `${formatTime(at)} ngày ${formatDate(at)}`
}

/** The page of a ticket, which its secret opens in any browser. */
export function ticketLink(
  { code, secret }: Pick<RepairTicket, 'code' | 'secret'>,
  { public_url }: Pick<Sender, 'public_url'>,
): string {
  return `${public_url}/phieu-sua-chua?${new URLSearchParams({ ma: code, key: secret })}`
}
