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
import { vnpayFailure, vnpayRefundWords } from '#shop/payment/gateways/vnpay-codes.ts'
import {
  providerAddress,
  providerKey,
  testApi,
  testPage,
} from '#shop/payment/gateways/provider-settings.ts'
import {
  askJson,
  paymentWords,
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

/** VNPAY takes 5,000đ and more, and less than a thousand million: its error text, as integrations quote it. */
const least = 5_000
const limit = 1_000_000_000
const pay_within_ms = 15 * 60_000
/** How long after the deadline a try that VNPAY never heard of is given up. */
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
  isOffered: ({ grand_total }) => grand_total >= least && grand_total < limit,
  settings: {
    schema: Settings,
    secrets: ['hash_secret'],
    demo: {
      tmn_code: 'TIEMDEMO',
      hash_secret: 'bi-mat-cua-cong-vnpay-thu',
      pay_url: testPage('vnpay'),
      api_url: testApi('vnpay', '/transaction'),
    },
  },
  origins: ['https://sandbox.vnpayment.vn', 'https://pay.vnpay.vn'],
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
  query: ask,
  refund: payBack,
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
    vnp_OrderInfo: paymentWords(attempt.order_code),
    vnp_OrderType: 'other',
    vnp_ReturnUrl: attempt.return_url,
    vnp_TxnRef: attempt.reference,
  }
  const query = signedQuery(fields)
  query.append('vnp_SecureHash', vnpayQueryHash(settings.hash_secret, fields))
  return `${settings.pay_url}?${query}`
}

const digits = z.string().regex(/^\d{1,20}$/)
/** In hundredths of a đồng, always whole đồng. */
const hundredfold = z
  .string()
  .regex(/^\d{1,13}00$/)
  .transform((text) => Number(text) / 100)
const Told = z.object({
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
type Told = z.infer<typeof Told>

function readNotice(query: URLSearchParams, settings: VnpaySettings): PaymentNotice | null {
  const fields = singleFields(query)
  const given = fields?.['vnp_SecureHash']
  if (fields === null || given === undefined) return null
  if (!isSame(given.toLowerCase(), vnpayQueryHash(settings.hash_secret, fields))) return null
  const told = Told.safeParse(fields)
  if (!told.success || told.data.vnp_TmnCode !== settings.tmn_code) return null
  return noticeOf(told.data)
}

function noticeOf(told: Told): PaymentNotice {
  const { vnp_TxnRef: reference, vnp_TransactionNo: number } = told
  const status = statusOf(told.vnp_ResponseCode, told.vnp_TransactionStatus)
  const is_held = told.vnp_ResponseCode === '07' || told.vnp_TransactionStatus === '07'
  return {
    ...(is_held && { is_held }),
    // A cancelled payment has the number 0, so the reference stands beside it.
    message_id: `${reference}:${number}:${nameOf(told, status)}`,
    reference,
    status,
    amount: told.vnp_Amount,
    provider_reference: number === '0' ? null : number,
    failure:
      status === 'failed' ? vnpayFailure(told.vnp_ResponseCode, told.vnp_TransactionStatus) : null,
    detail: {
      response_code: told.vnp_ResponseCode,
      transaction_status: told.vnp_TransactionStatus,
      bank_code: told.vnp_BankCode ?? null,
      card_type: told.vnp_CardType ?? null,
      pay_date: told.vnp_PayDate ?? null,
    },
  }
}

/** What VNPAY calls success beside a code of failure is another statement than success. */
function nameOf(told: Told, status: PaymentNotice['status']): string {
  const { vnp_TransactionStatus: name, vnp_ResponseCode: code } = told
  return status === 'failed' && name === '00' ? `${name}-${code}` : name
}

/** 07: the money was taken, and VNPAY's staff and ours look at it first. 01: not finished. */
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

async function ask(attempt: Attempt, tools: Tools): Promise<PaymentNotice> {
  const answer = await post(tools, 'querydr', {
    ...commonFields(attempt, tools),
    vnp_RequestId: randomBytes(16).toString('hex'),
    vnp_TransactionDate: vietnamStamp(attempt.created_at),
  })
  const code = answer['vnp_ResponseCode'] ?? ''
  if (code === '91') return unheardOf(attempt, tools.now)
  const told = Told.safeParse(answer)
  const is_ours = told.success && told.data.vnp_TxnRef === attempt.reference
  if (code !== '00' || !is_ours) throw new ProviderTrouble(`VNPAY answered ${code} to querydr`)
  return noticeOf(told.data)
}

/** VNPAY hears of a try when the shopper opens its page, and takes no money after the deadline. */
function unheardOf({ reference, amount, expires_at }: Attempt, now: Date): PaymentNotice {
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

async function payBack(request: RefundRequest, tools: Tools): Promise<RefundAnswer> {
  const { attempt, amount } = request
  const no = request.is_requested === true ? 'requested' : 'failed'
  if (!request.is_full && !isSameDay(request.created_at, tools.now)) {
    return { state: no, provider_reference: null, note: too_late_for_a_part }
  }
  const answer = await post(tools, 'refund', {
    ...commonFields(attempt, tools),
    // The same again after a lost answer: VNPAY says 94 to a number that it has heard today.
    vnp_RequestId: `refund${request.refund_id}`,
    vnp_TransactionType: request.is_full ? '02' : '03',
    vnp_Amount: String(amount * 100),
    vnp_TransactionNo: attempt.provider_reference ?? '0',
    vnp_TransactionDate: vietnamStamp(attempt.created_at),
    vnp_CreateBy: `refund-${request.refund_id}`,
    vnp_OrderInfo: `Hoan tien don hang ${attempt.order_code.replace(/\W/g, '')}`,
  })
  const code = answer['vnp_ResponseCode'] ?? ''
  const provider_reference = answer['vnp_TransactionNo'] || null
  // 94: an earlier request for the same money is being worked on, so ours was heard.
  if (code === '94') return { state: 'requested', provider_reference, note: vnpayRefundWords(code) }
  // Of one that it has paid back VNPAY may say no more than that it will not do so again.
  if (code !== '00') return { state: no, provider_reference, note: vnpayRefundWords(code) }
  const status = answer['vnp_TransactionStatus'] ?? ''
  if (status === '09') {
    return { state: 'failed', provider_reference, note: vnpayFailure('', status) }
  }
  const state = status === '05' ? 'requested' : 'done'
  return { state, provider_reference, note: null }
}

/** VNPAY knows a request again within its day only; the whole amount it pays back no second time. */
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
    vnp_OrderInfo: `Truy van ${paymentWords(order_code)}`,
  }
}

async function post(
  tools: Tools,
  command: 'querydr' | 'refund',
  said: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const { settings } = tools
  const fields = { ...said, vnp_Command: command }
  const hash = vnpayApiHash(settings.hash_secret, fields, vnpay_orders[command])
  const body = { ...fields, vnp_SecureHash: hash }
  const answer = await askJson(tools, settings.api_url, body, Answer)
  const order = vnpay_orders[`${command}_answer`]
  const expected = vnpayApiHash(settings.hash_secret, answer, order)
  const is_proved = isSame((answer['vnp_SecureHash'] ?? '').toLowerCase(), expected)
  // Errors come unsigned; they decide nothing but whether to ask again.
  if (answer['vnp_ResponseCode'] === '00' && !is_proved) {
    throw new ProviderTrouble('VNPAY’s answer is not signed by VNPAY')
  }
  return answer
}
