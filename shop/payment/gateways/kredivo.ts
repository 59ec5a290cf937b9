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
import { postJson, paymentDescription } from '#shop/payment/gateways/provider-wire.ts'
import { hmacHex, isSame } from '#platform/http/signature.ts'

const Settings = z.object({
  server_key: providerKey.describe('Server key'),
  payment_type: z
    .enum(['30_days', '3_months', '6_months', '9_months', '12_months', '18_months', '24_months'])
    .default('30_days')
    .describe('Kỳ hạn được chọn sẵn')
    .meta({
      titles: {
        '30_days': '30 ngày',
        ...{ '3_months': '3 tháng', '6_months': '6 tháng', '9_months': '9 tháng' },
        ...{ '12_months': '12 tháng', '18_months': '18 tháng', '24_months': '24 tháng' },
      },
    }),
  api_url: providerAddress
    .default('https://sandbox.kredivo.com/kredivo')
    .describe('Địa chỉ API (địa chỉ thật do Kredivo cấp)'),
})
export type KredivoSettings = z.infer<typeof Settings>
type Tools = GatewayTools<KredivoSettings>

/** In đồng, our choice: Kredivo publishes no limits for Vietnam and decides by the shopper's credit. */
const least = 100_000
const max = 50_000_000

/**
 * Kredivo checkout v2 (doc.kredivo.com, read in its transcription api-evangelist/kredivo of 2026-08).
 * Its push is not signed, so it only triggers a query: Kredivo's answer decides. A proof in the push address
 * shows that the push comes from Kredivo: nobody else gets this address. Not confirmed: the live address,
 * limits and terms for Vietnam, whether `order_id` may contain hyphens, which customer fields may stay empty,
 * how long the status can be queried.
 */
export const kredivo: Gateway<KredivoSettings> = {
  code: 'kredivo',
  title: 'Kredivo',
  description: 'Mua trước, trả sau với Kredivo.',
  settles: 'before_delivery',
  isOffered: ({ amount }) => amount >= least && amount <= max,
  settings: {
    schema: Settings,
    secrets: ['server_key'],
    demo: {
      server_key: 'bi-mat-cua-cong-kredivo-thu',
      payment_type: '30_days',
      api_url: sandboxApi('kredivo'),
    },
  },
  origins: ['https://sandbox.kredivo.com'],
  sandbox_hosts: ['sandbox.kredivo.com'],
  start,
  notices: {
    method: 'POST',
    read: ({ query }, settings) => readPush(query, settings),
    answer: (outcome) => ({
      status: outcome === 'try_again' ? 503 : 200,
      type: 'application/json',
      body: JSON.stringify(replies[outcome]),
    }),
  },
  query: queryPayment,
  refund: refundPayment,
}

const accepted = { status: 'OK', message: '' }
const replies = {
  taken: accepted,
  known: accepted,
  pending: accepted,
  wrong_amount: accepted,
  not_found: { status: 'ERROR', message: 'order not found' },
  forged: { status: 'ERROR', message: 'not from Kredivo' },
  try_again: { status: 'ERROR', message: 'try again' },
} as const satisfies Record<NoticeOutcome, { status: string; message: string }>

const Created = z.object({ status: z.string(), redirect_url: providerAddress.optional() })

async function start(attempt: Attempt, tools: Tools): Promise<Started> {
  const { settings } = tools
  const { reference, amount, order_code, expires_at, ip, customer } = attempt
  const name = paymentDescription(order_code)
  const body = {
    server_key: settings.server_key,
    payment_type: settings.payment_type,
    transaction_details: {
      order_id: reference,
      amount,
      items: [{ id: reference, name, price: amount, quantity: 1 }],
    },
    customer_details: {
      first_name: customer?.name ?? '',
      email: customer?.email ?? '',
      phone: customer?.phone ?? '',
    },
    metadata: { ip_address: ip },
    push_uri: kredivoPushAddress(attempt, settings),
    user_cancel_uri: attempt.return_url,
    back_to_store_uri: attempt.return_url,
    ...(expires_at !== null && {
      expiration_time: String(Math.floor(expires_at.getTime() / 1_000)),
    }),
  }
  const answer = await postJson(tools, `${settings.api_url}/v2/checkout_url`, body, Created)
  if (answer.status !== 'OK' || answer.redirect_url === undefined) {
    throw new ProviderRefusal(`Kredivo answered ${answer.status} to checkout_url`)
  }
  return { redirect_url: answer.redirect_url }
}

/** Returns the push address for Kredivo. It contains a proof, so only Kredivo knows it. */
export function kredivoPushAddress(
  { notify_url, reference }: Pick<Attempt, 'notify_url' | 'reference'>,
  settings: KredivoSettings,
): string {
  const query = new URLSearchParams({ reference, proof: proofOf(reference, settings) })
  return `${notify_url}?${query}`
}

function proofOf(reference: string, { server_key }: KredivoSettings): string {
  return hmacHex(server_key, `push|${reference}`)
}

/** Returns a pending notice for a proved push: a push only triggers a query, whatever it contains. */
function readPush(query: URLSearchParams, settings: KredivoSettings): PaymentNotice | null {
  const reference = query.get('reference') ?? ''
  if (!isSame(query.get('proof') ?? '', proofOf(reference, settings))) return null
  return {
    message_id: `${reference}:push`,
    reference,
    status: 'pending',
    amount: 0,
    provider_reference: null,
    failure: null,
    detail: {},
  }
}

const Status = z.object({
  status: z.string(),
  order_id: z.string().optional(),
  transaction_id: z.string().max(100).optional(),
  amount: z.union([z.string(), z.number()]).optional(),
  transaction_status: z.string().optional(),
  fraud_status: z.string().optional(),
  payment_type: z.string().optional(),
})

const failures: Readonly<Record<string, string>> = {
  deny: 'Kredivo từ chối khoản thanh toán này.',
  cancel: 'Giao dịch tại Kredivo đã bị hủy.',
  expire: 'Đã hết thời gian chờ thanh toán.',
}

async function queryPayment(attempt: Attempt, tools: Tools): Promise<PaymentNotice> {
  const { server_key, api_url } = tools.settings
  const body = { server_key, order_id: attempt.reference }
  const answer = await postJson(tools, `${api_url}/transaction/status`, body, Status)
  const state = answer.transaction_status ?? ''
  const is_ours = answer.status === 'OK' && answer.order_id === attempt.reference
  if (!is_ours || !['settlement', 'pending', ...Object.keys(failures)].includes(state)) {
    throw new ProviderTrouble(`Kredivo answered ${answer.status} to a status query`)
  }
  return statusNotice(attempt, answer, state)
}

function statusNotice(
  attempt: Attempt,
  answer: z.infer<typeof Status>,
  state: string,
): PaymentNotice {
  const { reference } = attempt
  const is_denied = answer.fraud_status === 'deny'
  const failure = failures[is_denied ? 'deny' : state] ?? null
  const undecided = failure === null ? 'pending' : 'failed'
  const status = state === 'settlement' && !is_denied ? 'paid' : undecided
  const amount = Math.round(Number(answer.amount))
  if (status === 'paid' && !Number.isSafeInteger(amount)) {
    throw new ProviderTrouble('Kredivo did not say how much was paid')
  }
  return {
    message_id: `${reference}:${answer.transaction_id ?? ''}:${state}`,
    reference,
    status,
    amount: status === 'paid' ? amount : attempt.amount,
    provider_reference: answer.transaction_id ?? null,
    failure,
    detail: { transaction_status: state, payment_type: answer.payment_type ?? null },
  }
}

const Cancelled = z.object({
  status: z.string(),
  error: z.object({ message: z.string().catch('') }).optional(),
})

async function refundPayment(request: RefundRequest, tools: Tools): Promise<RefundAnswer> {
  const { server_key, api_url } = tools.settings
  const { attempt } = request
  const body = {
    server_key,
    order_id: attempt.reference,
    transaction_id: attempt.provider_reference ?? '',
    // The same id after a lost answer: Kredivo performs each refund once.
    cancellation_id: `hoan-${request.number}`,
    cancellation_amount: request.amount,
    cancellation_reason: request.reason,
    cancelled_by: 'tiem',
    cancellation_date: String(Math.floor(tools.now.getTime() / 1_000)),
  }
  const answer = await postJson(tools, `${api_url}/v2/cancel_transaction`, body, Cancelled)
  const { provider_reference } = attempt
  if (answer.status === 'OK') return { state: 'done', provider_reference, note: null }
  const note = `Kredivo: ${answer.error?.message ?? answer.status}`
  return { state: 'failed', provider_reference, note }
}
