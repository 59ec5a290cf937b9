import { z } from 'zod'
import { vietnamClock } from '#pure/vietnam-time.ts'
import type { PaymentNotice } from '#shop/payment/attempt/payment-notice.ts'
import {
  type Attempt,
  type Gateway,
  type GatewayTools,
  type NoticeMessage,
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
import { parsedJson, paymentDescription, readAnswer } from '#shop/payment/gateways/provider-wire.ts'
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

/** In đồng. The minimum is our choice; the maximum is what Fundiin offers with EVNFinance (2025-08). */
const least = 50_000
const max = 60_000_000

/**
 * Fundiin v2 (docs.fundiin.vn/v2: payments, api/notification, api/status, api/refund, webhook-builder;
 * hosts from Fundiin's own WordPress plugin of 2025-03). Requests and messages are signed with the HMAC-SHA256
 * of their exact bytes, as the sample of webhook-builder proves. Not confirmed: which delivery details a shop
 * must send (sent as one line), `platformId` of an independent shop, `notifyUrl` beside the registered one,
 * the fields of the return address, the reply to a repeated refund.
 */
export const fundiin: Gateway<FundiinSettings> = {
  code: 'fundiin',
  title: 'Fundiin',
  description: 'Mua trước, trả sau với Fundiin.',
  settles: 'before_delivery',
  isOffered: ({ amount }) => amount >= least && amount <= max,
  settings: {
    schema: Settings,
    secrets: ['secret_key'],
    demo: {
      client_id: 'tiem-demo',
      merchant_id: 'TIEMDEMO',
      store_id: 'TIEM-01',
      secret_key: 'bi-mat-cua-cong-fundiin-thu',
      api_url: sandboxApi('fundiin'),
    },
  },
  origins: ['https://gateway-sandbox.fundiin.vn', 'https://gateway.fundiin.vn'],
  sandbox_hosts: ['gateway-sandbox.fundiin.vn'],
  start,
  notices: {
    method: 'POST',
    read: readNotice,
    answer: (outcome) => ({ status: statuses[outcome], type: 'application/json', body: '' }),
  },
  query: queryPayment,
  refund: refundPayment,
}

/** Fundiin expects 204. */
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
  referenceId: z.string().optional(),
  paymentUrl: providerAddress.optional(),
  paymentTransId: z.string().max(100).optional(),
})

async function start(attempt: Attempt, tools: Tools): Promise<Started> {
  const { settings, now } = tools
  const { reference, amount, expires_at, customer } = attempt
  const description = paymentDescription(attempt.order_code)
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
    description,
    successRedirectUrl: attempt.return_url,
    unSuccessRedirectUrl: attempt.return_url,
    notifyUrl: attempt.notify_url,
    amount: money,
    items: [
      {
        productId: reference,
        productName: description,
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
    throw new ProviderRefusal(`Fundiin answered ${answer.resultStatus} to payments`)
  }
  const { paymentTransId, referenceId = reference } = answer
  if (referenceId !== reference) throw new ProviderRefusal('Fundiin asks for another payment')
  return {
    redirect_url: answer.paymentUrl,
    ...(paymentTransId !== undefined && {
      provider_reference: paymentTransId,
      provider_link: paymentTransId,
    }),
  }
}

const money = z.union([
  z.object({ value: z.coerce.number().int().nonnegative() }).transform(({ value }) => value),
  z.int().nonnegative(),
])
const Payment = z.object({
  merchantId: z.string(),
  referenceId: z.string().min(1).max(60),
  amount: money,
  paymentTransId: z.string().max(100).nullish(),
  paymentStatus: z.enum(['INITIAL', 'WAITING', 'PENDING', 'SUCCESS', 'FAIL']),
  resultStatus: z.string().max(60).catch(''),
  paymentMethod: z.string().max(60).nullish(),
})
type Payment = z.infer<typeof Payment>
const Notice = Payment.extend({ notificationType: z.literal('PAYMENT_STATUS') })

function readNotice(
  { raw, headers }: NoticeMessage,
  settings: FundiinSettings,
): PaymentNotice | null {
  const { signature, 'client-id': client_id } = headers
  const is_proved =
    isSame(String(signature ?? '').toLowerCase(), hmacHex(settings.secret_key, raw)) &&
    (client_id === undefined || client_id === settings.client_id)
  const notice = Notice.safeParse(parsedJson(raw))
  const is_ours = is_proved && notice.success && notice.data.merchantId === settings.merchant_id
  return is_ours ? noticeOf(notice.data) : null
}

const failures: Readonly<Record<string, string>> = {
  EXPIRED: 'Đã hết thời gian chờ thanh toán.',
  CANCELLED: 'Bạn đã hủy giao dịch tại Fundiin.',
  REJECTED: 'Fundiin từ chối khoản thanh toán này.',
}

function noticeOf(payment: Payment): PaymentNotice {
  const { referenceId: reference, paymentStatus, resultStatus } = payment
  const undecided = paymentStatus === 'FAIL' ? 'failed' : 'pending'
  const status = paymentStatus === 'SUCCESS' ? 'paid' : undecided
  const why = failures[resultStatus] ?? 'Giao dịch không thành công tại Fundiin.'
  const number = payment.paymentTransId ?? null
  return {
    message_id: `${reference}:${number ?? ''}:${paymentStatus}`,
    reference,
    link: number,
    status,
    amount: payment.amount,
    provider_reference: number,
    failure: status === 'failed' ? why : null,
    detail: { result_status: resultStatus, payment_method: payment.paymentMethod ?? null },
  }
}

const QueryAnswer = Payment.partial({ merchantId: true, amount: true })

async function queryPayment(attempt: Attempt, tools: Tools): Promise<PaymentNotice> {
  const { merchant_id } = tools.settings
  const answer = await post(tools, '/status', QueryAnswer, {
    merchantId: merchant_id,
    referenceId: attempt.reference,
    lang: 'vi',
  })
  const { merchantId = merchant_id, paymentTransId } = answer
  const link = attempt.provider_link ?? paymentTransId
  const is_ours = answer.referenceId === attempt.reference && merchantId === merchant_id
  if (!is_ours || (paymentTransId ?? link) !== link) {
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

async function refundPayment(request: RefundRequest, tools: Tools): Promise<RefundAnswer> {
  const { attempt, amount } = request
  if (!request.is_full) {
    const note = 'Fundiin chỉ hoàn toàn bộ khoản thanh toán: hãy hoàn phần này bằng tay.'
    return { state: 'failed', provider_reference: null, note }
  }
  const answer = await post(tools, '/refund', Refunded, {
    merchantId: tools.settings.merchant_id,
    // The same id after a lost answer: Fundiin performs each refund once.
    referenceId: `hoan-${request.number}-${attempt.reference}`,
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
  fields: { referenceId: string; [field: string]: unknown },
): Promise<T> {
  const body = JSON.stringify(fields)
  const answer = await send({
    method: 'POST',
    url: `${settings.api_url}${path}`,
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      'client-id': settings.client_id,
      'request-time': vietnamClock(now).replace('T', ' '),
      ...(path !== '/status' && { 'idempotency-key': fields.referenceId }),
      signature: hmacHex(settings.secret_key, body),
    },
    body,
  })
  return readAnswer(answer, schema)
}
