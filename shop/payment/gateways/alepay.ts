import { z } from 'zod'
import type { PaymentNotice } from '#shop/payment/attempt/payment-notice.ts'
import { alepayChecksum, alepaySignature } from '#shop/payment/gateways/alepay-signature.ts'
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
import { parsedJson, paymentDescription, postJson } from '#shop/payment/gateways/provider-wire.ts'
import { isSame } from '#platform/http/signature.ts'

const Settings = z.object({
  token_key: providerKey.describe('Token key'),
  checksum_key: providerKey.describe('Checksum key'),
  email: z.email().max(200).describe('Email gửi AlePay khi khách không để lại email'),
  api_url: providerAddress
    .default('https://alepay-v3-sandbox.nganluong.vn/api/v3/checkout')
    .describe('Địa chỉ API (địa chỉ thật: alepay-v3.nganluong.vn)'),
})
export type AlepaySettings = z.infer<typeof Settings>
type Tools = GatewayTools<AlepaySettings>

/** In đồng: what AlePay's banks split at least. */
const least = 3_000_000
const max = 200_000_000

/**
 * AlePay checkout v3: a credit card pays the whole price at once, and its bank splits it for the shopper. The
 * conversion fee is the shopper's: AlePay adds it to what the card pays, and its `amount` stays that of the order.
 *
 * The checksum of its webhook does not cover the status, so a webhook only triggers a query: get-transaction-info
 * decides. A payment whose transaction code is unknown, because the answer to its start was lost, has no page that a
 * shopper could have opened. Not confirmed: the status of a payment that has not begun (an unknown one counts as open),
 * and how long the status can be queried.
 */
export const alepay: Gateway<AlepaySettings> = {
  code: 'alepay',
  title: 'Trả góp qua thẻ tín dụng',
  description: 'Thẻ Visa, Mastercard, JCB của hơn 15 ngân hàng; nhập thẻ trên trang của AlePay.',
  settles: 'before_delivery',
  isOffered: ({ amount }) => amount >= least && amount <= max,
  settings: {
    schema: Settings,
    secrets: ['token_key', 'checksum_key'],
    demo: {
      token_key: 'khoa-token-alepay-thu',
      checksum_key: 'bi-mat-cua-cong-alepay-thu',
      email: 'thanhtoan@cuahang.example',
      api_url: sandboxApi('alepay'),
    },
  },
  origins: ['https://alepay-v3.nganluong.vn', 'https://alepay-v3-sandbox.nganluong.vn'],
  sandbox_hosts: ['alepay-v3-sandbox.nganluong.vn'],
  start,
  notices: {
    method: 'POST',
    read: ({ raw }, settings) => readWebhook(raw, settings),
    answer: (outcome) => ({
      status: statuses[outcome],
      type: 'application/json',
      body: JSON.stringify({ success: statuses[outcome] === 200 }),
    }),
  },
  query: queryPayment,
  // AlePay's banks take an installment back on request only.
  refund: null,
}

const statuses = {
  taken: 200,
  known: 200,
  pending: 200,
  wrong_amount: 200,
  not_found: 404,
  forged: 401,
  try_again: 503,
} as const satisfies Record<NoticeOutcome, number>

const Created = z.object({
  code: z.string(),
  message: z.string().catch(''),
  checkoutUrl: providerAddress.nullish(),
  transactionCode: z.string().min(1).max(100).nullish(),
})

async function start(attempt: Attempt, tools: Tools): Promise<Started> {
  const { settings } = tools
  const { reference, amount, return_url, customer, card_plan } = attempt
  const email = customer?.email ?? ''
  const fields = {
    tokenKey: settings.token_key,
    orderCode: reference,
    customMerchantId: attempt.order_code,
    amount,
    currency: 'VND',
    orderDescription: paymentDescription(attempt.order_code),
    totalItem: 1,
    // Only in parts: paying at once is another method.
    checkoutType: 2,
    ...(card_plan != null && {
      installment: true,
      month: card_plan.months,
      bankCode: card_plan.bank_code,
      paymentMethod: card_plan.card_brand.toUpperCase(),
    }),
    returnUrl: return_url,
    cancelUrl: return_url,
    buyerName: customer?.name ?? '',
    buyerEmail: email === '' ? settings.email : email,
    buyerPhone: customer?.phone ?? '',
    buyerAddress: customer?.address ?? '',
    buyerCity: 'Việt Nam',
    buyerCountry: 'Việt Nam',
    // Whole hours only; money that comes after the order's deadline is settled as late money.
    paymentHours: '1',
  }
  const body = { ...fields, signature: alepaySignature(settings.checksum_key, fields) }
  const answer = await postJson(tools, `${settings.api_url}/request-payment`, body, Created)
  const { code, checkoutUrl, transactionCode } = answer
  if (code !== '000' || !checkoutUrl || !transactionCode) {
    throw new ProviderRefusal(`AlePay answered ${code} to request-payment`)
  }
  return {
    redirect_url: checkoutUrl,
    provider_reference: transactionCode,
    provider_link: transactionCode,
  }
}

const Webhook = z.object({
  transactionInfo: z.object({
    orderCode: z.string().min(1).max(100),
    transactionCode: z.string().min(1).max(100),
    amount: z.union([z.number(), z.string().max(20)]),
  }),
  checksum: z.string().max(100),
})

/** Returns a pending notice for a genuine webhook, whatever status it names: the query decides. */
function readWebhook(raw: string, { checksum_key }: AlepaySettings): PaymentNotice | null {
  const message = Webhook.safeParse(parsedJson(raw))
  if (!message.success) return null
  const { transactionInfo, checksum } = message.data
  if (!isSame(checksum.toLowerCase(), alepayChecksum(checksum_key, transactionInfo))) return null
  const { orderCode, transactionCode } = transactionInfo
  return {
    message_id: `${transactionCode}:webhook`,
    reference: orderCode,
    link: transactionCode,
    status: 'pending',
    amount: 0,
    provider_reference: transactionCode,
    failure: null,
    detail: {},
  }
}

const Info = z.object({
  code: z.string(),
  transactionCode: z.string().max(100).nullish(),
  orderCode: z.string().max(100).nullish(),
  amount: z.coerce.number().int().nonnegative().nullish(),
  status: z.string().max(20).nullish(),
  message: z.string().max(300).nullish(),
  month: z.coerce.number().int().nullish(),
  bankCode: z.string().max(40).nullish(),
  method: z.string().max(40).nullish(),
  payerFee: z.coerce.number().nullish(),
})

const paid = '000'
/** The bank has the money and examines the card (150) or the installment (155). */
const examined = new Set(['150', '155'])
const failures: Readonly<Record<string, string>> = {
  '106': 'Đã hết thời gian chờ thanh toán.',
  '107': 'Bạn đã hủy giao dịch tại AlePay.',
  '110': 'Ngân hàng từ chối thẻ này.',
}

async function queryPayment(attempt: Attempt, tools: Tools): Promise<PaymentNotice> {
  const { token_key, checksum_key, api_url } = tools.settings
  const transactionCode = attempt.provider_link ?? attempt.provider_reference
  if (transactionCode === null) return openNotice(attempt.reference)
  const fields = { tokenKey: token_key, transactionCode }
  const body = { ...fields, signature: alepaySignature(checksum_key, fields) }
  const info = await postJson(tools, `${api_url}/get-transaction-info`, body, Info)
  const is_ours =
    info.code === '000' &&
    info.orderCode === attempt.reference &&
    info.transactionCode === transactionCode
  if (!is_ours) throw new ProviderTrouble(`AlePay answered ${info.code} to get-transaction-info`)
  const status = info.status ?? ''
  const failure = failures[status] ?? null
  const undecided = failure === null ? 'pending' : 'failed'
  if (status === paid && info.amount == null) {
    throw new ProviderTrouble('AlePay did not say how much was paid')
  }
  return {
    message_id: `${transactionCode}:${status}`,
    reference: attempt.reference,
    link: transactionCode,
    status: status === paid ? 'paid' : undecided,
    amount: info.amount ?? attempt.amount,
    provider_reference: transactionCode,
    failure,
    detail: {
      ...{ status, bank_code: info.bankCode ?? null, card_brand: info.method ?? null },
      ...{ months: info.month ?? null, conversion_fee: info.payerFee ?? null },
    },
    ...(examined.has(status) && { is_held: true }),
  }
}

function openNotice(reference: string): PaymentNotice {
  return {
    message_id: `${reference}:open`,
    ...{ reference, status: 'pending', amount: 0, provider_reference: null, failure: null },
    detail: {},
  }
}
