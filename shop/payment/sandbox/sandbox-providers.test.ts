import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentNotice } from '#shop/payment/attempt/payment-notice.ts'
import type { Gateway, GatewayTools } from '#shop/payment/gateways/gateway.ts'
import { gateways } from '#shop/payment/methods/gateways.ts'
import { vnpay } from '#shop/payment/gateways/vnpay.ts'
import { callSandboxProviders } from '#shop/payment/sandbox/call-sandbox-providers.ts'
import { loadSandboxProviders } from '#shop/payment/sandbox/call-sandbox-providers.ts'
import { serveSandboxProviders } from '#shop/payment/sandbox/serve-sandbox-providers.ts'
import type { SandboxAction } from '#shop/payment/sandbox/sandbox-actions.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { attemptOf, startAt } from '#test/support/payment-attempt.ts'

const now = new Date('2026-11-21T01:05:00Z')
const public_url = 'https://shop.example'
const all = gateways.filter(({ settings }) => settings !== null)
/** Their providers notify only about received money. */
const gateways_without_failure_notices = new Set(['zalopay', 'payos'])
/** Its push says only that something changed: the answer to a query decides. */
const pushes_without_news = new Set(['kredivo', 'alepay'])
/** Asked a second time for the same refund, its provider says only that it knows it. */
const repeats_as_requested = new Set(['vnpay'])

let own: TestDatabase
let server: FastifyInstance
const received: (PaymentNotice | null)[] = []
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
      const is_expected_method = notices?.method === request.method
      received.push(is_expected_method ? notices.read(message, settings?.demo) : null)
      return reply.send('')
    })
  })
  const endOrder = async (text: string) => void ended.push(text)
  await serveSandboxProviders(server, {
    db: own.db,
    now: () => now,
    public_url,
    gateways,
    endOrder,
  })
})
afterAll(async () => {
  await server.close()
  await own.close()
})
beforeEach(() => {
  received.length = 0
  ended.length = 0
})

let last = 100
function attemptAt(gateway: Gateway) {
  last += 1
  const { code, settings } = gateway
  const attempt = attemptOf({
    reference: gateway.has_whole_numbers ? String(last) : `DH2611217K3M9QXZT${last}`,
    return_url: `${public_url}/cart/success/${code}?code=DH261121-7K3M9QXZ`,
    notify_url: `${public_url}/api/payment/notify/${code}`,
  })
  const send = callSandboxProviders({ db: own.db, now: () => now, gateways })
  const tools: GatewayTools<unknown> = { settings: settings?.demo, send, now }
  return { attempt, tools }
}

/** Starts an attempt and opens the page of the provider. */
async function open(gateway: Gateway) {
  const { attempt: asked, tools } = attemptAt(gateway)
  const { redirect_url, ...links } = await startAt(gateway, asked, tools)
  const attempt = { ...asked, ...links }
  const page = await server.inject({ method: 'GET', url: redirect_url })
  const reference = /name="reference" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const press = (
    action: string,
    headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ) =>
    server.inject({
      method: 'POST',
      url: redirect_url.split('?')[0] ?? '',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ reference, action }).toString(),
    })
  const ask = async () => gateway.query?.(attempt, tools)
  return { attempt, tools, page, press, ask, redirect_url }
}

const statuses = () => received.map((notice) => notice?.status ?? 'forged')

test('every gateway with keys has its sandbox provider', async () => {
  const sandbox_providers = await loadSandboxProviders(gateways)
  expect(sandbox_providers.map(({ family }) => family)).toEqual(all.map(({ code }) => code))
})

describe.each(all.map((gateway) => [gateway.code, gateway] as const))('%s', (code, gateway) => {
  const has_news = !pushes_without_news.has(code)
  const paid = has_news ? 'paid' : 'pending'
  const failure = (status: 'failed') => {
    if (gateways_without_failure_notices.has(code)) return []
    return [has_news ? status : 'pending']
  }

  test('a page with amount and buttons; a payment is notified, queried and refunded once', async () => {
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
    const notice = await ask()
    expect(notice).toMatchObject({ status: 'paid', amount: attempt.amount, failure: null })
    const names = [received[0]?.message_id, received[0]?.provider_reference]
    const same = !has_news ? names : [notice?.message_id, notice?.provider_reference]
    expect(names).toEqual(same)
    expect((await press('approve')).statusCode).toBe(409)
    expect((await server.inject({ method: 'GET', url: redirect_url })).body).toContain(
      'đã được thanh toán',
    )
    const request = {
      number: String(last),
      amount: attempt.amount,
      reason: 'Thử',
      attempt: { ...attempt, provider_reference: notice?.provider_reference ?? null },
      is_full: true,
      created_at: now,
    }
    const back = await gateway.refund?.(request, tools)
    const again = await gateway.refund?.(request, tools)
    const more = await gateway.refund?.({ ...request, number: String(last + 50_000) }, tools)
    const refunds = [back?.state, again?.state, more?.state]
    const repeated = repeats_as_requested.has(code) ? 'requested' : 'done'
    const by_hand = [undefined, undefined, undefined]
    expect(refunds).toEqual(gateway.refund === null ? by_hand : ['done', repeated, 'failed'])
  })

  test.each(['decline', 'cancel'])('%s: no money, and a reason for the shopper', async (action) => {
    const { press, ask } = await open(gateway)
    expect((await press(action)).statusCode).toBe(303)
    expect(statuses()).toEqual(failure('failed'))
    const notice = await ask()
    expect(notice).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/\p{Lu}.*\.$/u),
    })
  })

  test.each<[SandboxAction, string[], string]>([
    ['late', [paid], 'paid'],
    ['twice', [paid, paid], 'paid'],
    ['failed_after_paid', [paid, ...failure('failed')], 'paid'],
    ['paid_after_failed', [...failure('failed'), paid], 'paid'],
    ['wrong_amount', [paid], 'paid'],
    ['forged', ['forged'], 'pending'],
    ['silent', [], 'paid'],
    ['never', [], 'pending'],
  ])('%s is notified as %j; the query answers %s', async (action, notified, query_status) => {
    const { attempt, press, ask } = await open(gateway)
    const answer = await press(action)
    expect(answer.headers.location).toMatch(/^https:\/\/shop\.example\//)
    expect(statuses()).toEqual(notified)
    const status = await ask()
    const amount = action === 'wrong_amount' ? attempt.amount - 1_000 : attempt.amount
    expect([status?.status, status?.amount]).toEqual([query_status, amount])
    const message_ids = new Set(received.map((notice) => notice?.message_id))
    expect(action === 'twice' ? message_ids.size : 1).toBe(1)
    expect(ended).toHaveLength(action === 'late' ? 1 : 0)
    expect(ended.join('')).toContain(action === 'late' ? 'DH2611217K3M9QXZ' : '')
  })

  test('no page for an unsigned or unknown payment; cross-site and unknown actions are refused', async () => {
    const { redirect_url, press } = await open(gateway)
    const changed = redirect_url.replace(/(Amount=|t=)./, '$18')
    expect(changed).not.toBe(redirect_url)
    const page = await server.inject({ method: 'GET', url: changed })
    expect([page.statusCode, page.body.includes('name="action"')]).toEqual([404, false])
    expect((await press('approve', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await press('rob')).statusCode).toBe(422)
    expect(received).toEqual([])
  })
})
