import { describe, expect, test } from 'vitest'
import { ProviderTrouble } from '#shop/payment/gateways/gateway.ts'
import {
  kredivo,
  kredivoPushAddress,
  type KredivoSettings,
} from '#shop/payment/gateways/kredivo.ts'
import { attemptOf, noticeMessage, fakeProvider } from '#test/support/payment-attempt.ts'

const settings: KredivoSettings = {
  server_key: 'server-key',
  payment_type: '30_days',
  api_url: 'https://sandbox.kredivo.com/kredivo',
}
const now = new Date('2026-11-21T01:05:00Z')
const attempt = attemptOf()
const push_address = new URL(kredivoPushAddress(attempt, settings))

test('a checkout is created with a push address that only Kredivo knows', async () => {
  const redirect_url = 'https://sandbox.kredivo.com/kredivo/v2/signin?tk=x'
  const { send, requests, bodyOf } = fakeProvider({ status: 'OK', redirect_url })
  expect(await kredivo.start?.(attempt, { settings, send, now })).toEqual({ redirect_url })
  expect(requests[0]?.url).toBe('https://sandbox.kredivo.com/kredivo/v2/checkout_url')
  expect(bodyOf()).toMatchObject({
    server_key: 'server-key',
    transaction_details: { order_id: attempt.reference, amount: 30_990_000 },
    customer_details: { first_name: 'Nguyễn Văn An', phone: '0912345678', email: '' },
    back_to_store_uri: attempt.return_url,
    expiration_time: '1795223700',
    push_uri: push_address.href,
  })
  expect(push_address.searchParams.get('proof')).toBe(
    'e5ba9cb73f02f2e9c1d2b510ea6fa675f177cf5937f3ec781e0aac48518101f3',
  )
})

test.each([{ status: 'ERROR' }, { status: 'OK' }, 'x'])(
  '%j throws ProviderTrouble',
  async (answer) => {
    const { send } = fakeProvider(answer)
    const started = kredivo.start?.(attempt, { settings, send, now })
    await expect(started).rejects.toBeInstanceOf(ProviderTrouble)
  },
)

describe('the push', () => {
  const read = (query: URLSearchParams) =>
    kredivo.notices?.read(
      noticeMessage({ query, raw: '{"transaction_status":"settlement"}' }),
      settings,
    )

  test('only triggers a query, whatever it contains', () => {
    expect(read(push_address.searchParams)).toMatchObject({
      reference: attempt.reference,
      status: 'pending',
    })
  })

  test('without the proof, or with the proof of another attempt, is refused', () => {
    expect(read(new URLSearchParams({ reference: attempt.reference }))).toBeNull()
    const other = new URLSearchParams(push_address.searchParams)
    other.set('reference', 'other')
    expect(read(other)).toBeNull()
  })

  test.each([
    ['pending', 200, 'OK'],
    ['forged', 200, 'ERROR'],
    ['try_again', 503, 'ERROR'],
  ] as const)('%s is answered with %d %s', (outcome, status, word) => {
    const answer = kredivo.notices?.answer(outcome)
    expect([answer?.status, JSON.parse(answer?.body ?? '').status]).toEqual([status, word])
  })
})

describe('the answer to a query decides', () => {
  const status = (changes: object = {}) => ({
    status: 'OK',
    order_id: attempt.reference,
    transaction_id: 'bb0380d7',
    amount: '30990000.00',
    transaction_status: 'settlement',
    fraud_status: 'accept',
    payment_type: '30_days',
    ...changes,
  })
  const ask = (answer: unknown) =>
    kredivo.query?.(attempt, { settings, send: fakeProvider(answer).send, now })

  test('settled', async () => {
    expect(await ask(status())).toMatchObject({
      message_id: `${attempt.reference}:bb0380d7:settlement`,
      status: 'paid',
      amount: 30_990_000,
      provider_reference: 'bb0380d7',
    })
  })

  test.each([
    [{ transaction_status: 'pending' }, 'pending'],
    [{ transaction_status: 'deny' }, 'failed'],
    [{ transaction_status: 'cancel' }, 'failed'],
    [{ transaction_status: 'expire' }, 'failed'],
    [{ fraud_status: 'deny' }, 'failed'],
  ])('%j is %s', async (changes, expected) => {
    const notice = await ask(status(changes))
    expect(notice?.status).toBe(expected)
    expect(notice?.failure === null).toBe(expected === 'pending')
  })

  test.each([
    status({ order_id: 'other' }),
    status({ transaction_status: 'new word' }),
    status({ amount: 'much' }),
    { status: 'ERROR', error: { message: 'Order not found' } },
    'x',
  ])('%j throws ProviderTrouble', async (answer) => {
    await expect(ask(answer)).rejects.toBeInstanceOf(ProviderTrouble)
  })
})

test.each([
  [{ status: 'OK' }, 'done'],
  [{ status: 'ERROR', error: { message: 'too much' } }, 'failed'],
])('a cancellation answered %j is %s', async (answer, state) => {
  const { send, bodyOf } = fakeProvider(answer)
  const paid = attemptOf({ provider_reference: 'bb0380d7' })
  const request = {
    number: '9',
    amount: 5,
    reason: 'x',
    attempt: paid,
    is_full: false,
    created_at: now,
  }
  expect(await kredivo.refund?.(request, { settings, send, now })).toMatchObject({ state })
  expect(bodyOf()).toMatchObject({ cancellation_id: 'hoan-9', transaction_id: 'bb0380d7' })
})
