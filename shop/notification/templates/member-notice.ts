import { z } from 'zod'
import { formatDateTime } from '#pure/vietnam-time.ts'
import { unaccented } from '#shop/notification/templates/order-sms.ts'
import type { Channel } from '#shop/notification/outbox.ts'
import type { RenderedMessage, Sender } from '#shop/notification/templates/sender.ts'

const Notice = z.discriminatedUnion('about', [
  z.object({ about: z.literal('phone_changes'), phone: z.string(), due_at: z.iso.datetime() }),
  z.object({ about: z.literal('phone_changed'), phone: z.string() }),
])

/** What a member is told about their account, as a short message or a mail without pictures and links. */
export function memberNotice(channel: Channel, facts: unknown, sender: Sender): RenderedMessage {
  const notice = Notice.parse(facts)
  const text =
    notice.about === 'phone_changed'
      ? `Tài khoản Smember của bạn đã đổi sang số ${notice.phone}. Nếu không phải bạn, gọi ngay ${sender.hotline}.`
      : `Tài khoản Smember của bạn sẽ đổi sang số ${notice.phone} lúc ${formatDateTime(new Date(notice.due_at))}. Nếu không phải bạn, hãy đăng nhập Smember và hủy, hoặc gọi ${sender.hotline}.`
  if (channel === 'sms') {
    return {
      subject: null,
      body: unaccented(`${sender.name}: ${text.replaceAll('•', 'x')}`),
      html: null,
    }
  }
  return { subject: 'Số điện thoại của tài khoản Smember', body: text, html: null }
}
