import { z } from 'zod'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import type { Webhook, WebhookAnswer, WebhookMessage } from '#platform/http/webhook.ts'
import { hmacHex, isSame } from '#platform/http/signature.ts'
import type { TransferNotice } from '#shop/payment/attempt/payment-notice.ts'
import type { WarnOfForged } from '#shop/payment/relays/forged-warnings.ts'

export interface SepayKeys {
  /** Sent as `Authorization: Apikey …`. */
  api_key: string | null
  /** Signs `{timestamp}.{body}` with HMAC-SHA256. */
  webhook_secret: string | null
}

interface Deps {
  keys: SepayKeys
  now: Now
  log: Log
  warnOfForged: WarnOfForged
  receive: (notice: TransferNotice) => Promise<unknown>
}

/** The path of SePay's webhook; the sandbox bank uses it too. */
export const sepay_path = '/api/payment/webhook/sepay'

/** A signature with an older or newer timestamp is refused (developer.sepay.vn, "replay"). */
const tolerance_s = 300
const accepted: WebhookAnswer = { status: 200, body: { success: true } }
const refused: WebhookAnswer = { status: 401, body: { success: false, message: 'Unauthorized' } }

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
const SepayMessage = z.object({
  id: z.union([z.int().positive(), z.string().regex(/^[\w-]{1,64}$/)]).transform(String),
  transferType: z.enum(['in', 'out']),
  transferAmount: z.int().nonnegative(),
  accountNumber: z.string().max(64),
  transactionDate: text,
  code: text,
  content: text,
  referenceCode: text,
})

/**
 * Webhook for SePay (developer.sepay.vn, 2026). The proof is checked over the raw bytes before the message is
 * parsed. Answers { success: true } to every accepted message, new or repeated, so that SePay stops repeating it.
 */
export function sepayWebhook(path: string, deps: Deps): Webhook {
  return { path, receive: (message) => receive(message, deps) }
}

async function receive(message: WebhookMessage, deps: Deps): Promise<WebhookAnswer> {
  if (!isProved(message, deps.keys, deps.now())) {
    deps.warnOfForged(deps.log, { relay: 'sepay' })
    return refused
  }
  const transfer = readTransfer(message.raw)
  if (transfer === 'unreadable') {
    deps.log.error({ relay: 'sepay' }, 'a proved message cannot be read')
    return { status: 400, body: { success: false, message: 'Unreadable' } }
  }
  if (transfer !== null) await deps.receive(transfer)
  return accepted
}

/** Returns the headers that prove a body; the sandbox bank sends them too. */
export function sepaySignature(secret: string, raw: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  return {
    'x-sepay-timestamp': timestamp,
    'x-sepay-signature': `sha256=${hmacHex(secret, `${timestamp}.${raw}`)}`,
  }
}

function isProved({ raw, headers }: WebhookMessage, keys: SepayKeys, now: Date): boolean {
  const signature = headers['x-sepay-signature']
  if (keys.webhook_secret !== null && typeof signature === 'string') {
    const timestamp = String(headers['x-sepay-timestamp'] ?? '')
    if (!/^\d{1,12}$/.test(timestamp)) return false
    const signed = Buffer.concat([Buffer.from(`${timestamp}.`), raw])
    const is_same = isSame(signature, `sha256=${hmacHex(keys.webhook_secret, signed)}`)
    const age_s = Math.abs(now.getTime() / 1_000 - Number(timestamp))
    return is_same && age_s <= tolerance_s
  }
  const key = /^Apikey +(\S+)$/.exec(headers.authorization ?? '')?.[1]
  return keys.api_key !== null && key !== undefined && isSame(key, keys.api_key)
}

/** Parses a message; null for money that left the account. */
function readTransfer(raw: Buffer): TransferNotice | null | 'unreadable' {
  const message = SepayMessage.safeParse(parsed(raw))
  if (!message.success) return 'unreadable'
  const { id, transferType, transferAmount, accountNumber, ...texts } = message.data
  if (transferType === 'out') return null
  return {
    relay: 'sepay',
    relay_id: id,
    amount: transferAmount,
    account_number: accountNumber,
    // Separated, so that no order code is read across the end of one text and the beginning of the other.
    text: [texts.code, texts.content].filter((part) => part !== '').join(' | '),
    code: null,
    reference: texts.referenceCode || null,
    transferred_at: texts.transactionDate || null,
  }
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}
