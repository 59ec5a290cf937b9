import type { Transporter } from 'nodemailer'
import { type Transport, Undeliverable } from '#shop/notification/transports/transport.ts'

interface MailSettings {
  /** smtp://user:password@host:587 or smtps://… */
  smtp_url: string
  /** Such as Điện Thoại Vui <donhang@shop.example>. */
  mail_from: string
}

const wait_ms = 10_000

/** Mail by SMTP. Our own Message-ID lets a mailbox drop a second copy, but not all do. */
export function smtpMail({ smtp_url, mail_from }: MailSettings): Transport {
  const host = /@([^>@\s]+)>?\s*$/.exec(mail_from)?.[1] ?? 'localhost'
  let opened: Promise<Transporter> | null = null
  return {
    is_repeatable: false,
    send: async ({ outbox_id, recipient, subject, text, html }) => {
      opened ??= openTransport(smtp_url)
      try {
        await (
          await opened
        ).sendMail({
          from: mail_from,
          to: { name: '', address: recipient },
          subject: subject ?? '',
          text,
          ...(html === null ? {} : { html }),
          messageId: `<outbox-${outbox_id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw asUndeliverable(error)
      }
    },
  }
}

/** Loaded at the first mail: a shop without SMTP never needs it. */
async function openTransport(smtp_url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const times = {
    connectionTimeout: wait_ms,
    greetingTimeout: wait_ms,
    socketTimeout: wait_ms,
  }
  const { protocol, hostname, port, username, password } = new URL(smtp_url)
  const secure = protocol === 'smtps:'
  return createTransport({
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...times,
  })
}

/** RFC 5321 §4.2.1: 5yz is permanent. Of those only what is about the recipient ends a message. */
function asUndeliverable(error: unknown): unknown {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  const is_about_recipient = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!is_about_recipient || responseCode === undefined || responseCode < 500) return error
  return new Undeliverable(`SMTP ${responseCode}`, { cause: error })
}
