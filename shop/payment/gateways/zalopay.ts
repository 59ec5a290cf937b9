import { z } from 'zod'
import type { PaymentNotice } from '#shop/payment/attempt/payment-notice.ts'
import {
  type Attempt,
  type Gateway,
  type GatewayTools,
  type NoticeOutcome,
  ProviderRefusal,
  ProviderTrouble,
  type RefundAnswer,
  type RefundRequest,
  type Started,
} from '#shop/payment/gateways/gateway.ts'
import {
  providerAddress,
  providerKey,
  sandboxApi,
} from '#shop/payment/gateways/provider-settings.ts'
import {
  postJson,
  parsedJson,
  paymentDescription,
  vietnamStamp,
} from '#shop/payment/gateways/provider-wire.ts'
import { hmacHex, isSame } from '#platform/http/signature.ts'

const Settings = z.object({
  app_id: z
    .string()
    .regex(/^\d{1,10}$/)
    .describe('App ID'),
  key1: providerKey.describe('Key 1 (ký yêu cầu)'),
  key2: providerKey.describe('Key 2 (kiểm tra tin báo)'),
  api_url: providerAddress.default('https://sb-openapi.zalopay.vn/v2').describe('Địa chỉ API'),
})
export type ZalopaySettings = z.infer<typeof Settings>
type Tools = GatewayTools<ZalopaySettings>

/** Limits of one payment by ZaloPay in đồng; the upper limit is that of its resellers (Xendit, 2025). */
const least = 1_000
const max = 50_000_000
/** Limits of expire_duration_seconds. */
const shortest_s = 300
/** For how many days a refund is looked up: longer than a refund is repeated. */
const max_days = 7
const day_ms = 86_400_000
const longest_s = 2_592_000

/**
 * ZaloPay v2 (docs.zalopay.vn: v2/general/overview, specs/order-create, order-refund and
 * order-query-refund; zalopay-oss/zalopay-nodejs 2023): the shopper pays in ZaloPay, the callback
 * decides. ZaloPay calls back only about received money. Not confirmed: the limits of an amount, and the texts
 * for each sub_return_code (the shopper gets one text for all).
 */
export const zalopay: Gateway<ZalopaySettings> = {
  code: 'zalopay',
  title: 'ZaloPay',
  description: 'Thanh toán bằng ví ZaloPay.',
  settles: 'before_delivery',
  isOffered: ({ amount }) => amount >= least && amount <= max,
  settings: {
    schema: Settings,
    secrets: ['key1', 'key2'],
    demo: {
      app_id: '1000000',
      key1: 'bi-mat-mot-cua-cong-zalopay-thu',
      key2: 'bi-mat-hai-cua-cong-zalopay-thu',
      api_url: sandboxApi('zalopay', '/v2'),
    },
  },
  origins: [
    'https://sbgateway.zalopay.vn',
    'https://qcgateway.zalopay.vn',
    'https://gateway.zalopay.vn',
  ],
  sandbox_hosts: ['sb-openapi.zalopay.vn', 'sbgateway.zalopay.vn', 'qcgateway.zalopay.vn'],
  start,
  notices: {
    method: 'POST',
    read: ({ raw }, settings) => readNotice(raw, settings),
    answer: (outcome) => ({
      status: 200,
      type: 'application/json',
      body: JSON.stringify(replies[outcome]),
    }),
  },
  query: queryPayment,
  refund: refundPayment,
}

/** 1: accepted; 2: already known; after anything else ZaloPay calls back again. */
const replies = {
  taken: { return_code: 1, return_message: 'success' },
  pending: { return_code: 1, return_message: 'success' },
  wrong_amount: { return_code: 1, return_message: 'amount is reviewed' },
  known: { return_code: 2, return_message: 'duplicate' },
  forged: { return_code: -1, return_message: 'mac not equal' },
  not_found: { return_code: -2, return_message: 'order not found' },
  try_again: { return_code: 0, return_message: 'try again' },
} as const satisfies Record<NoticeOutcome, { return_code: number; return_message: string }>

/**
 * Returns the id of an attempt at ZaloPay. It begins with the Vietnamese day of its start, so repetitions
 * give the same id.
 */
export function zalopayNumber({ reference, created_at }: Attempt): string {
  return `${dayOf(created_at)}_${reference}`
}

const Created = z.object({ return_code: z.int(), order_url: providerAddress.optional() })

async function start(attempt: Attempt, tools: Tools): Promise<Started> {
  const { settings, now } = tools
  const left_s = ((attempt.expires_at?.getTime() ?? 0) - now.getTime()) / 1_000
  const order = {
    app_id: Number(settings.app_id),
    app_trans_id: zalopayNumber(attempt),
    app_user: 'khach-hang',
    amount: attempt.amount,
    app_time: now.getTime(),
    embed_data: JSON.stringify({ redirecturl: attempt.return_url }),
    item: '[]',
  }
  const mac = hmacHex(settings.key1, Object.values(order).join('|'))
  const answer = await postJson(
    tools,
    `${settings.api_url}/create`,
    {
      ...order,
      description: paymentDescription(attempt.order_code),
      bank_code: '',
      callback_url: attempt.notify_url,
      expire_duration_seconds: Math.min(Math.max(Math.ceil(left_s), shortest_s), longest_s),
      mac,
    },
    Created,
  )
  if (answer.return_code !== 1 || answer.order_url === undefined) {
    throw new ProviderRefusal(`ZaloPay answered ${answer.return_code} to create`)
  }
  return { redirect_url: answer.order_url }
}

const Envelope = z.object({ data: z.string().max(20_000), mac: z.string().max(200) })
const zp_number = z.union([z.int(), z.string().max(40)]).transform(String)
const Paid = z.object({
  app_id: z.int(),
  app_trans_id: z
    .string()
    .regex(/^\d{6}_./)
    .max(40),
  amount: z.int().positive(),
  zp_trans_id: zp_number,
  channel: z.int().optional(),
})

function readNotice(raw: string, settings: ZalopaySettings): PaymentNotice | null {
  const envelope = Envelope.safeParse(parsedJson(raw))
  if (!envelope.success) return null
  const { data, mac } = envelope.data
  if (!isSame(mac.toLowerCase(), hmacHex(settings.key2, data))) return null
  const paid = Paid.safeParse(parsedJson(data))
  if (!paid.success || String(paid.data.app_id) !== settings.app_id) return null
  const { app_trans_id, zp_trans_id, amount, channel } = paid.data
  const detail = { app_trans_id, channel: channel ?? null }
  return paidNotice(app_trans_id.slice(7), zp_trans_id, amount, detail)
}

function paidNotice(
  reference: string,
  zp_trans_id: string,
  amount: number,
  detail: Record<string, unknown>,
): PaymentNotice {
  return {
    message_id: `${reference}:${zp_trans_id}`,
    reference,
    status: 'paid',
    amount,
    provider_reference: zp_trans_id,
    failure: null,
    detail,
  }
}

const QueryAnswer = z.object({
  return_code: z.int(),
  sub_return_code: z.int().optional(),
  amount: z.int().optional(),
  zp_trans_id: zp_number.optional(),
})

async function queryPayment(attempt: Attempt, tools: Tools): Promise<PaymentNotice> {
  const { app_id, key1, api_url } = tools.settings
  const app_trans_id = zalopayNumber(attempt)
  const mac = hmacHex(key1, `${app_id}|${app_trans_id}|${key1}`)
  const body = { app_id: Number(app_id), app_trans_id, mac }
  const answer = await postJson(tools, `${api_url}/query`, body, QueryAnswer)
  const { return_code, sub_return_code = 0, amount, zp_trans_id } = answer
  const { reference } = attempt
  if (return_code === 1 && amount !== undefined && zp_trans_id !== undefined) {
    return paidNotice(reference, zp_trans_id, amount, { app_trans_id })
  }
  if (return_code !== 2 && return_code !== 3) {
    throw new ProviderTrouble(`ZaloPay answered ${return_code} to query`)
  }
  const status = return_code === 2 ? 'failed' : 'pending'
  return {
    message_id: `${reference}:${status}`,
    reference,
    status,
    amount: attempt.amount,
    provider_reference: null,
    failure: status === 'failed' ? 'Giao dịch không thành công tại ZaloPay.' : null,
    detail: { app_trans_id, return_code, sub_return_code },
  }
}

const Refunded = z.object({
  return_code: z.int(),
  return_message: z.string().catch(''),
  refund_id: zp_number.optional(),
})
type Refunded = z.infer<typeof Refunded>

async function refundPayment(request: RefundRequest, tools: Tools): Promise<RefundAnswer> {
  const numbers = refundNumbers(request, tools)
  // An answer may have been lost: a refund that ZaloPay knows is never sent again.
  for (const number of numbers) {
    const earlier = await queryRefund(number, tools)
    if (earlier.return_code === 1 || earlier.return_code === 3) return refundAnswer(earlier)
  }
  const number = numbers.at(-1) ?? ''
  const sent = await sendRefund(number, request, tools)
  // ZaloPay processes the refund afterwards, and mostly finishes at once.
  return refundAnswer(sent.return_code === 3 ? await queryRefund(number, tools) : sent)
}

/** Returns the possible ids of a refund, one for each day: ZaloPay's ids begin with the day of the request. */
function refundNumbers({ number, created_at }: RefundRequest, { settings, now }: Tools): string[] {
  const first = Math.max(created_at.getTime(), now.getTime() - max_days * day_ms)
  const days = new Set<string>()
  for (let at = first; at < now.getTime(); at += day_ms) days.add(dayOf(new Date(at)))
  // Today is always the last: a refund that is requested now has this id.
  days.delete(dayOf(now))
  const name = `${settings.app_id}_${number}`
  return [...days, dayOf(now)].map((day) => `${day}_${name}`)
}

function dayOf(instant: Date): string {
  return vietnamStamp(instant).slice(2, 8)
}

async function queryRefund(m_refund_id: string, tools: Tools): Promise<Refunded> {
  const { app_id, key1, api_url } = tools.settings
  const timestamp = tools.now.getTime()
  const mac = hmacHex(key1, `${app_id}|${m_refund_id}|${timestamp}`)
  const body = { app_id: Number(app_id), m_refund_id, timestamp, mac }
  return postJson(tools, `${api_url}/query_refund`, body, Refunded)
}

async function sendRefund(
  m_refund_id: string,
  { amount, attempt }: RefundRequest,
  tools: Tools,
): Promise<Refunded> {
  const { app_id, key1, api_url } = tools.settings
  const zp_trans_id = attempt.provider_reference ?? ''
  const timestamp = tools.now.getTime()
  const description = `Hoan tien don hang ${attempt.order_code}`
  const mac = hmacHex(key1, [app_id, zp_trans_id, amount, description, timestamp].join('|'))
  const body = {
    app_id: Number(app_id),
    m_refund_id,
    zp_trans_id,
    amount,
    timestamp,
    description,
    mac,
  }
  return postJson(tools, `${api_url}/refund`, body, Refunded)
}

function refundAnswer({ return_code, return_message, refund_id }: Refunded): RefundAnswer {
  const provider_reference = refund_id ?? null
  if (return_code === 1) return { state: 'done', provider_reference, note: null }
  const note = `ZaloPay: ${return_message}`
  if (return_code === 3) return { state: 'requested', provider_reference, note }
  return { state: 'failed', provider_reference, note }
}
