import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentNotice } from '#shop/payment/attempt/payment-notice.ts'
import type { Gateway, GatewayTools } from '#shop/payment/gateways/gateway.ts'
import { fundiin } from '#shop/payment/gateways/fundiin.ts'
import { kredivo } from '#shop/payment/gateways/kredivo.ts'
import { momo } from '#shop/payment/gateways/momo.ts'
import { onepayAtm } from '#shop/payment/gateways/onepay-atm.ts'
import { onepayIntl } from '#shop/payment/gateways/onepay-intl.ts'
import { payos } from '#shop/payment/gateways/payos.ts'
import { vnpay } from '#shop/payment/gateways/vnpay.ts'
import { zalopay } from '#shop/payment/gateways/zalopay.ts'
import { playTestProviders } from '#shop/payment/sandbox/call-sandbox-providers.ts'
import { serveTestProviders } from '#shop/payment/sandbox/serve-sandbox-providers.ts'
import type { Deed } from '#shop/payment/sandbox/sandbox-actions.ts'
import { test_providers } from '#shop/payment/sandbox/sandbox-providers.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { attemptOf, startAt } from '#test/support/payment-attempt.ts'

const now = new Date('2026-11-21T01:05:00Z')
const public_url = 'https://shop.example'
const all: readonly Gateway[] = [
  vnpay,
  onepayIntl,
  onepayAtm,
  momo,
  zalopay,
  payos,
  kredivo,
  fundiin,
]
/** Kredivo's push says nothing that counts; ZaloPay and payOS speak of money only. */
const tells_failures = new Set(['vnpay', 'onepay_intl', 'onepay_atm', 'momo', 'fundiin'])

let own: TestDatabase
let server: FastifyInstance
const heard: (PaymentNotice | null)[] = []
const ended: string[] = []

beforeAll(async () => {
  own = await testDatabase()
  server = fastify()
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    scope.all<{ Params: { code: string } }>('/api/payment/notify/:code', async (request, reply) => {
      const gateway = all.find(({ code }) => code === request.params.code)
      const query = new URLSearchParams(request.url.split('?')[1])
      const raw = typeof request.body === 'string' ? request.body : ''
      const { settings, notices } = gateway ?? vnpay
      const message = { query, raw, headers: request.headers }
      const is_well_told = notices?.method === request.method
      heard.push(is_well_told ? notices.read(message, settings?.demo) : null)
      return reply.send('')
    })
  })
  const endOrder = async (text: string) => void ended.push(text)
  await serveTestProviders(server, { db: own.db, now: () => now, public_url, endOrder })
})
afterAll(async () => {
  await server.close()
  await own.close()
})
beforeEach(() => {
  heard.length = 0
  ended.length = 0
})

let last = 100
function tryAt(gateway: Gateway) {
  last += 1
  const { code, settings } = gateway
  const attempt = attemptOf({
    payment_id: last,
    reference: `DH2611217K3M9QXZT${last}`,
    return_url: `${public_url}/cart/success/${code}?code=DH261121-7K3M9QXZ`,
    notify_url: `${public_url}/api/payment/notify/${code}`,
  })
  const send = playTestProviders({ db: own.db, now: () => now })
  const tools: GatewayTools<unknown> = { settings: settings?.demo, send, now }
  return { attempt, tools }
}

/** From the button in our checkout to the page of the provider. */
async function open(gateway: Gateway) {
  const { attempt, tools } = tryAt(gateway)
  const { redirect_url } = await startAt(gateway, attempt, tools)
  const page = await server.inject({ method: 'GET', url: redirect_url })
  const reference = /name="reference" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const press = (
    deed: string,
    headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ) =>
    server.inject({
      method: 'POST',
      url: redirect_url.split('?')[0] ?? '',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ reference, deed }).toString(),
    })
  const ask = async () => gateway.query?.(attempt, tools)
  return { attempt, tools, page, press, ask, redirect_url }
}

const statuses = () => heard.map((notice) => notice?.status ?? 'forged')

test('every gateway with keys has its player', () => {
  expect(test_providers.map(({ family }) => family)).toEqual(all.map(({ code }) => code))
})

describe.each(all.map((gateway) => [gateway.code, gateway] as const))('%s', (code, gateway) => {
  const says_failure = tells_failures.has(code)
  const paid = code === 'kredivo' ? 'pending' : 'paid'
  const failure = (status: 'failed') => {
    if (code === 'kredivo') return ['pending']
    return says_failure ? [status] : []
  }

  test('a page with amount and buttons; money is told, asked for, and goes back once', async () => {
    const { attempt, tools, page, press, ask, redirect_url } = await open(gateway)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('30.990.000đ')
    const before = await ask()
    expect(before?.status).toBe('pending')
    const answer = await press('approve')
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      expect.stringMatching(/^https:\/\/shop\.example\/cart\/success\/.*DH261121-7K3M9QXZ/),
    ])
    expect(statuses()).toEqual([paid])
    const told = await ask()
    expect(told).toMatchObject({ status: 'paid', amount: attempt.amount, failure: null })
    const names = [heard[0]?.message_id, heard[0]?.provider_reference]
    const same = code === 'kredivo' ? names : [told?.message_id, told?.provider_reference]
    expect(names).toEqual(same)
    expect((await press('approve')).statusCode).toBe(409)
    expect((await server.inject({ method: 'GET', url: redirect_url })).body).toContain(
      'đã được thanh toán',
    )
    const request = {
      refund_id: last,
      amount: attempt.amount,
      reason: 'Thử',
      attempt: { ...attempt, provider_reference: told?.provider_reference ?? null },
      is_full: true,
      created_at: now,
    }
    const back = await gateway.refund?.(request, tools)
    const again = await gateway.refund?.(request, tools)
    const more = await gateway.refund?.({ ...request, refund_id: last + 50_000 }, tools)
    const refunds = [back?.state, again?.state, more?.state]
    const expected = code === 'vnpay' ? ['done', 'requested', 'failed'] : ['done', 'done', 'failed']
    expect(refunds).toEqual(code === 'payos' ? [undefined, undefined, undefined] : expected)
  })

  test.each(['decline', 'cancel'])('%s: no money, in words', async (deed) => {
    const { press, ask } = await open(gateway)
    expect((await press(deed)).statusCode).toBe(303)
    expect(statuses()).toEqual(failure('failed'))
    const told = await ask()
    expect(told).toMatchObject({ status: 'failed', failure: expect.stringMatching(/\p{Lu}.*\.$/u) })
  })

  test.each<[Deed, string[], string]>([
    ['late', [paid], 'paid'],
    ['twice', [paid, paid], 'paid'],
    ['failed_after_paid', [paid, ...failure('failed')], 'paid'],
    ['paid_after_failed', [...failure('failed'), paid], 'paid'],
    ['wrong_amount', [paid], 'paid'],
    ['forged', ['forged'], 'pending'],
    ['silent', [], 'paid'],
    ['never', [], 'pending'],
  ])('%s is told as %j; asked, it is %s', async (deed, told, asked) => {
    const { attempt, press, ask } = await open(gateway)
    const answer = await press(deed)
    expect(answer.headers.location).toMatch(/^https:\/\/shop\.example\//)
    expect(statuses()).toEqual(told)
    const status = await ask()
    const amount = deed === 'wrong_amount' ? attempt.amount - 1_000 : attempt.amount
    expect([status?.status, status?.amount]).toEqual([asked, amount])
    const twice = new Set(heard.map((notice) => notice?.message_id))
    expect(deed === 'twice' ? twice.size : 1).toBe(1)
    expect(ended).toHaveLength(deed === 'late' ? 1 : 0)
    expect(ended.join('')).toContain(deed === 'late' ? 'DH2611217K3M9QXZ' : '')
  })

  test('no page for what the shop did not sign or announce, no deed from elsewhere or unknown', async () => {
    const { redirect_url, press } = await open(gateway)
    const changed = redirect_url.replace(/(Amount=|t=)./, '$18')
    expect(changed).not.toBe(redirect_url)
    const page = await server.inject({ method: 'GET', url: changed })
    expect([page.statusCode, page.body.includes('name="deed"')]).toEqual([404, false])
    expect((await press('approve', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await press('rob')).statusCode).toBe(422)
    expect(heard).toEqual([])
  })
})
