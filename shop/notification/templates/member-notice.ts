import { z } from 'zod'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { mailPage } from '#shop/notification/templates/mail-frame.ts'
import { unaccented } from '#shop/notification/templates/order-sms.ts'
import type { Channel } from '#shop/notification/outbox.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

const phone = z.string()
const Notice = z.discriminatedUnion('about', [
  z.object({ about: z.literal('phone_changes'), phone, due_at: z.iso.datetime() }),
  z.object({ about: z.literal('phone_changed'), phone }),
  z.object({ about: z.literal('merged'), phone }),
  z.object({ about: z.literal('merged_in'), phone }),
  z.object({
    about: z.literal('identity_linked'),
    provider: z.string(),
    /** Null: it signs in at once. */
    counts_from: z.iso.datetime().nullable(),
  }),
  z.object({ about: z.literal('password_set') }),
  z.object({
    about: z.literal('passkey_added'),
    /** Null: it signs in at once. */
    counts_from: z.iso.datetime().nullable(),
  }),
  z.object({ about: z.literal('email_changed') }),
  z.object({ about: z.literal('email_proven'), email: z.string() }),
  z.object({ about: z.literal('merges'), phone, due_at: z.iso.datetime() }),
  z.object({ about: z.literal('merges_in'), phone, due_at: z.iso.datetime() }),
  z.object({ about: z.literal('erasure_asked'), due_at: z.iso.datetime() }),
])

/** What a member is told about their account, as a short message or a mail without pictures and links. */
export function memberNotice(channel: Channel, facts: unknown, sender: Sender): RenderedMessage {
  const text = textOf(Notice.parse(facts), sender)
  if (channel === 'sms') {
    const plain = `${sender.name}: ${text.replaceAll('•', 'x')}`
    return { subject: null, body: unaccented(plain), html: null }
  }
  const subject = 'Thay đổi của tài khoản Smember'
  const page = { subject, title: subject, tone: 'waiting', middle: '', button: null } as const
  return { subject, body: text, html: mailPage({ ...page, paragraphs: [text] }, sender) }
}

function textOf(notice: z.infer<typeof Notice>, { hotline }: Sender): string {
  const stranger = `Nếu không phải bạn, gọi ngay ${hotline}.`
  if (notice.about === 'phone_changed') {
    return `Tài khoản Smember của bạn đã đổi sang số ${notice.phone}. ${stranger}`
  }
  if (notice.about === 'password_set') {
    return `Mật khẩu Smember của bạn vừa được đặt mới, các thiết bị khác đã được đăng xuất. ${stranger}`
  }
  if (notice.about === 'merged') {
    return `Tài khoản Smember của bạn đã gộp vào tài khoản ${notice.phone}. ${stranger}`
  }
  if (notice.about === 'merged_in') {
    return `Tài khoản Smember ${notice.phone} đã gộp vào tài khoản của bạn. ${stranger}`
  }
  if (notice.about === 'identity_linked') {
    const { provider, counts_from } = notice
    const from = counts_from === null ? '' : ` từ ${formatDateTime(new Date(counts_from))}`
    return `Tài khoản Smember của bạn vừa liên kết với ${provider} để đăng nhập${from}. Nếu không phải bạn, hãy đăng nhập Smember và hủy liên kết, hoặc gọi ${hotline}.`
  }
  if (notice.about === 'passkey_added') {
    const { counts_from } = notice
    const from =
      counts_from === null ? '' : `, dùng được từ ${formatDateTime(new Date(counts_from))}`
    return `Tài khoản Smember của bạn vừa có thêm passkey để đăng nhập${from}. Nếu không phải bạn, hãy đăng nhập Smember và xóa, hoặc gọi ${hotline}.`
  }
  if (notice.about === 'email_changed') {
    return `Email của tài khoản Smember của bạn vừa được đổi hoặc xóa. ${stranger}`
  }
  if (notice.about === 'email_proven') {
    return `Email ${notice.email} vừa được xác minh cho tài khoản Smember của bạn. Nếu không phải bạn, hãy đăng nhập Smember và xóa, hoặc gọi ${hotline}.`
  }
  const at = formatDateTime(new Date(notice.due_at))
  if (notice.about === 'erasure_asked') {
    return `Tài khoản Smember và dữ liệu của bạn sẽ được xóa sau ${at}. Muốn giữ lại, hãy đăng nhập Smember trước lúc đó. ${stranger}`
  }
  if (notice.about === 'merges') {
    return `Tài khoản Smember của bạn sẽ gộp vào tài khoản ${notice.phone} lúc ${at}. Nếu không phải bạn, hãy đăng nhập Smember và hủy, hoặc gọi ${hotline}.`
  }
  if (notice.about === 'merges_in') {
    return `Tài khoản Smember ${notice.phone} sẽ gộp vào tài khoản của bạn lúc ${at}. Nếu không phải bạn, hãy đăng nhập Smember và hủy, hoặc gọi ${hotline}.`
  }
  return `Tài khoản Smember của bạn sẽ đổi sang số ${notice.phone} lúc ${at}. Nếu không phải bạn, hãy đăng nhập Smember và hủy, hoặc gọi ${hotline}.`
}
