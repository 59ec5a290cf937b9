import { esms } from '#shop/notification/transports/esms.ts'
import { smtpMail } from '#shop/notification/transports/smtp-mail.ts'
import { mailbox, type Transports } from '#shop/notification/transports/transport.ts'
import { webPush, type WebPushSettings } from '#shop/notification/transports/web-push.ts'

interface Providers {
  mail: { smtp_url: string; mail_from: string } | null
  sms: { api_key: string; secret_key: string; brandname: string } | null
  shop_mode: 'demo' | 'live'
  /** Web push needs no provider: the browser names its push service. Absent: there is none. */
  push?: WebPushSettings
}

/**
 * Opens the transports of the configured providers. Without a provider a demo sends nothing and a live shop
 * drops messages.
 */
export function openTransports({ mail, sms, shop_mode, push }: Providers): Transports {
  const none = shop_mode === 'demo' ? mailbox : null
  return {
    email: mail ? smtpMail(mail) : none,
    sms: sms ? esms(sms) : none,
    ...(push ? { push: webPush(push) } : {}),
  }
}
