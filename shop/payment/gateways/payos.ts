import { z } from 'zod'
import type { PaymentNotice } from '#shop/payment/attempt/payment-notice.ts'
import {
  type Attempt,
  type Gateway,
  type GatewayTools,
  type NoticeOutcome,
  ProviderRefusal,
  ProviderTrouble,
  type Started,
} from '#shop/payment/gateways/gateway.ts'
import {
  providerAddress,
  providerKey,
  sandboxApi,
} from '#shop/payment/gateways/provider-settings.ts'
import { postJson, parsedJson, readAnswer } from '#shop/payment/gateways/provider-wire.ts'
import { payos_trial_link, payosSignature } from '#shop/payment/gateways/payos-signature.ts'
import { isSame } from '#platform/http/signature.ts'

const Settings = z.object({
  client_id: z.string().trim().min(1).max(100).describe('Client ID'),
  api_key: providerKey.describe('API Key'),
  checksum_key: providerKey.describe('Checksum Key'),
  api_url: providerAddress
    .default('https://api-merchant.payos.vn/v2/payment-requests')
    .describe('Địa chỉ API'),
})
export type PayosSettings = z.infer<typeof Settings>
type Tools = GatewayTools<PayosSettings>

/**
 * In đồng. One transfer by NAPAS 247 must be below `limit`; `least` is our choice: tiny links are not worth
 * it.
 */
const limit = 500_000_000
const least = 2_000

/**
 * payOS payment links (payos.vn/docs/api; webhook: payos.vn/docs/du-lieu-tra-ve/webhook): the shopper
 * scans a VietQR on payOS's page, the webhook decides. payOS makes no refunds: staff refund by hand. Its orderCode
 * is our reference: a whole number that JSON holds exactly. An orderCode in use is refused (code 231).
 */
export const payos: Gateway<PayosSettings> = {
  code: 'payos',
  title: 'Chuyển khoản qua payOS',
  description: 'Quét mã VietQR trên trang của payOS bằng ứng dụng ngân hàng.',
  settles: 'before_delivery',
  isOffered: ({ amount }) => amount >= least && amount < limit,
  settings: {
    schema: Settings,
    secrets: ['api_key', 'checksum_key'],
    demo: {
      client_id: 'tiem-demo',
      api_key: 'khoa-api-thu',
      checksum_key: 'bi-mat-cua-cong-payos-thu',
      api_url: sandboxApi('payos'),
    },
  },
  origins: ['https://pay.payos.vn'],
  has_whole_numbers: true,
  start,
  notices: {
    method: 'POST',
    read: ({ raw }, settings) => readNotice(raw, settings),
    answer: (outcome) => ({
      status: statuses[outcome],
      type: 'application/json',
      body: JSON.stringify({ success: statuses[outcome] === 200 }),
    }),
  },
  query: queryPayment,
  refund: null,
}

/** payOS expects 2xx, also for the message with which it tests an address. */
const statuses = {
  taken: 200,
  known: 200,
  pending: 200,
  wrong_amount: 200,
  not_found: 200,
  forged: 401,
  try_again: 503,
} as const satisfies Record<NoticeOutcome, number>

const Created = z.object({
  code: z.string(),
  data: z
    .object({
      paymentLinkId: z.string().min(1).max(100),
      orderCode: z.int(),
      amount: z.int(),
      checkoutUrl: providerAddress,
    })
    .nullish(),
})

async function start(attempt: Attempt, tools: Tools): Promise<Started> {
  const { settings } = tools
  const signed = {
    amount: attempt.amount,
    cancelUrl: attempt.return_url,
    // At most 25 letters, including those that the bank adds.
    description: attempt.order_code.replace(/[^0-9A-Za-z]/g, '').slice(0, 25),
    orderCode: Number(attempt.reference),
    returnUrl: attempt.return_url,
  }
  const { expires_at } = attempt
  const body = {
    ...signed,
    ...(expires_at !== null && { expiredAt: Math.floor(expires_at.getTime() / 1_000) }),
    signature: payosSignature(settings.checksum_key, signed),
  }
  const { code, data } = await postJson(tools, settings.api_url, body, Created, keysOf(settings))
  if (code !== '00' || !data) throw new ProviderRefusal(`payOS answered ${code} to create`)
  if (data.amount !== attempt.amount || data.orderCode !== signed.orderCode) {
    throw new ProviderRefusal('payOS asks for another payment')
  }
  return { redirect_url: data.checkoutUrl, provider_link: data.paymentLinkId }
}

const Envelope = z.object({
  code: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  signature: z.string().max(200),
})
const Transfer = z.object({
  orderCode: z.int(),
  amount: z.int().nonnegative(),
  reference: z.string().min(1).max(200),
  paymentLinkId: z.string().min(1).max(200),
  currency: z.literal('VND'),
  code: z.string(),
})

function readNotice(raw: string, settings: PayosSettings): PaymentNotice | null {
  const envelope = Envelope.safeParse(parsedJson(raw))
  if (!envelope.success) return null
  const { code, data, signature } = envelope.data
  if (!isSame(signature, payosSignature(settings.checksum_key, data))) return null
  const transfer = Transfer.safeParse(data)
  if (!transfer.success) return null
  const { orderCode, paymentLinkId, reference, amount } = transfer.data
  const is_money =
    code === '00' && transfer.data.code === '00' && paymentLinkId !== payos_trial_link
  return {
    reference: String(orderCode),
    link: paymentLinkId,
    message_id: `${paymentLinkId}:${reference}`,
    status: is_money ? 'paid' : 'pending',
    amount,
    // The bank's reference: a link may be paid a second time by another transfer.
    provider_reference: reference,
    failure: null,
    detail: { payment_link: paymentLinkId, code: transfer.data.code },
  }
}

const QueryAnswer = z.object({
  code: z.string(),
  data: z
    .object({
      id: z.string(),
      orderCode: z.int(),
      amount: z.int(),
      amountPaid: z.int().nonnegative(),
      status: z.string(),
      transactions: z
        .array(z.object({ reference: z.string().min(1).max(200), amount: z.int().positive() }))
        .catch([]),
    })
    .nullish(),
})

const failures: Readonly<Record<string, string>> = {
  CANCELLED: 'Bạn đã hủy giao dịch tại payOS.',
  EXPIRED: 'Đã hết thời gian chờ thanh toán.',
  FAILED: 'Giao dịch không thành công tại payOS.',
}

async function queryPayment(attempt: Attempt, tools: Tools): Promise<PaymentNotice> {
  const { settings, send } = tools
  const { reference, amount, provider_link } = attempt
  const url = `${settings.api_url}/${reference}`
  const answer = await send({ method: 'GET', url, headers: keysOf(settings) })
  const { code, data } = readAnswer(answer, QueryAnswer)
  if (code !== '00' || String(data?.orderCode) !== reference || !data) {
    throw new ProviderTrouble(`payOS answered ${code} to a query`)
  }
  if (data.amount !== amount || data.id !== (provider_link ?? data.id)) {
    throw new ProviderTrouble('payOS answered about another payment')
  }
  const failure = failures[data.status] ?? null
  const undecided = failure === null ? 'pending' : 'failed'
  const status = data.status === 'PAID' ? 'paid' : undecided
  const detail = { status: data.status, amount_paid: data.amountPaid }
  // Each transfer gives the notice of the webhook, with the same message id, also for a link that ended partly
  // paid. A notice about their sum would count the money a second time.
  const about = { reference, link: data.id, detail }
  const [first, ...others] = data.transactions.map((transfer) => ({
    ...about,
    message_id: `${data.id}:${transfer.reference}`,
    status: 'paid' as const,
    amount: transfer.amount,
    provider_reference: transfer.reference,
    failure: null,
  }))
  if (first !== undefined && status !== 'pending') {
    return others.length === 0 ? first : { ...first, others }
  }
  return {
    ...about,
    message_id: `${data.id}:${data.status}`,
    status,
    amount: status === 'paid' ? data.amountPaid : amount,
    provider_reference: null,
    failure,
  }
}

function keysOf({ client_id, api_key }: PayosSettings) {
  return { 'x-client-id': client_id, 'x-api-key': api_key }
}
