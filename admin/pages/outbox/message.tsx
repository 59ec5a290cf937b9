import { addresses } from '#admin/addresses/addresses.ts'
import { mailPath } from '#admin/addresses/paths.ts'
import { StaffForm, SubmitButton } from '#admin/kit/staff-form.tsx'
import type { OutboxMessage } from '#contracts/staff/outbox.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

const states: Record<OutboxMessage['state'], string> = {
  waiting: 'Chờ gửi',
  sending: 'Đang gửi',
  sent: 'Đã gửi',
  failed: 'Không gửi được',
  dropped: 'Không cần gửi nữa',
}
const topics: Record<string, string> = {
  order_waiting: 'Đơn chờ thanh toán',
  order_placed: 'Đã đặt hàng',
  order_cod: 'Chuyển sang trả khi nhận hàng',
  order_paid: 'Đã thanh toán',
  order_part_paid: 'Đã nhận phần trả góp',
  order_ready: 'Hàng chờ khách lấy',
  order_not_collected: 'Quá hạn nhận hàng',
  order_changed: 'Đơn đã đổi',
  order_confirmed: 'Đã xác nhận',
  order_shipped: 'Đang giao',
  order_delivered: 'Đã giao',
  order_cancelled: 'Đã hủy',
  order_joined: 'Đã gộp vào đơn khác',
  order_split: 'Tách thành đơn riêng',
  order_lost: 'Hàng thất lạc, đơn kết thúc',
  order_part_lost: 'Một kiện thất lạc',
  order_sent_again: 'Gửi lại hàng',
  order_expired: 'Đơn hết hạn',
  refund_due: 'Sẽ hoàn tiền',
  phone_changed: 'Đổi số điện thoại',
  pickup_moved: 'Đổi nơi nhận',
  return_accepted: 'Duyệt đổi trả',
  return_refused: 'Không duyệt đổi trả',
  refund_done: 'Đã hoàn tiền',
  abandoned_cart: 'Giỏ hàng bỏ quên',
  otp: 'Mã xác nhận',
  card: 'Duyệt thẻ',
  member_notice: 'Thay đổi của tài khoản',
  notice_confirm: 'Xác nhận nhận tin',
  notice_stock: 'Báo có hàng',
  notice_price: 'Báo giảm giá',
  notice_start: 'Nhắc giờ bắt đầu',
  loan_submitted: 'Đã nhận hồ sơ trả góp',
  loan_papers: 'Hồ sơ trả góp cần bổ sung',
  loan_approved: 'Hồ sơ trả góp được duyệt',
  loan_signed: 'Đã ký trả góp',
  booking_made: 'Đã đặt lịch sửa',
  booking_moved: 'Đã đổi lịch sửa',
  booking_cancelled: 'Đã hủy lịch sửa',
  booking_reminder: 'Nhắc lịch sửa',
  repair_ticket: 'Phiếu sửa chữa',
  trade_quoted: 'Báo giá thu cũ',
  trade_offered: 'Giá thu cuối cùng',
  trade_paid: 'Đã trả tiền thu cũ',
  reserved_at_shop: 'Đã giữ hàng',
  reserved_at_shop_reminder: 'Nhắc lấy hàng giữ',
  reserved_at_shop_ended: 'Hết hạn giữ hàng',
  campaign: 'Tin khuyến mãi',
  lender_mail: 'Bàn giao hồ sơ trả góp',
}
const channels: Record<OutboxMessage['channel'], string> = {
  email: 'Email',
  sms: 'SMS',
  push: 'Trình duyệt',
  zalo: 'Zalo',
}

interface MessageProps {
  message: OutboxMessage
  /** The origin of the shop. */
  shop_url: string
}

/** One message: recipient, state and content. */
export function Message({ message, shop_url }: MessageProps) {
  const { outbox_id, channel, recipient, state, template, order_code, error, attempts } = message
  const at = formatDateTime(new Date(message.sent_at ?? message.created_at))
  const facts = [at, topics[template] ?? template, order_code].filter((fact) => fact !== null)
  const tone = state === 'failed' ? 'text-sale' : state === 'sent' ? 'text-success' : 'text-muted'
  return (
    <section className="sheet grid gap-2">
      <p>
        <strong>{channels[channel]}</strong> <span className="wrap-anywhere">{recipient}</span>{' '}
        <span className={`font-bold ${tone}`}>
          {channel === 'zalo' && state === 'dropped' ? 'Không gửi' : states[state]}
        </span>{' '}
        <span className="text-muted">{facts.join(' · ')}</span>
      </p>
      <Content message={message} shop_url={shop_url} />
      {error !== null && (
        <p className="text-muted">{state === 'dropped' ? error : `${error} (lần ${attempts})`}</p>
      )}
      {state === 'failed' && (
        <StaffForm action={addresses.outbox.path} hidden={{ outbox_id }}>
          <SubmitButton>Gửi lại</SubmitButton>
        </StaffForm>
      )}
    </section>
  )
}

function Content({ message: { outbox_id, subject, body, has_html }, shop_url }: MessageProps) {
  if (body === null) return null
  return (
    <details>
      <summary className="min-h-7 text-lg font-bold">{subject ?? 'Nội dung'}</summary>
      <pre className="my-3 font-sans wrap-anywhere whitespace-pre-wrap">
        {linked(body, shop_url)}
      </pre>
      {has_html && (
        <a href={mailPath(outbox_id)} className="link">
          Xem thư như người nhận thấy
        </a>
      )}
    </details>
  )
}

/**
 * Turns URLs of the shop into links: in a demo shop, staff follow the links of an e-mail here. A message may contain
 * words of a shopper, so other URLs stay text.
 */
function linked(text: string, shop_url: string) {
  return text.split(/(https?:\/\/[^\s<]+)/).map((part, n) =>
    n % 2 === 0 || !part.startsWith(`${shop_url}/`) ? (
      part
    ) : (
      <a key={n} href={part} className="link">
        {part}
      </a>
    ),
  )
}
