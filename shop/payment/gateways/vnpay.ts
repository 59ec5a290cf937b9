import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { PaymentNotice } from '#shop/payment/attempt/payment-notice.ts'
import {
  type Attempt,
  type Gateway,
  type GatewayTools,
  type NoticeOutcome,
  ProviderTrouble,
  type RefundAnswer,
  type RefundRequest,
} from '#shop/payment/gateways/gateway.ts'
import {
  signedQuery,
  vnpay_orders,
  vnpayApiHash,
  vnpayQueryHash,
} from '#shop/payment/gateways/vnpay-signature.ts'
import { vnpayFailure, vnpayRefundText } from '#shop/payment/gateways/vnpay-codes.ts'
import {
  providerAddress,
  providerKey,
  sandboxApi,
  sandboxPage,
} from '#shop/payment/gateways/provider-settings.ts'
import {
  postJson,
  paymentDescription,
  singleFields,
  vietnamStamp,
} from '#shop/payment/gateways/provider-wire.ts'
import { isSame } from '#platform/http/signature.ts'

const Settings = z.object({
  tmn_code: z
    .string()
    .regex(/^[0-9A-Za-z]{8}$/)
    .describe('Mã website (vnp_TmnCode)'),
  hash_secret: providerKey.describe('Chuỗi bí mật (vnp_HashSecret)'),
  pay_url: providerAddress
    .default('https://sandbox.vnpayment.vn/paymentv2/vpcpay.html')
    .describe('Địa chỉ trang thanh toán'),
  api_url: providerAddress
    .default('https://sandbox.vnpayment.vn/merchant_webapi/api/transaction')
    .describe('Địa chỉ truy vấn và hoàn tiền'),
})
export type VnpaySettings = z.infer<typeof Settings>
type Tools = GatewayTools<VnpaySettings>

/** In đồng: from 5,000 to below a thousand million, by VNPAY's error text as integrations quote it. */
const least = 5_000
const limit = 1_000_000_000
const pay_within_ms = 15 * 60_000
/** How long after its deadline an attempt unknown to VNPAY counts as failed. */
const grace_ms = 5 * 60_000

/**
 * VNPAY PAY 2.1.0 (sandbox.vnpayment.vn/apis/docs: thanh-toan-pay, truy-van-hoan-tien): bank
 * accounts, cards and VNPAY-QR on VNPAY's own page; the IPN decides.
 */
export const vnpay: Gateway<VnpaySettings> = {
  code: 'vnpay',
  title: 'VNPAY',
  description: 'Quét mã VNPAY-QR bằng ứng dụng ngân hàng, thẻ ATM hoặc thẻ quốc tế.',
  settles: 'before_delivery',
  isOffered: ({ amount }) => amount >= least && amount < limit,
  settings: {
    schema: Settings,
    secrets: ['hash_secret'],
    demo: {
      tmn_code: 'TIEMDEMO',
      hash_secret: 'bi-mat-cua-cong-vnpay-thu',
      pay_url: sandboxPage('vnpay'),
      api_url: sandboxApi('vnpay', '/transaction'),
    },
  },
  origins: ['https://sandbox.vnpayment.vn', 'https://pay.vnpay.vn'],
  sandbox_hosts: ['sandbox.vnpayment.vn'],
  start: async (attempt, { settings }) => ({ redirect_url: payAddress(attempt, settings) }),
  notices: {
    method: 'GET',
    read: ({ query }, settings) => readNotice(query, settings),
    answer: (outcome) => ({
      status: 200,
      type: 'application/json',
      body: JSON.stringify(replies[outcome]),
    }),
  },
  query: queryPayment,
  refund: refundPayment,
}

const replies = {
  taken: { RspCode: '00', Message: 'Confirm Success' },
  pending: { RspCode: '00', Message: 'Confirm Success' },
  known: { RspCode: '02', Message: 'Order already confirmed' },
  not_found: { RspCode: '01', Message: 'Order not found' },
  wrong_amount: { RspCode: '04', Message: 'Invalid amount' },
  forged: { RspCode: '97', Message: 'Invalid checksum' },
  try_again: { RspCode: '99', Message: 'Unknown error' },
} as const satisfies Record<NoticeOutcome, { RspCode: string; Message: string }>

function payAddress(attempt: Attempt, settings: VnpaySettings): string {
  const { created_at, expires_at } = attempt
  const fields = {
    vnp_Version: '2.1.0',
    vnp_Command: 'pay',
    vnp_TmnCode: settings.tmn_code,
    vnp_Amount: String(attempt.amount * 100),
    vnp_CreateDate: vietnamStamp(created_at),
    vnp_ExpireDate: vietnamStamp(expires_at ?? new Date(created_at.getTime() + pay_within_ms)),
    vnp_CurrCode: 'VND',
    vnp_IpAddr: attempt.ip,
    vnp_Locale: 'vn',
    vnp_OrderInfo: paymentDescription(attempt.order_code),
    vnp_OrderType: 'other',
    vnp_ReturnUrl: attempt.return_url,
    vnp_TxnRef: attempt.reference,
  }
  const query = signedQuery(fields)
  query.append('vnp_SecureHash', vnpayQueryHash(settings.hash_secret, fields))
  return `${settings.pay_url}?${query}`
}

const digits = z.string().regex(/^\d{1,20}$/)
/** An amount in hundredths of a đồng, always whole đồng. */
const hundredfold = z
  .string()
  .regex(/^\d{1,13}00$/)
  .transform((text) => Number(text) / 100)
const Result = z.object({
  vnp_TmnCode: z.string(),
  vnp_Amount: hundredfold,
  vnp_TxnRef: z.string().min(1).max(100),
  vnp_ResponseCode: z.string().max(2),
  vnp_TransactionStatus: z.string().max(2),
  vnp_TransactionNo: digits.catch('0'),
  vnp_BankCode: z.string().max(20).optional(),
  vnp_CardType: z.string().max(20).optional(),
  vnp_PayDate: z.string().max(14).optional(),
})
type Result = z.infer<typeof Result>

function readNotice(query: URLSearchParams, settings: VnpaySettings): PaymentNotice | null {
  const fields = singleFields(query)
  const signature = fields?.['vnp_SecureHash']
  if (fields === null || signature === undefined) return null
  if (!isSame(signature.toLowerCase(), vnpayQueryHash(settings.hash_secret, fields))) return null
  const result = Result.safeParse(fields)
  if (!result.success || result.data.vnp_TmnCode !== settings.tmn_code) return null
  return noticeOf(result.data)
}

function noticeOf(result: Result): PaymentNotice {
  const { vnp_TxnRef: reference, vnp_TransactionNo: number } = result
  const status = statusOf(result.vnp_ResponseCode, result.vnp_TransactionStatus)
  const is_held = result.vnp_ResponseCode === '07' || result.vnp_TransactionStatus === '07'
  return {
    ...(is_held && { is_held }),
    // A cancelled payment has the number 0, so the reference is part of the id.
    message_id: `${reference}:${number}:${statementOf(result, status)}`,
    reference,
    status,
    amount: result.vnp_Amount,
    provider_reference: number === '0' ? null : number,
    failure:
      status === 'failed'
        ? vnpayFailure(result.vnp_ResponseCode, result.vnp_TransactionStatus)
        : null,
    detail: {
      response_code: result.vnp_ResponseCode,
      transaction_status: result.vnp_TransactionStatus,
      bank_code: result.vnp_BankCode ?? null,
      card_type: result.vnp_CardType ?? null,
      pay_date: result.vnp_PayDate ?? null,
    },
  }
}

/** Returns a success status with a failure code as its own statement, different from success. */
function statementOf(result: Result, status: PaymentNotice['status']): string {
  const { vnp_TransactionStatus: statement, vnp_ResponseCode: code } = result
  return status === 'failed' && statement === '00' ? `${statement}-${code}` : statement
}

/** 07: the money was taken and is reviewed first by VNPAY and our staff. 01: not finished. */
function statusOf(response_code: string, transaction_status: string): PaymentNotice['status'] {
  if (response_code === '00' && transaction_status === '00') return 'paid'
  const is_open = response_code === '07' || ['01', '07'].includes(transaction_status)
  return is_open ? 'pending' : 'failed'
}

const text = z.union([z.string(), z.number()]).transform(String)
const Answer = z.record(
  z.string(),
  text.nullable().transform((value) => value ?? ''),
)

async function queryPayment(attempt: Attempt, tools: Tools): Promise<PaymentNotice> {
  const answer = await post(tools, 'querydr', {
    ...commonFields(attempt, tools),
    vnp_RequestId: randomBytes(16).toString('hex'),
    vnp_TransactionDate: vietnamStamp(attempt.created_at),
  })
  const code = answer['vnp_ResponseCode'] ?? ''
  if (code === '91') return unknownPayment(attempt, tools.now)
  const result = Result.safeParse(answer)
  const is_ours =
    result.success &&
    result.data.vnp_TxnRef === attempt.reference &&
    result.data.vnp_TmnCode === tools.settings.tmn_code
  if (code !== '00' || !is_ours) throw new ProviderTrouble(`VNPAY answered ${code} to querydr`)
  return noticeOf(result.data)
}

/** VNPAY knows an attempt only after the shopper opens its page, and takes no money after the deadline. */
function unknownPayment({ reference, amount, expires_at }: Attempt, now: Date): PaymentNotice {
  const is_over = expires_at !== null && now.getTime() > expires_at.getTime() + grace_ms
  return {
    message_id: `${reference}:unknown`,
    reference,
    status: is_over ? 'failed' : 'pending',
    amount,
    provider_reference: null,
    failure: is_over ? vnpayFailure('11', '') : null,
    detail: { response_code: '91' },
  }
}

async function refundPayment(request: RefundRequest, tools: Tools): Promise<RefundAnswer> {
  const { attempt, amount } = request
  const unless_done = request.is_requested === true ? 'requested' : 'failed'
  if (!request.is_full && !isSameDay(request.created_at, tools.now)) {
    return { state: unless_done, provider_reference: null, note: too_late_for_a_part }
  }
  const answer = await post(tools, 'refund', {
    ...commonFields(attempt, tools),
    // The same id after a lost answer: VNPAY answers 94 to an id that it has received today.
    vnp_RequestId: `refund${request.number}`,
    vnp_TransactionType: request.is_full ? '02' : '03',
    vnp_Amount: String(amount * 100),
    vnp_TransactionNo: attempt.provider_reference ?? '0',
    vnp_TransactionDate: vietnamStamp(attempt.created_at),
    vnp_CreateBy: `refund-${request.number}`,
    vnp_OrderInfo: `Hoan tien don hang ${attempt.order_code.replace(/\W/g, '')}`,
  })
  const code = answer['vnp_ResponseCode'] ?? ''
  const provider_reference = answer['vnp_TransactionNo'] || null
  // 94: an earlier request for the same money is being processed, so VNPAY has received it.
  if (code === '94') return { state: 'requested', provider_reference, note: vnpayRefundText(code) }
  const { vnp_TxnRef = attempt.reference } = answer
  if (vnp_TxnRef !== attempt.reference) {
    throw new ProviderTrouble('VNPAY answered about another refund')
  }
  // VNPAY may refuse a repeated request for a refund that it has already made.
  if (code !== '00') return { state: unless_done, provider_reference, note: vnpayRefundText(code) }
  const status = answer['vnp_TransactionStatus'] ?? ''
  if (status === '09') {
    return { state: 'failed', provider_reference, note: vnpayFailure('', status) }
  }
  const state = status === '05' ? 'requested' : 'done'
  return { state, provider_reference, note: null }
}

/** VNPAY recognises a repeated request only on the same day. A full refund is safe: it is never made twice. */
const too_late_for_a_part =
  'Quá ngày yêu cầu: hãy xem trên trang quản trị VNPAY phần này đã được hoàn chưa, rồi hoàn bằng tay.'

function isSameDay(a: Date, b: Date): boolean {
  return vietnamStamp(a).slice(0, 8) === vietnamStamp(b).slice(0, 8)
}

function commonFields({ reference, order_code, ip }: Attempt, { settings, now }: Tools) {
  return {
    vnp_Version: '2.1.0',
    vnp_TmnCode: settings.tmn_code,
    vnp_TxnRef: reference,
    vnp_CreateDate: vietnamStamp(now),
    vnp_IpAddr: ip,
    vnp_OrderInfo: `Truy van ${paymentDescription(order_code)}`,
  }
}

async function post(
  tools: Tools,
  command: 'querydr' | 'refund',
  request: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const { settings } = tools
  const fields = { ...request, vnp_Command: command }
  const hash = vnpayApiHash(settings.hash_secret, fields, vnpay_orders[command])
  const body = { ...fields, vnp_SecureHash: hash }
  const answer = await postJson(tools, settings.api_url, body, Answer)
  const order = vnpay_orders[`${command}_answer`]
  const expected = vnpayApiHash(settings.hash_secret, answer, order)
  const is_proved = isSame((answer['vnp_SecureHash'] ?? '').toLowerCase(), expected)
  // Errors are unsigned; they decide nothing except that the request is repeated later.
  if (answer['vnp_ResponseCode'] === '00' && !is_proved) {
    throw new ProviderTrouble('VNPAY’s answer is not signed by VNPAY')
  }
  return answer
}
