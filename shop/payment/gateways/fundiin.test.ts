import { describe, expect, test } from 'vitest'
import { ProviderTrouble } from '#shop/payment/gateways/gateway.ts'
import { fundiin, type FundiinSettings } from '#shop/payment/gateways/fundiin.ts'
import { hmacHex } from '#platform/http/signature.ts'
import { attemptOf, noticeMessage, fakeProvider } from '#test/support/payment-attempt.ts'

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
  // docs.fundiin.vn/v2/webhook-builder publishes this body with this signature; this key reproduces it.
  const published = '28a612a6e2b2609fd7a78548690397b9ba0b356ed991ea90770681d3f9936318'

  test('that Fundiin published', () => {
    expect(read(sample, published)).toEqual({
      message_id: 'ORD123:ORDCD31C0E1:SUCCESS',
      reference: 'ORD123',
      link: 'ORDCD31C0E1',
      status: 'paid',
      amount: 400_000,
      provider_reference: 'ORDCD31C0E1',
      failure: null,
      detail: { result_status: 'SUCCESS', payment_method: 'IN_STORE_PAYMENT' },
    })
  })

  test('with a changed byte, or of another client or merchant, is refused', () => {
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
  ])('%s, %s is %s', (paymentStatus, resultStatus, status, failure) => {
    const raw = JSON.stringify({ ...JSON.parse(sample), paymentStatus, resultStatus })
    const notice = read(raw, hmacHex(settings.secret_key, raw))
    expect(notice?.status).toBe(status)
    expect(notice?.failure ?? '').toMatch(failure)
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

test('a page is requested with the signature over the body as sent', async () => {
  const paymentUrl = 'https://checkout.fundiin.vn/x'
  const { send, requests, bodyOf } = fakeProvider({ resultStatus: 'APPROVED', paymentUrl })
  const started = await fundiin.start?.(attempt, { settings, send, now })
  expect(started).toEqual({ redirect_url: paymentUrl })
  expect(requests[0]?.headers).toMatchObject({
    'client-id': 'merchant_client_id',
    'request-time': '2026-11-21 08:05:00',
    'idempotency-key': attempt.reference,
    signature: hmacHex(settings.secret_key, requests[0]?.body ?? ''),
  })
  expect(bodyOf()).toMatchObject({
    referenceId: attempt.reference,
    amount: { value: 30_990_000, currency: 'VND' },
    transExpiredTime: 600_000,
    customer: { firstName: 'Nguyễn Văn An', phoneNumber: '0912345678', email: '' },
  })
})

const elsewhere = { paymentUrl: 'https://checkout.fundiin.vn/x', referenceId: 'other' }
test.each([
  { resultStatus: 'REJECTED' },
  { resultStatus: 'APPROVED' },
  { resultStatus: 'APPROVED', ...elsewhere },
  'x',
])('%j throws ProviderTrouble', async (answer) => {
  const { send } = fakeProvider(answer)
  const started = fundiin.start?.(attempt, { settings, send, now })
  await expect(started).rejects.toBeInstanceOf(ProviderTrouble)
})

describe('the query', () => {
  const ask = (answer: unknown) =>
    fundiin.query?.(
      { ...attempt, provider_link: 'T1' },
      { settings, send: fakeProvider(answer).send, now },
    )
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
    { ...about, paymentStatus: 'FAIL', paymentTransId: 'T2' },
    { ...about, paymentStatus: 'FAIL', merchantId: 'Other' },
    { ...about, paymentStatus: 'NEW' },
    'x',
  ])('%j throws ProviderTrouble', async (answer) => {
    await expect(ask(answer)).rejects.toBeInstanceOf(ProviderTrouble)
  })
})

test('refunds all or nothing', async () => {
  const { send, requests } = fakeProvider({ resultStatus: 'APPROVED', refundTransId: 'R1' })
  const paid = attemptOf({ provider_reference: 'T1' })
  const request = {
    number: '9',
    amount: 5,
    reason: 'x',
    attempt: paid,
    is_full: false,
    created_at: now,
  }
  const part = await fundiin.refund?.(request, { settings, send, now })
  expect([part?.state, requests.length]).toEqual(['failed', 0])
  const all = await fundiin.refund?.({ ...request, is_full: true }, { settings, send, now })
  expect(all).toEqual({ state: 'done', provider_reference: 'R1', note: null })
})
