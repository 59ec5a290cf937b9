import type { Transporter } from 'nodemailer'
import { type Transport, Undeliverable } from '#shop/notification/transports/transport.ts'

interface MailSettings {
  /** smtp://user:password@host:587 or smtps://… */
  smtp_url: string
  /** Such as Điện Thoại Vui <donhang@shop.example>. */
  mail_from: string
}

const wait_ms = 10_000

/** Sends mail by SMTP. With our own Message-ID a mailbox can drop a second copy, but not all do. */
export function smtpMail({ smtp_url, mail_from }: MailSettings): Transport {
  const host = /@([^>@\s]+)>?\s*$/.exec(mail_from)?.[1] ?? 'localhost'
  let opened: Promise<Transporter> | null = null
  return {
    is_repeatable: false,
    send: async ({ request_id, recipient, subject, text, html, unsubscribe_url }) => {
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
          messageId: `<${request_id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribing(unsubscribe_url) },
        })
      } catch (error) {
        throw asUndeliverable(error)
      }
    },
  }
}

function unsubscribing(url: string | undefined): Record<string, string> {
  if (url === undefined) return {}
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** Opens the transport. nodemailer is loaded with the first mail: a shop without SMTP never loads it. */
async function openTransport(smtp_url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const timeouts = {
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
    ...timeouts,
  })
}

/**
 * Converts a permanent error about the recipient into Undeliverable. By RFC 5321 §4.2.1 codes 5yz are permanent;
 * those about other matters do not end a message.
 */
function asUndeliverable(error: unknown): unknown {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  const is_about_recipient = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!is_about_recipient || responseCode === undefined || responseCode < 500) return error
  return new Undeliverable(`SMTP ${responseCode}`, { cause: error })
}
