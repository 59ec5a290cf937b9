import { z } from 'zod'
import { vietnamClock } from '#pure/vietnam-time.ts'
import type { PaymentNotice } from '#shop/payment/attempt/payment-notice.ts'
import {
  type Attempt,
  type Gateway,
  type GatewayTools,
  type NoticeMessage,
  type NoticeOutcome,
  ProviderTrouble,
  type RefundAnswer,
  type RefundRequest,
  type Started,
} from '#shop/payment/gateways/gateway.ts'
import { providerAddress, providerKey, testApi } from '#shop/payment/gateways/provider-settings.ts'
import { parsedJson, paymentWords, readAnswer } from '#shop/payment/gateways/provider-wire.ts'
import { hmacHex, isSame } from '#platform/http/signature.ts'

const Settings = z.object({
  client_id: z.string().trim().min(1).max(100).describe('Client ID'),
  merchant_id: z.string().trim().min(1).max(100).describe('Merchant ID'),
  store_id: z.string().trim().max(100).default('').describe('Store ID'),
  secret_key: providerKey.describe('Secret key'),
  api_url: providerAddress
    .default('https://gateway-sandbox.fundiin.vn/v2/payments')
    .describe('Địa chỉ API'),
})
export type FundiinSettings = z.infer<typeof Settings>
type Tools = GatewayTools<FundiinSettings>

/** Ours below; above what Fundiin offers with EVNFinance (2025-08). */
const least = 50_000
const most = 60_000_000

/**
 * Fundiin v2 (docs.fundiin.vn/v2: payments, api/notification, api/status, api/refund, webhook-builder;
 * hosts from Fundiin's own WordPress plugin of 2025-03): requests and messages carry the HMAC-SHA256
 * of their very bytes, as the sample of webhook-builder proves. Not confirmed: how much a shop must tell
 * of delivery (sent as one line), `platformId` of a shop of its own, `notifyUrl` beside the
 * registered one, the words of the return address, the reply to a refund that was heard before.
 */
export const fundiin: Gateway<FundiinSettings> = {
  code: 'fundiin',
  title: 'Fundiin',
  description: 'Mua trước, trả sau với Fundiin.',
  settles: 'before_delivery',
  isOffered: ({ grand_total }) => grand_total >= least && grand_total <= most,
  settings: {
    schema: Settings,
    secrets: ['secret_key'],
    demo: {
      client_id: 'tiem-demo',
      merchant_id: 'TIEMDEMO',
      store_id: 'TIEM-01',
      secret_key: 'bi-mat-cua-cong-fundiin-thu',
      api_url: testApi('fundiin'),
    },
  },
  origins: ['https://gateway-sandbox.fundiin.vn', 'https://gateway.fundiin.vn'],
  start,
  notices: {
    method: 'POST',
    read: readNotice,
    answer: (outcome) => ({ status: statuses[outcome], type: 'application/json', body: '' }),
  },
  query: ask,
  refund: payBack,
}

/** Fundiin wants 204. */
const statuses = {
  taken: 204,
  known: 204,
  pending: 204,
  wrong_amount: 204,
  not_found: 404,
  forged: 401,
  try_again: 503,
} as const satisfies Record<NoticeOutcome, number>

const Created = z.object({
  resultStatus: z.string(),
  paymentUrl: providerAddress.optional(),
  paymentTransId: z.string().max(100).optional(),
})

async function start(attempt: Attempt, tools: Tools): Promise<Started> {
  const { settings, now } = tools
  const { reference, amount, expires_at, customer } = attempt
  const words = paymentWords(attempt.order_code)
  const money = { value: amount, currency: 'VND' }
  const answer = await post(tools, '', Created, {
    merchantId: settings.merchant_id,
    storeId: settings.store_id,
    referenceId: reference,
    platformId: 'TIEM',
    requestType: 'installment',
    paymentMethod: 'WEB',
    terminalType: attempt.device === 'mobile' ? 'MOBILE_BROWSER' : 'DESKTOP_BROWSER',
    lang: 'vi',
    description: words,
    successRedirectUrl: attempt.return_url,
    unSuccessRedirectUrl: attempt.return_url,
    notifyUrl: attempt.notify_url,
    amount: money,
    items: [
      {
        productId: reference,
        productName: words,
        category: 'electronics',
        currency: 'VND',
        quantity: 1,
        price: amount,
        totalAmount: amount,
      },
    ],
    customer: {
      firstName: customer?.name ?? '',
      phoneNumber: customer?.phone ?? '',
      email: customer?.email ?? '',
    },
    shipping: { street: customer?.address ?? '', country: 'VN' },
    ...(expires_at !== null && { transExpiredTime: expires_at.getTime() - now.getTime() }),
  })
  if (answer.resultStatus !== 'APPROVED' || answer.paymentUrl === undefined) {
    throw new ProviderTrouble(`Fundiin answered ${answer.resultStatus} to payments`)
  }
  const { paymentTransId } = answer
  return {
    redirect_url: answer.paymentUrl,
    ...(paymentTransId !== undefined && { provider_reference: paymentTransId }),
  }
}

const money = z.union([
  z.object({ value: z.coerce.number().int().nonnegative() }).transform(({ value }) => value),
  z.int().nonnegative(),
])
const Told = z.object({
  merchantId: z.string(),
  referenceId: z.string().min(1).max(60),
  amount: money,
  paymentTransId: z.string().max(100).nullish(),
  paymentStatus: z.enum(['INITIAL', 'WAITING', 'PENDING', 'SUCCESS', 'FAIL']),
  resultStatus: z.string().max(60).catch(''),
  paymentMethod: z.string().max(60).nullish(),
})
type Told = z.infer<typeof Told>
const Notice = Told.extend({ notificationType: z.literal('PAYMENT_STATUS') })

function readNotice(
  { raw, headers }: NoticeMessage,
  settings: FundiinSettings,
): PaymentNotice | null {
  const { signature, 'client-id': client_id } = headers
  const is_proved =
    isSame(String(signature ?? '').toLowerCase(), hmacHex(settings.secret_key, raw)) &&
    (client_id === undefined || client_id === settings.client_id)
  const told = Notice.safeParse(parsedJson(raw))
  const is_ours = is_proved && told.success && told.data.merchantId === settings.merchant_id
  return is_ours ? noticeOf(told.data) : null
}

const failures: Readonly<Record<string, string>> = {
  EXPIRED: 'Đã hết thời gian chờ thanh toán.',
  CANCELLED: 'Bạn đã hủy thanh toán trên Fundiin.',
  REJECTED: 'Fundiin từ chối khoản thanh toán này.',
}

function noticeOf(told: Told): PaymentNotice {
  const { referenceId: reference, paymentStatus, resultStatus } = told
  const undecided = paymentStatus === 'FAIL' ? 'failed' : 'pending'
  const status = paymentStatus === 'SUCCESS' ? 'paid' : undecided
  const why = failures[resultStatus] ?? 'Giao dịch không thành công tại Fundiin.'
  const number = told.paymentTransId ?? null
  return {
    message_id: `${reference}:${number ?? ''}:${paymentStatus}`,
    reference,
    status,
    amount: told.amount,
    provider_reference: number,
    failure: status === 'failed' ? why : null,
    detail: { result_status: resultStatus, payment_method: told.paymentMethod ?? null },
  }
}

const Asked = Told.partial({ merchantId: true, amount: true })

async function ask(attempt: Attempt, tools: Tools): Promise<PaymentNotice> {
  const { merchant_id } = tools.settings
  const answer = await post(tools, '/status', Asked, {
    merchantId: merchant_id,
    referenceId: attempt.reference,
    lang: 'vi',
  })
  if (answer.referenceId !== attempt.reference) {
    throw new ProviderTrouble('Fundiin answered about another payment')
  }
  const { amount } = answer
  if (answer.paymentStatus === 'SUCCESS' && amount === undefined) {
    throw new ProviderTrouble('Fundiin did not say how much was paid')
  }
  return noticeOf({ ...answer, merchantId: merchant_id, amount: amount ?? attempt.amount })
}

const Refunded = z.object({
  resultStatus: z.string(),
  resultMsg: z.string().catch(''),
  refundTransId: z.union([z.string(), z.int()]).transform(String).optional(),
})

async function payBack(request: RefundRequest, tools: Tools): Promise<RefundAnswer> {
  const { attempt, amount } = request
  if (!request.is_full) {
    const note = 'Fundiin chỉ hoàn toàn bộ khoản thanh toán: hãy hoàn phần này bằng tay.'
    return { state: 'failed', provider_reference: null, note }
  }
  const answer = await post(tools, '/refund', Refunded, {
    merchantId: tools.settings.merchant_id,
    // The same again after a lost answer: Fundiin takes each once.
    referenceId: `hoan-${request.refund_id}-${attempt.reference}`,
    paymentTransId: attempt.provider_reference ?? '',
    lang: 'vi',
    description: request.reason,
    amount: { value: amount, currency: 'VND' },
  })
  const { resultStatus, resultMsg, refundTransId } = answer
  const provider_reference = refundTransId ?? null
  if (['APPROVED', 'SUCCESS'].includes(resultStatus)) {
    return { state: 'done', provider_reference, note: null }
  }
  const note = `Fundiin: ${resultMsg === '' ? resultStatus : resultMsg}`
  const is_open = resultStatus === 'PENDING' || request.is_requested === true
  const state = is_open ? 'requested' : 'failed'
  return { state, provider_reference, note }
}

async function post<T>(
  { send, settings, now }: Tools,
  path: '' | '/status' | '/refund',
  schema: z.ZodType<T>,
  said: { referenceId: string; [field: string]: unknown },
): Promise<T> {
  const body = JSON.stringify(said)
  const answer = await send({
    method: 'POST',
    url: `${settings.api_url}${path}`,
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      'client-id': settings.client_id,
      'request-time': vietnamClock(now).replace('T', ' '),
      ...(path !== '/status' && { 'idempotency-key': said.referenceId }),
      signature: hmacHex(settings.secret_key, body),
    },
    body,
  })
  return readAnswer(answer, schema)
}
