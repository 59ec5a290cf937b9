import { esms } from '#shop/notification/transports/esms.ts'
import { smtpMail } from '#shop/notification/transports/smtp-mail.ts'
import { mailbox, type Transports } from '#shop/notification/transports/transport.ts'

interface Ways {
  mail: { smtp_url: string; mail_from: string } | null
  sms: { api_key: string; secret_key: string; brandname: string } | null
  shop_mode: 'demo' | 'live'
}

/** How messages leave: by the providers that are set, else in a demo not at all and live never. */
export function waysOut({ mail, sms, shop_mode }: Ways): Transports {
  const none = shop_mode === 'demo' ? mailbox : null
  return { email: mail ? smtpMail(mail) : none, sms: sms ? esms(sms) : none }
}
