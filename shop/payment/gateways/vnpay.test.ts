import { describe, expect, test } from 'vitest'
import { ProviderTrouble } from '#shop/payment/gateways/gateway.ts'
import { vnpay } from '#shop/payment/gateways/vnpay.ts'
import {
  vnpay_orders,
  vnpayApiHash,
  vnpayQueryHash,
} from '#shop/payment/gateways/vnpay-signature.ts'
import { attemptOf, noticeMessage, fakeProvider, startAt } from '#test/support/payment-attempt.ts'

const settings = {
  tmn_code: 'TIEMTEST',
  hash_secret: 'TESTSECRETTESTSECRETTESTSECRET01',
  pay_url: 'https://sandbox.vnpayment.vn/paymentv2/vpcpay.html',
  api_url: 'https://sandbox.vnpayment.vn/merchant_webapi/api/transaction',
}
const now = new Date('2026-11-21T01:20:00Z')
const attempt = attemptOf()
const read = (query: URLSearchParams) => vnpay.notices?.read(noticeMessage({ query }), settings)

function ipn(changes: Record<string, string> = {}, secret = settings.hash_secret) {
  const fields = {
    vnp_Amount: '3099000000',
    vnp_BankCode: 'NCB',
    vnp_CardType: 'ATM',
    vnp_OrderInfo: 'Thanh toan don hang DH2611217K3M9QXZ',
    vnp_PayDate: '20261121080312',
    vnp_ResponseCode: '00',
    vnp_TmnCode: 'TIEMTEST',
    vnp_TransactionNo: '14422574',
    vnp_TransactionStatus: '00',
    vnp_TxnRef: attempt.reference,
    ...changes,
  }
  return new URLSearchParams({ ...fields, vnp_SecureHash: vnpayQueryHash(secret, fields) })
}

describe('signatures', () => {
  test('of a published return address (test fixtures of lehuygiang28/vnpay)', () => {
    const fields = {
      vnp_Amount: '1000000',
      vnp_BankCode: 'NCB',
      vnp_BankTranNo: 'VNP14422574',
      vnp_CardType: 'ATM',
      vnp_OrderInfo: 'Thanh toan don hang 2024-05-21T02:17:31.249Z',
      vnp_PayDate: '20240521091806',
      vnp_ResponseCode: '00',
      vnp_TmnCode: 'TEST_TMN_CODE',
      vnp_TransactionNo: '14422574',
      vnp_TransactionStatus: '00',
      vnp_TxnRef: '1716257871703',
    }
    const published =
      '649982421beb422556a1374713c74e58e716ecbd05007c0c0e1f7effdfaf361dbf146889ca446139afe11b9954c4d5c486e99e3b86fcfab6957f29eb0be72895'
    expect(vnpayQueryHash('test_secret', fields)).toBe(published)
    expect(vnpayQueryHash('test_secret', { ...fields, vnp_SecureHashType: 'SHA512' })).toBe(
      published,
    )
  })

  // No hash is published for querydr and refund. These were computed independently, with Python's hmac over
  // the values in the sequence of VNPay's page "API querydr, refund".
  test('of querydr, its answer and refund', () => {
    const hashOf = (order: readonly string[], joined: string) => {
      const values = joined.split('|')
      const fields = Object.fromEntries(order.map((name, i) => [`vnp_${name}`, values[i] ?? '']))
      return vnpayApiHash(settings.hash_secret, fields, order)
    }
    expect(
      hashOf(
        vnpay_orders.querydr,
        'rq1|2.1.0|querydr|TIEMTEST|ref-1|20261121080000|20261121082000|203.0.113.7|Truy van',
      ),
    ).toBe(
      '05cb0ee1bce202815f6a672ab8169c10f1597791236e0266fb776ee43abfbede6484db33d6e4cd1e2dae7a268f195dc1a8fb91c112e0b10196c7f5224fb931a0',
    )
    expect(
      hashOf(
        vnpay_orders.refund,
        'rq2|2.1.0|refund|TIEMTEST|03|ref-1|100000|14422574|20261121080000|refund-1|20261121082000|203.0.113.7|Hoan tien',
      ),
    ).toBe(
      '9ac910119b9b93223f5f324f2aecd714f41e5a4d93fa2bbd94d54bda57c888226d8775f38a677c2ec4dffe0e6c9e7193972ac98f4b0e627ad48cd67613e8ad0a',
    )
    expect(
      hashOf(
        vnpay_orders.querydr_answer,
        'rs1|querydr|00|QueryDR Success|TIEMTEST|ref-1|3099000000|NCB|20261121080312|14422574|01|00|Thanh toan don hang||',
      ),
    ).toBe(
      '919689a009eb6f6b699750e468bd74e3dd050a343b5bd9375b89e8d4818399e17b94b16b16fbedca2eb017e906a1657132f5cba69761872a04de6ebbf850bd5f',
    )
  })
})

test('the pay address, signed as Python’s hmac signs the same fields', async () => {
  const { send, requests } = fakeProvider()
  const { redirect_url } = await startAt(vnpay, attempt, { settings, send, now })
  const { origin, pathname, searchParams } = new URL(redirect_url)
  expect(origin + pathname).toBe(settings.pay_url)
  expect(searchParams.get('vnp_Amount')).toBe('3099000000')
  expect(searchParams.get('vnp_SecureHash')).toBe(
    'a696417fbe06348a73ba0594c71fb694b7cf9a7ef79c501ba231e68f92023380e84f4ac009f30289ec3b91b5749b8a02b922d0ce764bebc8f92d87fd3c913b2f',
  )
  expect(searchParams.has('vnp_SecureHashType')).toBe(false)
  expect(requests).toEqual([])
})

describe('the IPN', () => {
  test('reports a payment', () => {
    expect(read(ipn())).toEqual({
      message_id: 'DH2611217K3M9QXZ-41:14422574:00',
      reference: attempt.reference,
      status: 'paid',
      amount: 30_990_000,
      provider_reference: '14422574',
      failure: null,
      detail: {
        response_code: '00',
        transaction_status: '00',
        bank_code: 'NCB',
        card_type: 'ATM',
        pay_date: '20261121080312',
      },
    })
  })

  test.each([
    ['00', '02', 'failed', /lỗi tại VNPAY/],
    ['24', '02', 'failed', /hủy giao dịch/],
    ['51', '02', 'failed', /không đủ số dư/],
    ['11', '02', 'failed', /hết thời gian/],
    ['68', '02', 'failed', /lỗi tại VNPAY/],
    ['07', '00', 'pending', /^$/],
    ['00', '01', 'pending', /^$/],
    ['07', '07', 'pending', /^$/],
  ])('%s with status %s is %s', (code, status, expected, failure) => {
    const notice = read(ipn({ vnp_ResponseCode: code, vnp_TransactionStatus: status }))
    expect(notice?.status).toBe(expected)
    expect(notice?.failure ?? '').toMatch(failure)
  })

  test('a failure never has the message id of a payment that may follow it', () => {
    const paid = read(ipn())
    for (const code of ['24', '09', '99']) {
      const failed = read(ipn({ vnp_ResponseCode: code }))
      expect(failed?.status).toBe('failed')
      expect(failed?.message_id).not.toBe(paid?.message_id)
    }
  })

  test('is refused when forged, changed, doubled, of another website or unreadable', () => {
    expect(read(ipn({}, 'another secret'))).toBeNull()
    const changed = [...ipn()].map(([key, value]) => {
      const query = ipn()
      query.set(
        key,
        value.replace(/.$/, (last) => (last === '1' ? '2' : '1')),
      )
      return query
    })
    expect(changed.filter((query) => read(query) !== null)).toEqual([])
    const doubled = ipn()
    doubled.append('vnp_Amount', '100')
    expect(read(doubled)).toBeNull()
    const unsigned = ipn()
    unsigned.delete('vnp_SecureHash')
    expect(read(unsigned)).toBeNull()
    expect(read(ipn({ vnp_TmnCode: 'SOMEBODY' }))).toBeNull()
    expect(read(ipn({ vnp_Amount: '3099000050' }))).toBeNull()
    expect(read(new URLSearchParams())).toBeNull()
  })

  test.each([
    ['taken', '00'],
    ['pending', '00'],
    ['known', '02'],
    ['not_found', '01'],
    ['wrong_amount', '04'],
    ['forged', '97'],
    ['try_again', '99'],
  ] as const)('%s is answered with %s', (outcome, code) => {
    const answer = vnpay.notices?.answer(outcome)
    expect(answer).toMatchObject({ status: 200, type: 'application/json' })
    expect(JSON.parse(answer?.body ?? '')).toEqual({
      RspCode: code,
      Message: expect.any(String),
    })
  })
})

function signed(command: 'querydr' | 'refund', changes: Record<string, string> = {}) {
  const fields: Record<string, string> = {
    vnp_ResponseId: 'rs1',
    vnp_Command: command,
    vnp_ResponseCode: '00',
    vnp_Message: 'Success',
    vnp_TmnCode: 'TIEMTEST',
    vnp_TxnRef: attempt.reference,
    vnp_Amount: '3099000000',
    vnp_BankCode: 'NCB',
    vnp_PayDate: '20261121080312',
    vnp_TransactionNo: '14422574',
    vnp_TransactionType: '01',
    vnp_TransactionStatus: '00',
    vnp_OrderInfo: 'x',
    ...changes,
  }
  const order = vnpay_orders[`${command}_answer`]
  return { ...fields, vnp_SecureHash: vnpayApiHash(settings.hash_secret, fields, order) }
}
const ask = (answer: unknown, at = now) =>
  vnpay.query?.(attempt, { settings, send: fakeProvider(answer).send, now: at })

describe('the query', () => {
  test('a payment gives the same notice as the IPN', async () => {
    const provider = fakeProvider(signed('querydr'))
    const notice = await vnpay.query?.(attempt, { settings, send: provider.send, now })
    expect(notice).toMatchObject({ ...read(ipn()), detail: expect.anything() })
    expect(provider.requests[0]).toMatchObject({ method: 'POST', url: settings.api_url })
    expect(provider.bodyOf()).toMatchObject({
      vnp_Command: 'querydr',
      vnp_TransactionDate: '20261121080000',
      vnp_CreateDate: '20261121082000',
      vnp_RequestId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  test('an attempt unknown to VNPAY is pending until its deadline is over', async () => {
    const unknown = { vnp_ResponseCode: '91', vnp_Message: 'Not found' }
    expect(await ask(unknown, new Date('2026-11-21T01:10:00Z'))).toMatchObject({
      status: 'pending',
    })
    expect(await ask(unknown, new Date('2026-11-21T01:21:00Z'))).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('hết thời gian'),
    })
  })

  test.each([
    ['unsigned', { ...signed('querydr'), vnp_SecureHash: 'x' }],
    ['of another attempt', signed('querydr', { vnp_TxnRef: 'somebody-1' })],
    ['of another merchant', signed('querydr', { vnp_TmnCode: 'SOMEBODY' })],
    ['an error', { vnp_ResponseCode: '99' }],
    ['no JSON', '<html>'],
  ])('%s throws ProviderTrouble', async (_name, answer) => {
    await expect(ask(answer)).rejects.toBeInstanceOf(ProviderTrouble)
  })
})

describe('the refund', () => {
  const request = {
    number: '9',
    amount: 1_000_000,
    reason: 'Khách hủy đơn',
    attempt: attemptOf({ provider_reference: '14422574' }),
    is_full: false,
    created_at: new Date('2026-11-21T01:19:00Z'),
  }
  const refund = (answer: unknown) =>
    vnpay.refund?.(request, { settings, send: fakeProvider(answer).send, now })

  test('of a part is requested as partial', async () => {
    const provider = fakeProvider(signed('refund', { vnp_TransactionStatus: '05' }))
    const answer = await vnpay.refund?.(request, { settings, send: provider.send, now })
    expect(answer).toEqual({ state: 'requested', provider_reference: '14422574', note: null })
    expect(provider.bodyOf()).toMatchObject({
      vnp_TransactionType: '03',
      vnp_Amount: '100000000',
      vnp_TransactionNo: '14422574',
      vnp_CreateBy: 'refund-9',
    })
  })

  test.each([
    ['done', signed('refund', { vnp_TransactionStatus: '06' })],
    ['failed', signed('refund', { vnp_TransactionStatus: '09' })],
    ['requested', { vnp_ResponseCode: '94' }],
    ['failed', { vnp_ResponseCode: '95' }],
  ])('%s', async (state, answer) => {
    expect(await refund(answer)).toMatchObject({ state })
  })

  test('of another payment decides nothing', async () => {
    const strange = signed('refund', { vnp_TxnRef: 'somebody-1' })
    await expect(refund(strange)).rejects.toBeInstanceOf(ProviderTrouble)
  })
})

test('a partial refund is sent only on the day of its request, a full refund also later', async () => {
  const attempt_paid = attemptOf({ provider_reference: '14422574' })
  const yesterday = new Date('2026-11-20T16:59:00Z')
  const request = {
    number: '9',
    amount: 5_000,
    reason: 'x',
    attempt: attempt_paid,
    created_at: yesterday,
  }
  const { send, requests } = fakeProvider(signed('refund'))
  const tools = { settings, send, now }
  const part = await vnpay.refund?.({ ...request, is_full: false }, tools)
  expect([part?.state, requests.length]).toEqual(['failed', 0])
  expect(await vnpay.refund?.({ ...request, is_full: true }, tools)).toMatchObject({
    state: 'done',
  })
})

test('a requested refund stays requested until a clear answer', async () => {
  const attempt_paid = attemptOf({ provider_reference: '14422574' })
  const created_at = new Date('2026-11-20T16:59:00Z')
  const about = { number: '9', amount: 5_000, reason: 'x', attempt: attempt_paid, created_at }
  const again = { ...about, is_requested: true }
  const state = async (is_full: boolean, answer: unknown) => {
    const tools = { settings, send: fakeProvider(answer).send, now }
    return (await vnpay.refund?.({ ...again, is_full }, tools))?.state
  }
  expect(await state(true, { vnp_ResponseCode: '95' })).toBe('requested')
  expect(await state(false, signed('refund'))).toBe('requested')
  expect(await state(true, signed('refund'))).toBe('done')
  expect(await state(true, signed('refund', { vnp_TransactionStatus: '09' }))).toBe('failed')
})

test('money that VNPAY took and reviews first is held, not lost', async () => {
  const suspected = { vnp_ResponseCode: '00', vnp_TransactionStatus: '07' }
  expect(await ask(signed('querydr', suspected))).toMatchObject({
    status: 'pending',
    is_held: true,
  })
  expect(await ask(signed('querydr'))).not.toHaveProperty('is_held')
})

test('is offered from 5,000đ to below a thousand million', () => {
  const offered = (amount: number) =>
    vnpay.isOffered({ amount, shipping_method: 'home_delivery', is_online_only: false })
  expect([4_999, 5_000, 999_999_999, 1_000_000_000].map(offered)).toEqual([
    false,
    true,
    true,
    false,
  ])
})
