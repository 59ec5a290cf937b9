import type { StaticLink } from '#contracts/storefront/static-pages.ts'
import type { Order } from '#contracts/storefront/order.ts'
import { promiseText } from '#pure/delivery-text.ts'
import { calledByGivenName, calledName } from '#pure/vietnamese/called-name.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate, startOfDay } from '#pure/vietnam-time.ts'
import { withoutLinks } from '#pure/without-links.ts'
import { orderRows, paidRows, rowTexts, unitRows } from '#pure/price-rows.ts'
import {
  mailAmounts,
  mailCode,
  mailFacts,
  mailLink,
  mailPage,
  textRow,
  type MailRow,
} from '#shop/notification/templates/mail-frame.ts'
import {
  default_button,
  order_templates,
  orderFacts,
  type StoredFacts,
} from '#shop/notification/templates/order-templates.ts'
import {
  lookupUrl,
  orderUrl,
  type RenderedMessage,
  type Sender,
} from '#shop/notification/templates/sender.ts'
import type { OrderTemplate } from '#shop/notification/outbox.ts'

const pickup_code_label = 'Mã nhận hàng'

type Section = [heading: string, rows: MailRow[]]

/** The policies that a mail about an order leads to, in their sequence in the footer. */
const policies_of_orders = ['sale-terms', 'delivery', 'returns', 'warranty', 'complaints']

/** Renders a mail about an order: its text, all lines and totals, and the links to the order and to the policies. */
export function orderMail(
  template: OrderTemplate,
  order: Order,
  stored: StoredFacts,
  sender: Sender,
  policies: readonly StaticLink[] = [],
): RenderedMessage {
  const facts = orderFacts(order, stored)
  const { title, tone = 'good', button = default_button, ...texts } = order_templates[template]
  const subject = texts.subject(facts)
  const paragraphs = [...greeting(order), ...texts.paragraphs(facts)]
  const href = orderUrl(order, sender)
  const goods: Section = ['Sản phẩm', lineRows(order)]
  const money: Section = ['Thanh toán', totalRows(order)]
  const receiving: Section = ['Nhận hàng', recipientRows(order)]
  const terms = policies
    .filter(({ code }) => policies_of_orders.includes(code))
    .map(({ name, path }) => ({ name, href: sender.public_url + path }))
  const pickup_code = template === 'order_ready' ? (order.pickup?.code ?? null) : null
  const middle = [
    pickup_code === null ? '' : mailCode(pickup_code_label, pickup_code),
    mailAmounts(...goods),
    mailAmounts(...money),
    mailFacts(...receiving),
  ].join('\n')
  const body = [
    title,
    ...paragraphs,
    ...(pickup_code === null ? [] : [`${pickup_code_label}: ${pickup_code}`]),
    ...[goods, money, receiving].map(([heading, rows]) =>
      [heading.toUpperCase(), ...rows.map(textRow)].join('\n'),
    ),
    `${button}: ${href}`,
    'Ai có liên kết trên đều xem được đơn hàng này.',
    `Tra cứu bằng mã đơn và số điện thoại: ${lookupUrl(order, sender)}`,
    ...(terms.length === 0 ? [] : [terms.map(({ name, href: at }) => `${name}: ${at}`).join('\n')]),
    `${sender.name} · ${sender.hotline}`,
  ].join('\n\n')
  const foot = `Ai có liên kết trong thư đều xem được đơn hàng này. Bạn cũng có thể ${mailLink(lookupUrl(order, sender), 'tra cứu bằng mã đơn và số điện thoại')}.<br>`
  const page = {
    ...{
      subject,
      title,
      about: `Đơn hàng ${order.code}`,
      tone,
      paragraphs,
      middle,
      button: { text: button, href },
    },
    foot:
      terms.length === 0
        ? foot
        : `${foot}${terms.map(({ name, href: at }) => mailLink(at, name)).join(' · ')}<br>`,
  }
  return { subject, body, html: mailPage(page, sender) }
}

/** Greets the buyer who said how to be addressed. The mail may reach a stranger: the name carries no link. */
function greeting({ recipient: { name, salutation } }: Order): string[] {
  const called = calledByGivenName({ name: withoutLinks(name), salutation })
  return called === null ? [] : [`Chào ${called},`]
}

/** Each line with its amount; below it how the price of one unit is made, if a rule changed it. */
function lineRows({ items }: Order): MailRow[] {
  return items.flatMap(({ name, color_name, item_quantity, line_total, is_gift, price_trace }) => {
    const full_name = color_name === null ? name : `${name}, ${color_name}`
    const is_free = is_gift && line_total === 0
    const price = is_free ? 'Quà tặng' : formatDong(line_total)
    const parts = is_free ? [] : rowTexts(unitRows(price_trace))
    const rows = parts.map(([label, amount]) => [label, amount, 'detail'] as const)
    return [
      [`${full_name} ×\u00a0${item_quantity}`, price] as const,
      ...(rows.length < 3 ? [] : rows),
    ]
  })
}

/**
 * Returns the printed rows: the parts of the total, the total, then method and payments where there are
 * any.
 */
function totalRows({ state, items, totals, payment }: Order): MailRow[] {
  const rows = orderRows(items, totals)
  return [
    ['Số lượng sản phẩm', String(totals.item_quantity)],
    ...rowTexts(rows).map(([label, amount], n): MailRow =>
      rows[n]?.kind === 'total' ? [label, amount, 'total'] : [label, amount],
    ),
    ...(payment.method_title === null ? [] : [['Phương thức', payment.method_title] as const]),
    ...paidRows(state, totals.grand_total, payment.paid_total),
    ...(payment.refund_due_total === 0
      ? []
      : [['Sẽ hoàn lại', formatDong(payment.refund_due_total)] as const]),
    ...(payment.refunded_total === 0
      ? []
      : [['Đã hoàn lại', formatDong(payment.refunded_total)] as const]),
  ]
}

/** The address of the mail may be that of a stranger: texts of the shopper carry no links. */
function recipientRows({ recipient, state, pickup }: Order): MailRow[] {
  const { recipient_name, address_text, shop_name, shipping_method } = recipient
  const { promise = null, data_transfer = false } = recipient
  const has_ended = state === 'cancelled' || state === 'expired' || state === 'delivered'
  const is_named = shop_name === null || address_text.includes(shop_name)
  const address = is_named ? address_text : `${shop_name}, ${address_text}`
  const is_ready = state === 'ready_for_pickup' && pickup !== null
  return [
    ['Khách hàng', withoutLinks(calledName(recipient))],
    ...(recipient_name === null ? [] : [['Người nhận', withoutLinks(recipient_name)] as const]),
    [shipping_method === 'store_pickup' ? 'Nhận tại' : 'Giao đến', withoutLinks(address)],
    ...(data_transfer ? [['Chuyển dữ liệu', 'Từ máy cũ sang máy mới, miễn phí'] as const] : []),
    ...(is_ready
      ? [['Giữ đến', `hết ngày ${formatDate(startOfDay(pickup.keep_until))}`] as const]
      : []),
    ...(promise === null || has_ended || is_ready
      ? []
      : [['Dự kiến', promiseText(promise, null)] as const]),
  ]
}
