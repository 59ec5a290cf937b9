import { describe, expect, test } from 'vitest'
import { ProviderTrouble } from '#shop/payment/gateways/gateway.ts'
import { momo, type MomoSettings } from '#shop/payment/gateways/momo.ts'
import { momo_orders, momoSignature } from '#shop/payment/gateways/momo-signature.ts'
import { attemptOf, noticeMessage, fakeProvider } from '#test/support/payment-attempt.ts'

/** MoMo's public test merchant. */
const settings: MomoSettings = {
  partner_code: 'MOMO',
  access_key: 'F8BBA842ECF85',
  secret_key: 'K951B6PE1waDMi640xX08PD3vg6EkVlz',
  request_type: 'captureWallet',
  api_url: 'https://test-payment.momo.vn/v2/gateway/api',
}
const now = new Date('2026-11-21T01:05:00Z')
const attempt = attemptOf()
const { secret_key, access_key } = settings

// Computed independently, with Python's hmac over the text of MoMo's document; the first is in our notes on
// Vietnamese payments. The samples printed by MoMo do not reproduce.
test.each([
  [
    'create',
    {
      amount: 50000,
      extraData: '',
      ipnUrl: 'https://callback.url/notify',
      orderId: 'MOMO1700000000000',
      orderInfo: 'pay with MoMo',
      partnerCode: 'MOMO',
      redirectUrl: 'https://momo.vn/return',
      requestId: 'MOMO1700000000000',
      requestType: 'captureWallet',
    },
    '4378bb95714712f6be833da81f743910a01e5ba6279bfe596b8a08e891259424',
  ],
  [
    'query',
    { orderId: 'ref-1', partnerCode: 'MOMO', requestId: 'rq-1' },
    'd0ef3b7913e1ea580ff4027ddc6ff53f6368f14d8380610b0f79965522fe56b3',
  ],
  [
    'refund',
    {
      amount: 100000,
      description: 'Hoan tien',
      orderId: 'rf-1',
      partnerCode: 'MOMO',
      requestId: 'rf-1',
      transId: 2820086739,
    },
    'e5b1aca5a855d42e57f7f4c1bde4e894284feeb705b01359b2a7ed827819ccd3',
  ],
] as const)('the signature of %s', (command, fields, expected) => {
  const signed = { ...fields, accessKey: access_key }
  expect(momoSignature(secret_key, signed, momo_orders[command])).toBe(expected)
})

const genuine = {
  partnerCode: 'MOMO',
  orderId: attempt.reference,
  requestId: attempt.reference,
  amount: 30_990_000,
  orderInfo: 'Thanh toan don hang DH2611217K3M9QXZ',
  orderType: 'momo_wallet',
  transId: 2820086739,
  resultCode: 0,
  message: 'Thành công.',
  payType: 'qr',
  responseTime: 1795222992000,
  extraData: '',
  signature: '86830b3cc76377a4c539ef074c550ea031525dccda76583a57dd4ca44db3e47f',
}
const read = (message: unknown) =>
  momo.notices?.read(noticeMessage({ raw: JSON.stringify(message) }), settings) ?? null
const resigned = (changes: object) => {
  const message = { ...genuine, ...changes }
  const signed = { ...message, accessKey: access_key }
  return { ...message, signature: momoSignature(secret_key, signed, momo_orders.result) }
}

describe('the IPN', () => {
  test('signed by MoMo is accepted', () => {
    expect(read(genuine)).toEqual({
      message_id: `${attempt.reference}:2820086739:0`,
      reference: attempt.reference,
      status: 'paid',
      amount: 30_990_000,
      provider_reference: '2820086739',
      failure: null,
      detail: { result_code: 0, pay_type: 'qr' },
    })
  })

  test('changed in any field, of another merchant or unreadable is refused', () => {
    const changed = Object.entries(genuine).map(([key, value]) => ({
      ...genuine,
      [key]: `${value}1`,
    }))
    expect(changed.filter((message) => read(message) !== null)).toEqual([])
    expect(read(resigned({ partnerCode: 'OTHER' }))).toBeNull()
    expect(read(resigned({ amount: -1 }))).toBeNull()
    expect([read(null), read([]), read('x'), read({})]).toEqual([null, null, null, null])
    expect(momo.notices?.read(noticeMessage({ raw: '<xml>' }), settings)).toBeNull()
  })

  test.each([
    [1001, 'failed', /không đủ tiền/],
    [1003, 'failed', /bị hủy/],
    [1005, 'failed', /hết thời gian/],
    [1006, 'failed', /^Bạn đã hủy giao dịch tại MoMo\.$/],
    [4100, 'failed', /Đăng nhập/],
    [8888, 'failed', /không thành công/],
    [1000, 'pending', /^$/],
    [7000, 'pending', /^$/],
    [7002, 'pending', /^$/],
    [9000, 'pending', /^$/],
  ])('%d is %s', (resultCode, status, failure) => {
    const notice = read(resigned({ resultCode, transId: 0 }))
    expect(notice).toMatchObject({ status, provider_reference: null })
    expect(notice?.failure ?? '').toMatch(failure)
  })

  test.each([
    ['taken', 204],
    ['known', 204],
    ['pending', 204],
    ['wrong_amount', 204],
    ['forged', 400],
    ['not_found', 404],
    ['try_again', 503],
  ] as const)('%s is answered with %d', (outcome, status) => {
    expect(momo.notices?.answer(outcome)).toMatchObject({ status, body: '' })
  })
})

test('a page is requested that expires with the order', async () => {
  const payUrl = 'https://test-payment.momo.vn/v2/gateway/pay?t=x'
  const { send, requests, bodyOf } = fakeProvider({ resultCode: 0, payUrl })
  expect(await momo.start?.(attempt, { settings, send, now })).toEqual({ redirect_url: payUrl })
  expect(requests[0]?.url).toBe(`${settings.api_url}/create`)
  expect(bodyOf()).toMatchObject({
    orderId: attempt.reference,
    requestId: attempt.reference,
    amount: 30_990_000,
    ipnUrl: attempt.notify_url,
    redirectUrl: attempt.return_url,
    orderExpireTime: 10,
    requestType: 'captureWallet',
  })
})

const created = { resultCode: 0, payUrl: 'https://test-payment.momo.vn/v2/gateway/pay?t=x' }
test.each([
  ['a refusal', { resultCode: 41 }],
  ['no page', { resultCode: 0 }],
  ['another amount', { ...created, amount: 1 }],
  ['another order', { ...created, orderId: 'DH1' }],
  ['another merchant', { ...created, partnerCode: 'OTHER' }],
  ['a page elsewhere', { resultCode: 0, payUrl: 'javascript:1' }],
  ['no JSON', '<html>'],
])('%s to create throws ProviderTrouble', async (_name, answer) => {
  const { send } = fakeProvider(answer)
  await expect(momo.start?.(attempt, { settings, send, now })).rejects.toBeInstanceOf(
    ProviderTrouble,
  )
})

describe('the query', () => {
  const ask = (answer: unknown) =>
    momo.query?.(attempt, { settings, send: fakeProvider(answer).send, now })

  test('a payment gives the same notice as the IPN; an open payment is no failure', async () => {
    const { signature: _signature, ...answer } = genuine
    expect(await ask(answer)).toEqual(read(genuine))
    expect(await ask({ ...answer, resultCode: 1000, amount: 0, transId: 0 })).toMatchObject({
      status: 'pending',
      amount: attempt.amount,
    })
    expect(await ask({ resultCode: 42 })).toMatchObject({ status: 'pending' })
    expect(await ask({ ...answer, resultCode: 1005, amount: 0 })).toMatchObject({
      status: 'failed',
      amount: attempt.amount,
    })
  })

  test.each([
    ['a wrong query', { ...genuine, resultCode: 11 }],
    ['MoMo away', { ...genuine, resultCode: 10 }],
    ['another order', { ...genuine, orderId: 'other' }],
    ['another merchant', { ...genuine, partnerCode: 'OTHER' }],
    ['no JSON', 'x'],
  ])('%s throws ProviderTrouble', async (_name, answer) => {
    await expect(ask(answer)).rejects.toBeInstanceOf(ProviderTrouble)
  })
})

describe('the refund', () => {
  const request = {
    number: '9',
    amount: 1_000_000,
    reason: 'Khách hủy đơn',
    attempt: attemptOf({ provider_reference: '2820086739' }),
    is_full: false,
    created_at: now,
  }
  test('has the same id in every request', async () => {
    const { send, bodyOf } = fakeProvider({ resultCode: 0, transId: 2820086740 })
    expect(await momo.refund?.(request, { settings, send, now })).toEqual({
      state: 'done',
      provider_reference: '2820086740',
      note: null,
    })
    expect(bodyOf()).toMatchObject({
      orderId: `hoan-9-${attempt.reference}`,
      requestId: `hoan-9-${attempt.reference}`,
      transId: 2820086739,
      amount: 1_000_000,
    })
  })

  test('if it is known to MoMo already, its outcome is queried', async () => {
    const { send, requests } = fakeProvider({ resultCode: 41 }, { resultCode: 0 })
    expect(await momo.refund?.(request, { settings, send, now })).toMatchObject({ state: 'done' })
    expect(requests[1]?.url).toBe(`${settings.api_url}/refund/query`)
  })

  test('of another amount decides nothing', async () => {
    const { send } = fakeProvider({ resultCode: 0, amount: 38_147_000 })
    const answer = momo.refund?.(request, { settings, send, now })
    await expect(answer).rejects.toBeInstanceOf(ProviderTrouble)
  })

  test('of several refunds its own is read', async () => {
    const orderId = `hoan-9-${attempt.reference}`
    const refundTrans = [
      { orderId: 'other', resultCode: 0 },
      { orderId, resultCode: 1081, transId: 5 },
    ]
    const { send } = fakeProvider({ resultCode: 41 }, { resultCode: 0, refundTrans })
    expect(await momo.refund?.(request, { settings, send, now })).toMatchObject({
      state: 'failed',
      provider_reference: '5',
    })
  })

  test.each([
    [7002, 'requested'],
    [1081, 'failed'],
  ])('%d is %s', async (resultCode, state) => {
    const { send } = fakeProvider({ resultCode })
    expect(await momo.refund?.(request, { settings, send, now })).toMatchObject({ state })
  })

  test('without an answer of MoMo throws ProviderTrouble', async () => {
    const { send } = fakeProvider({ resultCode: 10 })
    const refund = momo.refund?.(request, { settings, send, now })
    await expect(refund).rejects.toBeInstanceOf(ProviderTrouble)
  })
})
