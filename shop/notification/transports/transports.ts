import { esms } from '#shop/notification/transports/esms.ts'
import { smtpMail } from '#shop/notification/transports/smtp-mail.ts'
import { mailbox, type Transports } from '#shop/notification/transports/transport.ts'

interface Providers {
  mail: { smtp_url: string; mail_from: string } | null
  sms: { api_key: string; secret_key: string; brandname: string } | null
  shop_mode: 'demo' | 'live'
}

/**
 * Opens the transports of the configured providers. Without a provider a demo sends nothing and a live shop
 * drops messages.
 */
export function openTransports({ mail, sms, shop_mode }: Providers): Transports {
  const none = shop_mode === 'demo' ? mailbox : null
  return { email: mail ? smtpMail(mail) : none, sms: sms ? esms(sms) : none }
}
