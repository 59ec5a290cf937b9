import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import type { Webhook } from '#platform/http/webhook.ts'
import { receiveMoney } from '#shop/flows/receive-payment/receive-transfer.ts'
import { payosWebhook } from '#shop/payment/relays/payos.ts'
import { type SepayKeys, sepayWebhook } from '#shop/payment/relays/sepay.ts'
import type { Money } from '#shop/payment/attempt/transfer.ts'

interface Parts {
  db: Database
  now: Now
  log: Log
  account_number: string
  sepay: SepayKeys
  payos: { checksum_key: string } | null
}

/** Where SePay stands; the test bank sends there too. */
export const sepay_path = '/api/payment/webhook/sepay'
const payos_path = '/api/payment/webhook/payos'

/** Where relays tell of money. Without keys a relay is refused whatever it says. */
export function paymentWebhooks(parts: Parts): Webhook[] {
  const { now, log, sepay, payos } = parts
  const receive = (money: Money) => receiveMoney(parts, money)
  return [
    sepayWebhook(sepay_path, { keys: sepay, now, log, receive }),
    payosWebhook(payos_path, { checksum_key: payos?.checksum_key ?? null, log, receive }),
  ]
}
