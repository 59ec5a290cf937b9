import type { TradeQuote } from '#contracts/storefront/trade/trade-in.ts'
import { formatDong } from '#pure/money.ts'
import { formatDate } from '#pure/vietnam-time.ts'
import type { TradeTemplate } from '#shop/notification/outbox.ts'
import { unaccented } from '#shop/notification/templates/order-sms.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

/** What a message about an old device says. */
interface TradeFacts {
  quote: TradeQuote
  /** What its owner may say at the counter. */
  accept_code: string | null
  /** What was paid, with the bonus. */
  paid: number | null
}

/** The short message about a quote for an old device. */
export function tradeSms(
  template: TradeTemplate,
  facts: TradeFacts,
  sender: Sender,
): RenderedMessage {
  const body = unaccented(
    `${sender.name}: ${textOf(template, facts)} ${linkOf(facts.quote, sender)}`,
  )
  return { subject: null, body, html: null }
}

function textOf(template: TradeTemplate, { quote, accept_code, paid }: TradeFacts): string {
  const { code, device_name, value, expires_at, offer, shop } = quote
  if (template === 'trade_quoted') {
    const until = formatDate(new Date(expires_at))
    return `Báo giá thu cũ ${code}: ${device_name}, ${formatDong(value)}, giữ đến ${until} tại ${shop.address}.`
  }
  if (template === 'trade_offered') {
    const amount = formatDong(offer?.amount ?? 0)
    return `Đã kiểm máy ${code}: giá thu cuối cùng ${amount}. Đồng ý thì mở liên kết hoặc đọc mã ${accept_code ?? ''} cho nhân viên.`
  }
  return `Đã thu máy ${code}: ${device_name}, ${formatDong(paid ?? 0)}. Cảm ơn bạn.`
}

/** The page of a quote, which its secret opens in any browser. */
function linkOf({ code, secret }: TradeQuote, { public_url }: Sender): string {
  return `${public_url}/thu-cu-doi-moi/bao-gia?${new URLSearchParams({ code, key: secret })}`
}
