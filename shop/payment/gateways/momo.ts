import { randomBytes } from 'node:crypto'
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
import { momo_orders, momoSignature } from '#shop/payment/gateways/momo-signature.ts'
import { momoFailure, momoRefundText } from '#shop/payment/gateways/momo-codes.ts'
import {
  providerAddress,
  providerKey,
  sandboxApi,
} from '#shop/payment/gateways/provider-settings.ts'
import { postJson, parsedJson, paymentDescription } from '#shop/payment/gateways/provider-wire.ts'
import { isSame } from '#platform/http/signature.ts'

const Settings = z.object({
  partner_code: z.string().trim().min(1).max(50).describe('Partner Code'),
  access_key: providerKey.describe('Access Key'),
  secret_key: providerKey.describe('Secret Key'),
  request_type: z
    .enum(['captureWallet', 'payWithMethod'])
    .default('captureWallet')
    .describe('Khách trả bằng')
    .meta({
      titles: {
        captureWallet: 'Ví MoMo',
        payWithMethod: 'Ví hoặc thẻ, khách chọn trên trang MoMo',
      },
    }),
  api_url: providerAddress
    .default('https://test-payment.momo.vn/v2/gateway/api')
    .describe('Địa chỉ API'),
})
export type MomoSettings = z.infer<typeof Settings>
type Tools = GatewayTools<MomoSettings>

/** Limits of one payment by captureWallet, in đồng. */
const least = 1_000
const max = 50_000_000
/**
 * The payment is not decided: authorised, waiting for the shopper, being processed, or a failure inside
 * MoMo.
 */
const authorized = 9000
const open_codes = [10, 98, 99, 1000, 7000, 7002, authorized]
/** The request was wrong or MoMo is out of service: decides nothing about a payment. */
const trouble_codes = [10, 11, 12, 13, 20, 21, 22, 40, 41, 43, 45, 47, 98, 99]
const unknown_order = 42

/**
 * MoMo AIO v2 (developers.momo.vn/v3: wallet/onetime, payment-api/query, payment-api/refund, list of
 * result codes): the shopper pays on MoMo's page, the IPN decides. Not confirmed by MoMo's documents, only by
 * public code: refund/query and the format of its answer, orderExpireTime. MoMo recommends a timeout of 30 s;
 * ours is 10 s, then we query later.
 */
export const momo: Gateway<MomoSettings> = {
  code: 'momo',
  title: 'MoMo',
  description: 'Thanh toán bằng ví MoMo.',
  settles: 'before_delivery',
  isOffered: ({ amount }) => amount >= least && amount <= max,
  settings: {
    schema: Settings,
    secrets: ['access_key', 'secret_key'],
    demo: {
      partner_code: 'TIEMDEMO',
      access_key: 'khoa-truy-cap-thu',
      secret_key: 'bi-mat-cua-cong-momo-thu',
      request_type: 'captureWallet',
      api_url: sandboxApi('momo'),
    },
  },
  origins: ['https://test-payment.momo.vn', 'https://payment.momo.vn'],
  sandbox_hosts: ['test-payment.momo.vn'],
  start,
  notices: {
    method: 'POST',
    read: ({ raw }, settings) => readNotice(raw, settings),
    answer: (outcome) => ({ status: statuses[outcome], type: 'application/json', body: '' }),
  },
  query: queryPayment,
  refund: refundPayment,
}

/** MoMo expects 204 within 15 s for every received message. */
const statuses = {
  taken: 204,
  known: 204,
  pending: 204,
  wrong_amount: 204,
  not_found: 404,
  forged: 400,
  try_again: 503,
} as const satisfies Record<NoticeOutcome, number>

const Created = z.object({
  resultCode: z.int(),
  payUrl: providerAddress.optional(),
  partnerCode: z.string().optional(),
  orderId: z.string().optional(),
  amount: z.int().optional(),
})

async function start(attempt: Attempt, tools: Tools): Promise<Started> {
  const { reference, expires_at } = attempt
  const minutes = expires_at === null ? null : (expires_at.getTime() - tools.now.getTime()) / 60_000
  const answer = await post(tools, 'create', Created, {
    amount: attempt.amount,
    orderId: reference,
    requestId: reference,
    orderInfo: paymentDescription(attempt.order_code),
    redirectUrl: attempt.return_url,
    ipnUrl: attempt.notify_url,
    requestType: tools.settings.request_type,
    extraData: '',
    autoCapture: true,
    ...(minutes !== null && { orderExpireTime: Math.max(1, Math.ceil(minutes)) }),
  })
  const { resultCode, payUrl } = answer
  if (resultCode !== 0 || payUrl === undefined) {
    const is_open = resultCode === 0 || open_codes.includes(resultCode)
    const Trouble = is_open ? ProviderTrouble : ProviderRefusal
    throw new Trouble(`MoMo answered ${resultCode} to create`)
  }
  const { partnerCode = tools.settings.partner_code, orderId = reference } = answer
  const is_ours = partnerCode === tools.settings.partner_code && orderId === reference
  if (!is_ours || (answer.amount ?? attempt.amount) !== attempt.amount) {
    throw new ProviderRefusal('MoMo asks for another payment')
  }
  return { redirect_url: payUrl }
}

const Result = z.object({
  partnerCode: z.string(),
  orderId: z.string().min(1).max(50),
  amount: z.int().nonnegative(),
  resultCode: z.int(),
  transId: z.union([z.int(), z.string().max(50)]).transform(String),
  payType: z.string().max(50).catch(''),
})
type Result = z.infer<typeof Result>

/** The fields of a message as scalars. Lists and objects are never signed and become empty texts. */
const Fields = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null()]).catch(''),
)

function readNotice(raw: string, settings: MomoSettings): PaymentNotice | null {
  const fields = Fields.safeParse(parsedJson(raw))
  if (!fields.success) return null
  const signed = { ...fields.data, accessKey: settings.access_key }
  const expected = momoSignature(settings.secret_key, signed, momo_orders.result)
  if (!isSame(String(fields.data['signature'] ?? ''), expected)) return null
  const result = Result.safeParse(fields.data)
  if (!result.success || result.data.partnerCode !== settings.partner_code) return null
  return noticeOf(result.data)
}

function noticeOf({ orderId, transId, resultCode, amount, payType }: Result): PaymentNotice {
  const undecided = open_codes.includes(resultCode) ? 'pending' : 'failed'
  const status = resultCode === 0 ? 'paid' : undecided
  return {
    message_id: `${orderId}:${transId}:${resultCode}`,
    reference: orderId,
    status,
    // MoMo has authorised the money, but not captured it for the shop yet.
    ...(resultCode === authorized && { is_held: true }),
    amount,
    provider_reference: transId === '0' || transId === '' ? null : transId,
    failure: status === 'failed' ? momoFailure(resultCode) : null,
    detail: { result_code: resultCode, pay_type: payType },
  }
}

const QueryAnswer = z.object({ resultCode: z.int(), orderId: z.string().optional() }).loose()

async function queryPayment(attempt: Attempt, tools: Tools): Promise<PaymentNotice> {
  const { reference, amount } = attempt
  const requestId = randomBytes(16).toString('hex')
  const answer = await post(tools, 'query', QueryAnswer, { orderId: reference, requestId })
  const { resultCode } = answer
  if (resultCode === unknown_order) return noticeOf({ ...unknown, orderId: reference, amount })
  const result = Result.safeParse({ ...answer, amount: answer['amount'] ?? amount })
  const is_ours =
    result.success &&
    result.data.orderId === reference &&
    result.data.partnerCode === tools.settings.partner_code
  if (!is_ours || trouble_codes.includes(resultCode)) {
    throw new ProviderTrouble(`MoMo answered ${resultCode} to query`)
  }
  return noticeOf(resultCode === 0 ? result.data : { ...result.data, amount })
}

const unknown = { partnerCode: '', transId: '0', resultCode: 1000, payType: '' }

const Refunded = z.object({
  resultCode: z.int(),
  amount: z.int().optional(),
  transId: z.union([z.int(), z.string()]).transform(String).optional(),
})
const Refunds = Refunded.extend({
  refundTrans: z.array(Refunded.extend({ orderId: z.string() })).nullish(),
})

async function refundPayment(request: RefundRequest, tools: Tools): Promise<RefundAnswer> {
  // The same id after a lost answer: MoMo refunds one orderId once.
  const orderId = `hoan-${request.number}-${request.attempt.reference}`.slice(0, 50)
  const answer = await post(tools, 'refund', Refunded, {
    orderId,
    requestId: orderId,
    amount: request.amount,
    transId: Number(request.attempt.provider_reference),
    description: `Hoan tien don hang ${request.attempt.order_code}`,
  })
  const is_known = [40, 41].includes(answer.resultCode)
  const outcome = is_known ? await queryRefund(orderId, tools) : answer
  if (outcome.resultCode === 0 && (outcome.amount ?? request.amount) !== request.amount) {
    throw new ProviderTrouble('MoMo answered about another refund')
  }
  return refundAnswer(outcome)
}

async function queryRefund(orderId: string, tools: Tools): Promise<z.infer<typeof Refunded>> {
  const requestId = randomBytes(16).toString('hex')
  const answer = await post(tools, 'refund/query', Refunds, { orderId, requestId })
  return answer.refundTrans?.find((refund) => refund.orderId === orderId) ?? answer
}

function refundAnswer(answer: z.infer<typeof Refunded>): RefundAnswer {
  const { resultCode } = answer
  const transId = answer.transId ?? null
  if (resultCode === 0) return { state: 'done', provider_reference: transId, note: null }
  const is_open = [7000, 7002].includes(resultCode)
  if (!is_open && trouble_codes.includes(resultCode)) {
    throw new ProviderTrouble(`MoMo answered ${resultCode} to refund`)
  }
  const note = momoRefundText(resultCode)
  return { state: is_open ? 'requested' : 'failed', provider_reference: transId, note }
}

async function post<T>(
  tools: Tools,
  path: 'create' | 'query' | 'refund' | 'refund/query',
  schema: z.ZodType<T>,
  fields: Readonly<Record<string, unknown>>,
): Promise<T> {
  const { partner_code, access_key, secret_key, api_url } = tools.settings
  const body = { partnerCode: partner_code, lang: 'vi', ...fields }
  const order = momo_orders[path === 'refund/query' ? 'query' : path]
  const signature = momoSignature(secret_key, { ...body, accessKey: access_key }, order)
  return postJson(tools, `${api_url}/${path}`, { ...body, signature }, schema)
}
