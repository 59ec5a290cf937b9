import { describe, expect, test } from 'vitest'
import { ProviderTrouble } from '#shop/payment/gateways/gateway.ts'
import { fundiin, type FundiinSettings } from '#shop/payment/gateways/fundiin.ts'
import { hmacHex } from '#platform/http/signature.ts'
import { attemptOf, noticeMessage, playedProvider } from '#test/support/payment-attempt.ts'

const settings: FundiinSettings = {
  client_id: 'merchant_client_id',
  merchant_id: 'FundiinVN',
  store_id: 'STORE-01',
  secret_key: 'sandbox_secret_key',
  api_url: 'https://gateway-sandbox.fundiin.vn/v2/payments',
}
const now = new Date('2026-11-21T01:05:00Z')
const attempt = attemptOf()

const sample = `{
  "merchantId": "FundiinVN",
  "referenceId": "ORD123",
  "storeId": "STORE-01",
  "amount": {
    "value": 400000,
    "currency": "VND"
  },
  "downPaymentAmount": {
    "value": 100000,
    "currency": "VND"
  },
  "paymentTransId": "ORDCD31C0E1",
  "paymentMethod": "IN_STORE_PAYMENT",
  "paymentChannel": "POS",
  "paymentStatus": "SUCCESS",
  "notificationType": "PAYMENT_STATUS",
  "resultStatus": "SUCCESS",
  "resultMsg": "Approved",
  "customerId": "USER789",
  "paymentTime": "2025-08-08 10:12:45"
}`
const read = (raw: string, signature: string, client_id = settings.client_id) =>
  fundiin.notices?.read(
    noticeMessage({ raw, headers: { signature, 'client-id': client_id } }),
    settings,
  ) ?? null

describe('the notification', () => {
  // The body stands on docs.fundiin.vn/v2/webhook-builder with this signature; the key is the one
  // that reproduces it.
  const published = '28a612a6e2b2609fd7a78548690397b9ba0b356ed991ea90770681d3f9936318'

  test('that Fundiin published', () => {
    expect(read(sample, published)).toEqual({
      message_id: 'ORD123:ORDCD31C0E1:SUCCESS',
      reference: 'ORD123',
      status: 'paid',
      amount: 400_000,
      provider_reference: 'ORDCD31C0E1',
      failure: null,
      detail: { result_status: 'SUCCESS', payment_method: 'IN_STORE_PAYMENT' },
    })
  })

  test('changed by a byte, of another client or merchant is nothing', () => {
    expect(read(sample.replace('400000', '400001'), published)).toBeNull()
    expect(read(`${sample}\n`, published)).toBeNull()
    expect(read(sample, published, 'other')).toBeNull()
    expect(read(sample, '')).toBeNull()
    const other = sample.replace('FundiinVN', 'Other')
    expect(read(other, hmacHex(settings.secret_key, other))).toBeNull()
  })

  test.each([
    ['SUCCESS', 'x', 'paid', /^$/],
    ['PENDING', 'PENDING', 'pending', /^$/],
    ['FAIL', 'CANCELLED', 'failed', /hủy/],
    ['FAIL', 'EXPIRED', 'failed', /hết thời gian/],
    ['FAIL', 'OTHER', 'failed', /không thành công/],
  ])('%s, %s is %s', (paymentStatus, resultStatus, status, words) => {
    const raw = JSON.stringify({ ...JSON.parse(sample), paymentStatus, resultStatus })
    const told = read(raw, hmacHex(settings.secret_key, raw))
    expect(told?.status).toBe(status)
    expect(told?.failure ?? '').toMatch(words)
  })

  test.each([
    ['taken', 204],
    ['known', 204],
    ['forged', 401],
    ['try_again', 503],
  ] as const)('%s is answered with %d', (outcome, status) => {
    expect(fundiin.notices?.answer(outcome)).toMatchObject({ status, body: '' })
  })
})

test('a page is asked for with the signature over the body as sent', async () => {
  const paymentUrl = 'https://checkout.fundiin.vn/x'
  const { send, asked, bodyOf } = playedProvider({ resultStatus: 'APPROVED', paymentUrl })
  const started = await fundiin.start?.(attempt, { settings, send, now })
  expect(started).toEqual({ redirect_url: paymentUrl })
  expect(asked[0]?.headers).toMatchObject({
    'client-id': 'merchant_client_id',
    'request-time': '2026-11-21 08:05:00',
    'idempotency-key': attempt.reference,
    signature: hmacHex(settings.secret_key, asked[0]?.body ?? ''),
  })
  expect(bodyOf()).toMatchObject({
    referenceId: attempt.reference,
    amount: { value: 30_990_000, currency: 'VND' },
    transExpiredTime: 600_000,
    customer: { firstName: 'Nguyễn Văn An', phoneNumber: '0912345678', email: '' },
  })
})

test.each([{ resultStatus: 'REJECTED' }, { resultStatus: 'APPROVED' }, 'x'])(
  '%j is trouble',
  async (answer) => {
    const { send } = playedProvider(answer)
    const started = fundiin.start?.(attempt, { settings, send, now })
    await expect(started).rejects.toBeInstanceOf(ProviderTrouble)
  },
)

describe('asking', () => {
  const ask = (answer: unknown) =>
    fundiin.query?.(attempt, { settings, send: playedProvider(answer).send, now })
  const about = { referenceId: attempt.reference, paymentTransId: 'T1' }

  test.each([
    [{ ...about, paymentStatus: 'SUCCESS', amount: { value: 30_990_000 } }, 'paid'],
    [{ ...about, paymentStatus: 'SUCCESS', amount: 30_990_000 }, 'paid'],
    [{ ...about, paymentStatus: 'WAITING' }, 'pending'],
    [{ ...about, paymentStatus: 'FAIL' }, 'failed'],
  ])('%j is %s', async (answer, status) => {
    expect(await ask(answer)).toMatchObject({ status, amount: 30_990_000 })
  })

  test.each([
    { ...about, paymentStatus: 'SUCCESS' },
    { ...about, paymentStatus: 'SUCCESS', amount: 5, referenceId: 'other' },
    { ...about, paymentStatus: 'NEW' },
    'x',
  ])('%j is trouble', async (answer) => {
    await expect(ask(answer)).rejects.toBeInstanceOf(ProviderTrouble)
  })
})

test('pays back all or nothing', async () => {
  const { send, asked } = playedProvider({ resultStatus: 'APPROVED', refundTransId: 'R1' })
  const paid = attemptOf({ provider_reference: 'T1' })
  const request = {
    refund_id: 9,
    amount: 5,
    reason: 'x',
    attempt: paid,
    is_full: false,
    created_at: now,
  }
  const part = await fundiin.refund?.(request, { settings, send, now })
  expect([part?.state, asked.length]).toEqual(['failed', 0])
  const all = await fundiin.refund?.({ ...request, is_full: true }, { settings, send, now })
  expect(all).toEqual({ state: 'done', provider_reference: 'R1', note: null })
})
