import type { OutsideCall } from '#platform/http/outside-call.ts'
import { esms } from '#shop/notification/transports/esms.ts'
import { smtpMail } from '#shop/notification/transports/smtp-mail.ts'
import { mailbox, type Transports } from '#shop/notification/transports/transport.ts'
import { demoZalo, zalo } from '#shop/notification/transports/zalo.ts'
import { type ZaloTokens } from '#shop/notification/transports/zalo-tokens.ts'
import { webPush, type WebPushSettings } from '#shop/notification/transports/web-push.ts'

interface Providers {
  mail: { smtp_url: string; mail_from: string } | null
  sms: { api_key: string; secret_key: string; brandname: string } | null
  /** Null: a live shop sends no code by Zalo. */
  zalo: { template_id: string; tokens: ZaloTokens; call: OutsideCall } | null
  shop_mode: 'demo' | 'live'
  /** Web push needs no provider: the browser names its push service. Absent: there is none. */
  push?: WebPushSettings
}

/**
 * Opens the transports of the configured providers. Without a provider a demo sends nothing and a live shop
 * drops messages.
 */
export function openTransports({
  mail,
  sms,
  zalo: by_zalo,
  shop_mode,
  push,
}: Providers): Transports {
  const none = shop_mode === 'demo' ? mailbox : null
  const no_zalo = shop_mode === 'demo' ? { zalo: demoZalo } : {}
  return {
    email: mail ? smtpMail(mail) : none,
    sms: sms ? esms(sms) : none,
    ...(by_zalo ? { zalo: zalo(by_zalo) } : no_zalo),
    ...(push ? { push: webPush(push) } : {}),
  }
}
