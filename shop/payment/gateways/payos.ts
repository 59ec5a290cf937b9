import { z } from 'zod'
import type { PaymentNotice } from '#shop/payment/attempt/payment-notice.ts'
import {
  type Attempt,
  type Gateway,
  type GatewayTools,
  type NoticeOutcome,
  ProviderTrouble,
  type Started,
} from '#shop/payment/gateways/gateway.ts'
import { providerAddress, providerKey, testApi } from '#shop/payment/gateways/provider-settings.ts'
import { askJson, parsedJson, readAnswer } from '#shop/payment/gateways/provider-wire.ts'
import {
  first_attempt_number,
  payos_trial_link,
  payosSignature,
} from '#shop/payment/gateways/payos-signature.ts'
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

/** NAPAS 247 carries less than this in one transfer; payOS makes no link below 1,000đ worth the trouble. */
const limit = 500_000_000
const least = 2_000

/**
 * payOS payment links (payos.vn/docs/api; webhook: payos.vn/docs/du-lieu-tra-ve/webhook): the shopper
 * scans a VietQR on payOS's page, the webhook decides. payOS pays nothing back: staff do, by hand.
 */
export const payos: Gateway<PayosSettings> = {
  code: 'payos',
  title: 'Chuyển khoản qua payOS',
  description: 'Quét mã VietQR trên trang của payOS bằng ứng dụng ngân hàng.',
  settles: 'before_delivery',
  isOffered: ({ grand_total }) => grand_total >= least && grand_total < limit,
  settings: {
    schema: Settings,
    secrets: ['api_key', 'checksum_key'],
    demo: {
      client_id: 'tiem-demo',
      api_key: 'khoa-api-thu',
      checksum_key: 'bi-mat-cua-cong-payos-thu',
      api_url: testApi('payos'),
    },
  },
  origins: ['https://pay.payos.vn'],
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
  query: ask,
  refund: null,
}

/** payOS wants 2xx, also for the message by which it tries an address out. */
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
      amount: z.int(),
      checkoutUrl: providerAddress,
    })
    .nullish(),
})

/** payOS's orderCode of a try: a whole number, apart from those of transfer codes on the same channel. */
export function payosNumber(payment_id: number): number {
  return first_attempt_number + payment_id
}

async function start(attempt: Attempt, tools: Tools): Promise<Started> {
  const { settings } = tools
  const signed = {
    amount: attempt.amount,
    cancelUrl: attempt.return_url,
    // At most 25 letters, fewer of them the bank's own.
    description: attempt.order_code.replace(/[^0-9A-Za-z]/g, '').slice(0, 25),
    orderCode: payosNumber(attempt.payment_id),
    returnUrl: attempt.return_url,
  }
  const { expires_at } = attempt
  const body = {
    ...signed,
    ...(expires_at !== null && { expiredAt: Math.floor(expires_at.getTime() / 1_000) }),
    signature: payosSignature(settings.checksum_key, signed),
  }
  const { code, data } = await askJson(tools, settings.api_url, body, Created, keysOf(settings))
  if (code !== '00' || !data) throw new ProviderTrouble(`payOS answered ${code} to create`)
  if (data.amount !== attempt.amount) throw new ProviderTrouble('payOS asks for another amount')
  return { redirect_url: data.checkoutUrl }
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
  return noticeOf(orderCode, {
    message_id: `${paymentLinkId}:${reference}`,
    status: is_money ? 'paid' : 'pending',
    amount,
    // The bank's number: a link may be paid a second time by another transfer.
    provider_reference: reference,
    failure: null,
    detail: { payment_link: paymentLinkId, code: transfer.data.code },
  })
}

function noticeOf(
  order_number: number,
  said: Omit<PaymentNotice, 'reference' | 'payment_id'>,
): PaymentNotice {
  return { ...said, reference: '', payment_id: order_number - first_attempt_number }
}

const Asked = z.object({
  code: z.string(),
  data: z
    .object({
      id: z.string(),
      orderCode: z.int(),
      amountPaid: z.int().nonnegative(),
      status: z.string(),
      transactions: z
        .array(z.object({ reference: z.string().min(1).max(200), amount: z.int().positive() }))
        .catch([]),
    })
    .nullish(),
})

const failures: Readonly<Record<string, string>> = {
  CANCELLED: 'Bạn đã hủy thanh toán trên payOS.',
  EXPIRED: 'Đã hết thời gian chờ thanh toán.',
  FAILED: 'Giao dịch không thành công tại payOS.',
}

async function ask(attempt: Attempt, tools: Tools): Promise<PaymentNotice> {
  const { settings, send } = tools
  const number = payosNumber(attempt.payment_id)
  const url = `${settings.api_url}/${number}`
  const answer = await send({ method: 'GET', url, headers: keysOf(settings) })
  const { code, data } = readAnswer(answer, Asked)
  if (code !== '00' || data?.orderCode !== number) {
    throw new ProviderTrouble(`payOS answered ${code} to a question`)
  }
  const failure = failures[data.status] ?? null
  const undecided = failure === null ? 'pending' : 'failed'
  const status = data.status === 'PAID' ? 'paid' : undecided
  const detail = { status: data.status, amount_paid: data.amountPaid }
  // Each transfer as the webhook tells it, under the same name, also for a link that ended half paid:
  // their sum would be counted beside them.
  const [first, ...others] = data.transactions.map(({ reference, amount }) =>
    noticeOf(number, {
      message_id: `${data.id}:${reference}`,
      status: 'paid',
      amount,
      provider_reference: reference,
      failure: null,
      detail,
    }),
  )
  if (first !== undefined && status !== 'pending') {
    return others.length === 0 ? first : { ...first, others }
  }
  return noticeOf(number, {
    message_id: `${data.id}:${data.status}`,
    status,
    amount: status === 'paid' ? data.amountPaid : attempt.amount,
    provider_reference: null,
    failure,
    detail,
  })
}

function keysOf({ client_id, api_key }: PayosSettings) {
  return { 'x-client-id': client_id, 'x-api-key': api_key }
}
