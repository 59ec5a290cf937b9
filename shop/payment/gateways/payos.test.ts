import { describe, expect, test } from 'vitest'
import { ProviderTrouble } from '#shop/payment/gateways/gateway.ts'
import { payos, type PayosSettings } from '#shop/payment/gateways/payos.ts'
import { payosSignature } from '#shop/payment/gateways/payos-signature.ts'
import { attemptOf, noticeMessage, fakeProvider } from '#test/support/payment-attempt.ts'

const settings: PayosSettings = {
  client_id: 'client',
  api_key: 'key',
  checksum_key: '1a54716c8f0efb2744fb28b6e38b25da7f67a925d98bc1c18bd8faaecadd7675',
  api_url: 'https://api-merchant.payos.vn/v2/payment-requests',
}
const now = new Date('2026-11-21T01:05:00Z')
const attempt = attemptOf({ reference: '9000000041' })
const read = (message: unknown) =>
  payos.notices?.read(noticeMessage({ raw: JSON.stringify(message) }), settings) ?? null

const transfer = {
  orderCode: 9_000_000_041,
  amount: 30_990_000,
  description: 'CSDH2611217K3M9QXZ',
  accountNumber: '12345678',
  reference: 'FT26325000001',
  transactionDateTime: '2026-11-21 08:03:12',
  currency: 'VND',
  paymentLinkId: 'a24c33293c43417ab7879e14c8d9eb18',
  code: '00',
  desc: 'Thành công',
  counterAccountName: null,
}
const webhook = (changes: object = {}) => {
  const data = { ...transfer, ...changes }
  return { code: '00', success: true, data, signature: payosSignature(settings.checksum_key, data) }
}

describe('the webhook', () => {
  test('payOS’s own sample is genuine, and names its own number', () => {
    const sample = {
      orderCode: 123,
      amount: 3000,
      description: 'VQRIO123',
      accountNumber: '12345678',
      reference: 'TF230204212323',
      transactionDateTime: '2023-02-04 18:25:00',
      currency: 'VND',
      paymentLinkId: '124c33293c43417ab7879e14c8d9eb18',
      code: '00',
      desc: 'Thành công',
      counterAccountBankId: '',
      counterAccountBankName: '',
      counterAccountName: '',
      counterAccountNumber: '',
      virtualAccountName: '',
      virtualAccountNumber: '',
    }
    const signature = '412e915d2871504ed31be63c8f62a149a4410d34c4c42affc9006ef9917eaa03'
    const notice = read({ code: '00', desc: 'success', data: sample, signature })
    expect(notice?.reference).toBe('123')
  })

  test('has our number of the attempt, and the bank’s reference of the transfer', () => {
    expect(read(webhook())).toEqual({
      message_id: 'a24c33293c43417ab7879e14c8d9eb18:FT26325000001',
      reference: '9000000041',
      link: 'a24c33293c43417ab7879e14c8d9eb18',
      status: 'paid',
      amount: 30_990_000,
      provider_reference: 'FT26325000001',
      failure: null,
      detail: { payment_link: 'a24c33293c43417ab7879e14c8d9eb18', code: '00' },
    })
    expect(read(webhook({ code: '01' }))?.status).toBe('pending')
  })

  test('changed in any field or unreadable is refused', () => {
    const { data, signature } = webhook()
    const changed = Object.entries(data).map(([key, value]) => ({
      code: '00',
      data: { ...data, [key]: typeof value === 'number' ? value + 1 : `${value}1` },
      signature,
    }))
    expect(changed.filter((message) => read(message) !== null)).toEqual([])
    expect(read(webhook({ currency: 'USD' }))).toBeNull()
    expect([read(null), read({ data }), read('x')]).toEqual([null, null, null])
  })

  test.each([
    ['taken', 200],
    ['known', 200],
    ['not_found', 200],
    ['forged', 401],
    ['try_again', 503],
  ] as const)('%s is answered with %d', (outcome, status) => {
    expect(payos.notices?.answer(outcome).status).toBe(status)
  })
})

const created = (changes: object = {}) => ({
  code: '00',
  data: {
    paymentLinkId: 'x',
    orderCode: 9_000_000_041,
    amount: 30_990_000,
    checkoutUrl: 'https://pay.payos.vn/web/x',
    ...changes,
  },
})

test('a link has its own number and the signature that Python’s hmac computes over the same five fields', async () => {
  const { send, requests, bodyOf } = fakeProvider(created())
  expect(await payos.start?.(attempt, { settings, send, now })).toEqual({
    redirect_url: 'https://pay.payos.vn/web/x',
    provider_link: 'x',
  })
  expect(bodyOf()).toMatchObject({
    orderCode: 9_000_000_041,
    description: 'DH2611217K3M9QXZ',
    expiredAt: 1_795_223_700,
    signature: '96e304ee707b860e8373fab342850fb5c5364c57d1bcbc6b99f185da848cc216',
  })
  expect(requests[0]?.headers).toMatchObject({ 'x-client-id': 'client', 'x-api-key': 'key' })
})

test.each([
  ['a refusal', { code: '231', desc: 'exists' }],
  ['another amount', created({ amount: 1 })],
  ['another number', created({ orderCode: 1 })],
  ['a page elsewhere', created({ checkoutUrl: 'javascript:1' })],
  ['no JSON', '<html>'],
])('%s throws ProviderTrouble', async (_name, answer) => {
  const { send } = fakeProvider(answer)
  const started = payos.start?.(attempt, { settings, send, now })
  await expect(started).rejects.toBeInstanceOf(ProviderTrouble)
})

describe('the query', () => {
  const link = (changes: object = {}) => ({
    code: '00',
    data: {
      id: transfer.paymentLinkId,
      orderCode: 9_000_000_041,
      amount: 30_990_000,
      amountPaid: 0,
      status: 'PENDING',
      transactions: [],
      ...changes,
    },
  })
  const provider_link = transfer.paymentLinkId
  const ask = (answer: unknown) =>
    payos.query?.({ ...attempt, provider_link }, { settings, send: fakeProvider(answer).send, now })

  test('one transfer gives the same notice as the webhook', async () => {
    const transactions = [{ reference: transfer.reference, amount: 30_990_000 }]
    const notice = await ask(link({ status: 'PAID', amountPaid: 30_990_000, transactions }))
    expect(notice).toEqual({ ...read(webhook()), detail: expect.anything() })
  })

  test.each(['PAID', 'CANCELLED'])(
    'of a %s link every transfer gives a notice, never their sum',
    async (status) => {
      const transactions = [
        { reference: transfer.reference, amount: 20_000_000 },
        { reference: 'FT2', amount: 10_990_000 },
      ]
      const notice = await ask(link({ status, amountPaid: 30_990_000, transactions }))
      expect([notice, ...(notice?.others ?? [])]).toMatchObject([
        { status: 'paid', amount: 20_000_000, provider_reference: transfer.reference },
        { status: 'paid', amount: 10_990_000, provider_reference: 'FT2' },
      ])
    },
  )

  test.each([
    ['PENDING', 'pending', null],
    ['PROCESSING', 'pending', null],
    ['CANCELLED', 'failed', expect.stringContaining('hủy')],
    ['EXPIRED', 'failed', expect.stringContaining('hết thời gian')],
  ])('%s is %s', async (status, expected, failure) => {
    const notice = await ask(link({ status }))
    expect(notice).toMatchObject({ status: expected, failure, amount: attempt.amount })
  })

  test.each([
    link({ orderCode: 5 }),
    link({ amount: 5 }),
    link({ id: 'other' }),
    { code: '101' },
    'x',
  ])('%j throws ProviderTrouble', async (answer) => {
    await expect(ask(answer)).rejects.toBeInstanceOf(ProviderTrouble)
  })
})
