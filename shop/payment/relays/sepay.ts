import { z } from 'zod'
import type { Now } from '#platform/clock.ts'
import type { Log } from '#platform/observe/log.ts'
import type { Webhook, WebhookAnswer, WebhookMessage } from '#platform/http/webhook.ts'
import { hmacHex, isSame } from '#platform/http/signature.ts'
import type { TransferNotice } from '#shop/payment/attempt/payment-notice.ts'

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
  receive: (notice: TransferNotice) => Promise<unknown>
}

/** Where SePay sends; the sandbox bank sends there too. */
export const sepay_path = '/api/payment/webhook/sepay'

/** A signature older or newer than this is no longer believed (developer.sepay.vn, "replay"). */
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
 * POST of SePay's bank webhook (developer.sepay.vn, 2026): proved before it is read, over the bytes
 * as they came. Answers { success: true } to whatever was taken in, now or before, so that SePay
 * stops repeating it.
 */
export function sepayWebhook(path: string, deps: Deps): Webhook {
  return { path, receive: (message) => receive(message, deps) }
}

async function receive(message: WebhookMessage, deps: Deps): Promise<WebhookAnswer> {
  if (!isProved(message, deps.keys, deps.now())) {
    deps.log.warn({ relay: 'sepay' }, 'a message without proof was refused')
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

/** The headers that prove a body to us; also what the sandbox bank sends. */
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

/** Null for money that left the account. */
function readTransfer(raw: Buffer): TransferNotice | null | 'unreadable' {
  const message = SepayMessage.safeParse(parsed(raw))
  if (!message.success) return 'unreadable'
  const { id, transferType, transferAmount, accountNumber, ...words } = message.data
  if (transferType === 'out') return null
  return {
    relay: 'sepay',
    relay_id: id,
    amount: transferAmount,
    account_number: accountNumber,
    // Apart, so that the end of one is never read together with the beginning of the other.
    text: [words.code, words.content].filter((part) => part !== '').join(' | '),
    transfer_code_id: null,
    reference: words.referenceCode || null,
    transferred_at: words.transactionDate || null,
  }
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}
