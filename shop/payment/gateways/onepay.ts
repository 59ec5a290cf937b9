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
import { onepayHash } from '#shop/payment/gateways/onepay-signature.ts'
import { onepayFailure } from '#shop/payment/gateways/onepay-codes.ts'
import {
  providerAddress,
  providerKey,
  sandboxApi,
  sandboxPage,
} from '#shop/payment/gateways/provider-settings.ts'
import { singleFields } from '#shop/payment/gateways/provider-wire.ts'
import { isSame } from '#platform/http/signature.ts'

const Settings = z.object({
  merchant: z.string().trim().min(1).max(16).describe('Merchant ID'),
  access_code: z.string().trim().min(1).max(16).describe('Access code'),
  hash_key: z
    .string()
    .regex(/^(?:[0-9A-Fa-f]{2}){8,64}$/)
    .describe('Hash code (dạng hex)'),
  user: z.string().trim().max(64).describe('Người dùng truy vấn (vpc_User)'),
  password: providerKey.describe('Mật khẩu truy vấn (vpc_Password)'),
  pay_url: providerAddress
    .default('https://mtf.onepay.vn/paygate/vpcpay.op')
    .describe('Địa chỉ trang thanh toán'),
  query_url: providerAddress
    .default('https://mtf.onepay.vn/msp/api/v1/vpc/invoices/queries')
    .describe('Địa chỉ truy vấn'),
  refund_url: providerAddress
    .default('https://mtf.onepay.vn/msp/api/v1/vpc/refunds')
    .describe('Địa chỉ hoàn tiền'),
})
export type OnepaySettings = z.infer<typeof Settings>
type Tools = GatewayTools<OnepaySettings>
type Kind = 'intl' | 'atm'
type Fields = Readonly<Record<string, string>>

/** In đồng: OnePay's amount field is VND × 100 with at most 12 digits. */
const max = 9_999_999_999
const card_lists = { intl: 'INTERNATIONAL', atm: 'DOMESTIC' } as const
const pending_codes = ['100', '300']

/**
 * Creates one of the two OnePay gateways, for international or domestic cards. Sources: public integrations and
 * OnePay's own samples (paygate/vpcpay.op, msp/api/v1/vpc/invoices/queries and /refunds, vpc_CardList,
 * vpc_CallbackURL, the reply to an IPN); for hash and codes also naustudio/node-vn-payments and
 * phpviet/omnipay-onepay. OnePay's document itself was not available. Not confirmed: that every answer to
 * queryDR is signed (an unsigned one decides nothing here), that answers to refunds are (an unsigned one counts, a
 * wrongly signed one does not), and the codes of refunds.
 */
export function onepayGateway(
  kind: Kind,
  texts: Pick<Gateway, 'code' | 'title' | 'description'>,
): Gateway<OnepaySettings> {
  return {
    ...texts,
    settles: 'before_delivery',
    isOffered: ({ amount }) => amount > 0 && amount <= max,
    settings: {
      schema: Settings,
      secrets: ['hash_key', 'password'],
      demo: {
        merchant: 'TIEMDEMO',
        access_code: kind === 'intl' ? 'THEQUOCTE' : 'THENOIDIA',
        hash_key:
          kind === 'intl' ? '5c3b1f0e2d4a69788796a5b4c3d2e1f0' : 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
        user: 'thu',
        password: 'mat-khau-thu',
        pay_url: sandboxPage(texts.code),
        query_url: sandboxApi(texts.code.replace('_', '-'), '/queries'),
        refund_url: sandboxApi(texts.code.replace('_', '-'), '/refunds'),
      },
    },
    origins: ['https://mtf.onepay.vn', 'https://onepay.vn'],
    sandbox_hosts: ['mtf.onepay.vn'],
    start: async (attempt, { settings }) => ({ redirect_url: payAddress(kind, attempt, settings) }),
    notices: {
      method: 'GET',
      read: ({ query, raw }, settings) =>
        readNotice(kind, query.size > 0 ? query : new URLSearchParams(raw), settings),
      answer: (outcome) => ({ status: 200, type: 'text/plain', body: replies[outcome] }),
    },
    // OnePay may use one notify address for all cards of a merchant.
    siblings: ['onepay_atm', 'onepay_intl'].filter((code) => code !== texts.code),
    query: (attempt, tools) => queryPayment(kind, attempt, tools),
    refund: refundPayment,
  }
}

/** With responsecode=1 OnePay stops repeating the message. */
const replies = {
  taken: 'responsecode=1&desc=confirm-success',
  known: 'responsecode=1&desc=confirm-success',
  pending: 'responsecode=1&desc=confirm-success',
  wrong_amount: 'responsecode=1&desc=confirm-success',
  not_found: 'responsecode=0&desc=order-not-found',
  forged: 'responsecode=0&desc=invalid-signature',
  try_again: 'responsecode=0&desc=confirm-fail',
} as const satisfies Record<NoticeOutcome, string>

function payAddress(kind: Kind, attempt: Attempt, settings: OnepaySettings): string {
  const fields = {
    vpc_Version: '2',
    vpc_Command: 'pay',
    vpc_Merchant: settings.merchant,
    vpc_AccessCode: settings.access_code,
    vpc_MerchTxnRef: attempt.reference,
    vpc_OrderInfo: attempt.order_code.replace(/[^0-9A-Za-z]/g, ''),
    vpc_Amount: String(attempt.amount * 100),
    vpc_Currency: 'VND',
    vpc_Locale: 'vn',
    vpc_TicketNo: attempt.ip,
    vpc_ReturnURL: attempt.return_url,
    vpc_CallbackURL: attempt.notify_url,
    vpc_CardList: card_lists[kind],
  }
  const query = new URLSearchParams({
    ...fields,
    Title: 'Thanh toan don hang',
    AgainLink: attempt.return_url,
    vpc_SecureHash: onepayHash(settings.hash_key, fields),
  })
  return `${settings.pay_url}?${query}`
}

const Result = z.object({
  vpc_Merchant: z.string(),
  vpc_MerchTxnRef: z.string().min(1).max(40),
  vpc_Amount: z
    .string()
    .regex(/^\d{1,13}00$/)
    .transform((text) => Number(text) / 100),
  /** A letter or a number. */
  vpc_TxnResponseCode: z.string().min(1).max(10),
  vpc_TransactionNo: z.string().max(40).catch(''),
  vpc_Card: z.string().max(20).optional(),
})

function readNotice(
  kind: Kind,
  query: URLSearchParams,
  settings: OnepaySettings,
): PaymentNotice | null {
  const fields = singleFields(query)
  return fields === null ? null : provedNotice(kind, fields, settings)
}

function provedNotice(
  kind: Kind,
  fields: Fields,
  { hash_key, merchant }: OnepaySettings,
): PaymentNotice | null {
  const signature = (fields['vpc_SecureHash'] ?? '').toUpperCase()
  if (!isSame(signature, onepayHash(hash_key, fields))) return null
  const result = Result.safeParse(fields)
  return result.success && result.data.vpc_Merchant === merchant
    ? noticeOf(kind, result.data)
    : null
}

function noticeOf(kind: Kind, result: z.infer<typeof Result>): PaymentNotice {
  const {
    vpc_MerchTxnRef: reference,
    vpc_TxnResponseCode: code,
    vpc_TransactionNo: number,
  } = result
  const undecided = pending_codes.includes(code) ? 'pending' : 'failed'
  const status = code === '0' ? 'paid' : undecided
  return {
    message_id: `${reference}:${number}:${code}`,
    reference,
    status,
    amount: result.vpc_Amount,
    provider_reference: number === '' || number === '0' ? null : number,
    failure: status === 'failed' ? onepayFailure(kind, code) : null,
    detail: { response_code: code, card: result.vpc_Card ?? null },
  }
}

async function queryPayment(kind: Kind, attempt: Attempt, tools: Tools): Promise<PaymentNotice> {
  const { settings } = tools
  const answer = await post(tools, settings.query_url, {
    vpc_Version: '2',
    vpc_Command: 'queryDR',
    vpc_Merchant: settings.merchant,
    vpc_AccessCode: settings.access_code,
    vpc_User: settings.user,
    vpc_Password: settings.password,
    vpc_MerchTxnRef: attempt.reference,
  })
  if (answer['vpc_DRExists'] === 'N') return unknownPayment(attempt)
  const notice = provedNotice(kind, answer, settings)
  if (notice?.reference !== attempt.reference) {
    throw new ProviderTrouble('OnePay’s answer to queryDR is not signed by OnePay')
  }
  return notice
}

function unknownPayment({ reference, amount }: Attempt): PaymentNotice {
  return {
    message_id: `${reference}:unknown`,
    reference,
    status: 'pending',
    amount,
    provider_reference: null,
    failure: null,
    detail: { exists: 'N' },
  }
}

async function refundPayment(request: RefundRequest, tools: Tools): Promise<RefundAnswer> {
  const { settings } = tools
  const { attempt } = request
  const number = `hoan-${request.number}`
  const answer = await post(tools, settings.refund_url, {
    vpc_Version: '2',
    vpc_Command: 'refund',
    vpc_Merchant: settings.merchant,
    vpc_AccessCode: settings.access_code,
    // The same reference after a lost answer: OnePay accepts a reference once.
    vpc_MerchTxnRef: number,
    vpc_OrgMerchTxnRef: attempt.reference,
    vpc_Amount: String(request.amount * 100),
    vpc_Operator: 'tiem',
  })
  const code = answer['vpc_TxnResponseCode'] ?? ''
  if (code === '') throw new ProviderTrouble('OnePay answered a refund without a code')
  const { vpc_MerchTxnRef: answered = number, vpc_SecureHash: signature } = answer
  const is_forged =
    signature !== undefined &&
    !isSame(signature.toUpperCase(), onepayHash(settings.hash_key, answer))
  if (is_forged || answered !== number) {
    throw new ProviderTrouble('OnePay answered about another refund')
  }
  const provider_reference = answer['vpc_TransactionNo'] || null
  if (code === '0') return { state: 'done', provider_reference, note: null }
  const note = `OnePay trả lời mã ${code}: ${answer['vpc_Message'] ?? ''}`
  // OnePay refuses a repeated reference: that does not tell the outcome of the first request.
  const is_open = pending_codes.includes(code) || request.is_requested === true
  return { state: is_open ? 'requested' : 'failed', provider_reference, note }
}

async function post({ send, settings }: Tools, url: string, fields: Fields): Promise<Fields> {
  const hash = onepayHash(settings.hash_key, fields)
  const { body } = await send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, vpc_SecureHash: hash }).toString(),
  })
  const answer = singleFields(new URLSearchParams(body.trim()))
  if (answer === null || !Object.keys(answer).some((key) => key.startsWith('vpc_'))) {
    throw new ProviderTrouble('the answer of OnePay is not understood')
  }
  return answer
}
