import { describe, expect, test } from 'vitest'
import { ProviderTrouble } from '#shop/payment/gateways/gateway.ts'
import { onepayAtm } from '#shop/payment/gateways/onepay-atm.ts'
import { onepayIntl } from '#shop/payment/gateways/onepay-intl.ts'
import { onepayHash } from '#shop/payment/gateways/onepay-signature.ts'
import type { OnepaySettings } from '#shop/payment/gateways/onepay.ts'
import { attemptOf, noticeMessage, fakeProvider, startAt } from '#test/support/payment-attempt.ts'

/** OnePay's public test merchant. */
const settings: OnepaySettings = {
  merchant: 'TESTONEPAY',
  access_code: '6BEB2546',
  hash_key: '6D0870CDE5F24F34F3915FB0045120DB',
  user: 'op01',
  password: 'op123456',
  pay_url: 'https://mtf.onepay.vn/paygate/vpcpay.op',
  query_url: 'https://mtf.onepay.vn/msp/api/v1/vpc/invoices/queries',
  refund_url: 'https://mtf.onepay.vn/msp/api/v1/vpc/refunds',
}
const now = new Date('2026-11-21T01:05:00Z')
const attempt = attemptOf()

test('the hash published by naustudio/node-vn-payments', () => {
  const fields = {
    vpc_AccessCode: 'D67342C2',
    vpc_Amount: '1000000',
    vpc_Command: 'pay',
    vpc_Currency: 'VND',
    vpc_Locale: 'vn',
    vpc_MerchTxnRef: 'TEST_15156659133131771069956',
    vpc_Merchant: 'ONEPAY',
    vpc_OrderInfo: 'TEST_15156659133131771069956',
    vpc_ReturnURL: 'http://mtf.onepay.vn/developer/?page=demo_noidia',
    vpc_TicketNo: '118.69.52.190',
    vpc_Version: '2',
    Title: 'not signed',
    vpc_Customer_Id: '',
  }
  expect(onepayHash('A3EFDFABA8653DF2342E8DAC29B51AF0', fields)).toBe(
    'F42B6F097C919B567CDAC678586B6408B192611437AFF3A77ED9448C3E15AF37',
  )
})

test('the pay address, signed as Python’s hmac signs the same fields', async () => {
  const { send, requests } = fakeProvider()
  const { redirect_url } = await startAt(onepayIntl, attempt, { settings, send, now })
  const { searchParams } = new URL(redirect_url)
  expect(redirect_url.startsWith(`${settings.pay_url}?`)).toBe(true)
  expect(searchParams.get('vpc_SecureHash')).toBe(
    'D5184EAED07A98449E8FD3BAA79EFB7D6D425E8C36108613B62C6309F3CBCC08',
  )
  expect(searchParams.get('vpc_CardList')).toBe('INTERNATIONAL')
  const domestic = await startAt(onepayAtm, attempt, { settings, send, now })
  expect(new URL(domestic.redirect_url).searchParams.get('vpc_CardList')).toBe('DOMESTIC')
  expect(requests).toEqual([])
})

const result = (changes: Record<string, string> = {}, key = settings.hash_key) => {
  const fields = {
    vpc_Command: 'pay',
    vpc_Locale: 'vn',
    vpc_CurrencyCode: 'VND',
    vpc_MerchTxnRef: attempt.reference,
    vpc_Merchant: 'TESTONEPAY',
    vpc_OrderInfo: 'DH2611217K3M9QXZ',
    vpc_Amount: '3099000000',
    vpc_TxnResponseCode: '0',
    vpc_TransactionNo: 'PAY-abc_1',
    vpc_Message: 'Approved',
    vpc_Version: '2',
    vpc_Card: 'VC',
    ...changes,
  }
  return { ...fields, vpc_SecureHash: onepayHash(key, fields) }
}
const read = (query: URLSearchParams, gateway = onepayIntl) =>
  gateway.notices?.read(noticeMessage({ query }), settings) ?? null

describe('the IPN', () => {
  test('signed by OnePay is accepted, in a query or in a form', () => {
    const query = new URLSearchParams(result())
    const notice = read(query)
    expect(notice).toEqual({
      message_id: `${attempt.reference}:PAY-abc_1:0`,
      reference: attempt.reference,
      status: 'paid',
      amount: 30_990_000,
      provider_reference: 'PAY-abc_1',
      failure: null,
      detail: { response_code: '0', card: 'VC' },
    })
    const raw = query.toString()
    expect(onepayIntl.notices?.read(noticeMessage({ raw }), settings)).toEqual(notice)
  })

  test('changed in any field, doubled, of another merchant or key is refused', () => {
    const changed = Object.entries(result()).map(([key, value]) => ({
      ...result(),
      [key]: value.replace(/.$/, (last) => (last === '1' ? '2' : '1')),
    }))
    expect(changed.filter((fields) => read(new URLSearchParams(fields)) !== null)).toEqual([])
    const doubled = new URLSearchParams(result())
    doubled.append('vpc_Amount', '100')
    expect(read(doubled)).toBeNull()
    expect(read(new URLSearchParams(result({ vpc_Merchant: 'OTHER' })))).toBeNull()
    expect(read(new URLSearchParams(result({ vpc_Amount: '3099000001' })))).toBeNull()
    const key = 'A3EFDFABA8653DF2342E8DAC29B51AF0'
    expect(read(new URLSearchParams(result({}, key)))).toBeNull()
    expect(read(new URLSearchParams())).toBeNull()
  })

  test.each([
    ['F', 'failed', /3D-Secure/, /không thành công/],
    ['5', 'failed', /không đủ/, /Số tiền không hợp lệ/],
    ['21', 'failed', /không thành công/, /không đủ số dư/],
    ['99', 'failed', /hủy/, /hủy/],
    ['253', 'failed', /hết thời gian/, /hết thời gian/],
    ['300', 'pending', /^$/, /^$/],
    ['100', 'pending', /^$/, /^$/],
  ])('%s is %s', (vpc_TxnResponseCode, status, of_intl, of_atm) => {
    const query = new URLSearchParams(result({ vpc_TxnResponseCode, vpc_TransactionNo: '' }))
    const notices = [read(query), read(query, onepayAtm)]
    expect(notices.map((notice) => notice?.status)).toEqual([status, status])
    expect(notices[0]?.failure ?? '').toMatch(of_intl)
    expect(notices[1]?.failure ?? '').toMatch(of_atm)
  })

  test.each([
    ['taken', 'responsecode=1&desc=confirm-success'],
    ['known', 'responsecode=1&desc=confirm-success'],
    ['forged', 'responsecode=0&desc=invalid-signature'],
    ['not_found', 'responsecode=0&desc=order-not-found'],
    ['try_again', 'responsecode=0&desc=confirm-fail'],
  ] as const)('%s is answered with %s', (outcome, body) => {
    const answer = { status: 200, type: 'text/plain', body }
    expect(onepayIntl.notices?.answer(outcome)).toEqual(answer)
  })
})

describe('the query', () => {
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
  const ask = (answer: string) =>
    onepayIntl.query?.(attempt, { settings, send: fakeProvider(answer).send, now })

  test('a signed answer gives the same notice as the IPN', async () => {
    const { send, requests } = fakeProvider(form(result({ vpc_DRExists: 'Y' })))
    const notice = await onepayIntl.query?.(attempt, { settings, send, now })
    expect(notice).toEqual(read(new URLSearchParams(result())))
    const sent = Object.fromEntries(new URLSearchParams(requests[0]?.body))
    expect(sent).toMatchObject({ vpc_Command: 'queryDR', vpc_User: 'op01' })
    expect(sent['vpc_SecureHash']).toBe(onepayHash(settings.hash_key, sent))
    expect(await ask('vpc_DRExists=N')).toMatchObject({ status: 'pending' })
  })

  test.each([
    ['unsigned', form({ ...result(), vpc_SecureHash: '' })],
    ['of another attempt', form(result({ vpc_MerchTxnRef: 'other' }))],
    ['a page', '<html></html>'],
    ['nothing', ''],
  ])('%s throws ProviderTrouble', async (_name, answer) => {
    await expect(ask(answer)).rejects.toBeInstanceOf(ProviderTrouble)
  })
})

test.each([
  ['0', 'done'],
  ['300', 'requested'],
  ['3', 'failed'],
])('a refund answered %s is %s', async (code, state) => {
  const reply = `vpc_TxnResponseCode=${code}&vpc_TransactionNo=R1`
  const { send, requests } = fakeProvider(reply, reply)
  const request = {
    number: '9',
    amount: 1_000_000,
    reason: 'x',
    attempt,
    is_full: false,
    created_at: now,
  }
  const answer = await onepayIntl.refund?.(request, { settings, send, now })
  expect(answer).toMatchObject({ state, provider_reference: 'R1' })
  expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toMatchObject({
    vpc_Command: 'refund',
    vpc_MerchTxnRef: 'hoan-9',
    vpc_OrgMerchTxnRef: attempt.reference,
    vpc_Amount: '100000000',
  })
  const repeated_request = { ...request, is_requested: true }
  const repeated_answer = await onepayIntl.refund?.(repeated_request, { settings, send, now })
  expect(repeated_answer?.state).toBe(state === 'done' ? 'done' : 'requested')
})

test.each([
  ['of another refund', { vpc_MerchTxnRef: 'hoan-8' }],
  ['with a wrong signature', { vpc_SecureHash: 'A1' }],
])('an answer %s decides nothing', async (_name, fields) => {
  const reply = new URLSearchParams({ vpc_TxnResponseCode: '0', ...fields }).toString()
  const money = { number: '9', amount: 1_000_000, reason: 'x', attempt, is_full: false }
  const { send } = fakeProvider(reply)
  const answer = onepayIntl.refund?.({ ...money, created_at: now }, { settings, send, now })
  await expect(answer).rejects.toBeInstanceOf(ProviderTrouble)
})
