import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OutsideRequest, OutsideTrouble } from '#platform/http/outside-call.ts'
import { Undeliverable } from '#shop/notification/transports/transport.ts'
import { zalo } from '#shop/notification/transports/zalo.ts'
import { type ZaloTokens, zaloTokens } from '#shop/notification/transports/zalo-tokens.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { testBox } from '#test/support/providers.ts'

const opening = new Date('2026-11-25T03:00:00Z')
const box = testBox()
let own: TestDatabase
let now = opening
/** The refresh token that Zalo accepts. Each is used once. */
let refresh_token = 'refresh-token-0-of-the-owner'
let access_token = ''
let renewals = 0
let requests: OutsideRequest[] = []
let answers: unknown[] = []

/** Zalo, as its papers describe it. */
async function call(request: OutsideRequest) {
  requests.push(request)
  if (new URL(request.url).host !== 'oauth.zaloapp.com') {
    if (request.headers?.['access_token'] !== access_token) return answer({ error: -124 })
    return answer(answers.shift() ?? { error: 0, message: 'Success', data: { msg_id: 'x' } })
  }
  const form = new URLSearchParams(request.body)
  if (form.get('refresh_token') !== refresh_token) {
    return answer({ error: -14014, error_name: 'Invalid refresh token' })
  }
  renewals += 1
  refresh_token = `refresh-token-${renewals}`
  access_token = `access-token-${renewals}`
  return answer({ access_token, refresh_token, expires_in: '90000' })
}
const answer = (body: unknown) => ({ status: 200, body: JSON.stringify(body) })

const opened = (seed = 'refresh-token-0-of-the-owner'): ZaloTokens =>
  zaloTokens({
    ...{ db: own.db, now: () => now, box, call },
    ...{ app_id: '1234567890', app_secret: 'secret-of-the-app', refresh_token: seed },
  })
const transport = (tokens = opened()) => zalo({ tokens, call, template_id: '330875' })
const message = {
  ...{ request_id: 'a-number', recipient: '0912345678', subject: null, text: '', html: null },
  code: '012345',
}

beforeAll(async () => {
  own = await testDatabase()
})
afterAll(() => own.close())
beforeEach(async () => {
  await sql`truncate zalo_token`.execute(own.db)
  ;[now, renewals, requests, answers] = [opening, 0, [], []]
  ;[refresh_token, access_token] = ['refresh-token-0-of-the-owner', '']
})

describe('a code by Zalo', () => {
  test('is sent as documented, with the number in the form 84', async () => {
    await transport().send(message)
    expect(requests.at(-1)).toEqual({
      method: 'POST',
      url: 'https://business.openapi.zalo.me/message/template',
      headers: { 'content-type': 'application/json', access_token: 'access-token-1' },
      body: JSON.stringify({
        phone: '84912345678',
        template_id: '330875',
        template_data: { otp: '012345' },
        tracking_id: 'a-number',
      }),
    })
  })

  test.each([-108, -110, -114, -115, -118, -147, -100])('error %i is a no', async (error) => {
    answers = [{ error, message: 'no' }]
    await expect(transport().send(message)).rejects.toBeInstanceOf(Undeliverable)
  })

  test('an unreadable answer is not taken for a yes', async () => {
    answers = ['<html>']
    await expect(transport().send(message)).rejects.toThrow(/expected|Invalid/i)
  })

  test('a refused token is replaced once; a second no stays a no', async () => {
    const tokens = opened()
    await transport(tokens).send(message)
    access_token = 'revoked by its owner'
    await transport(tokens).send(message)
    expect(renewals).toBe(2)
    const never = { access: async () => 'wrong' }
    await expect(transport(never).send(message)).rejects.toThrow('Zalo -124')
  })
})

describe('the tokens of Zalo', () => {
  test('are renewed before they end, each refresh token used once, also after a restart', async () => {
    expect(await opened().access()).toBe('access-token-1')
    expect(await opened().access()).toBe('access-token-1')
    now = new Date(opening.getTime() + 25 * 3_600_000 - 60_000)
    expect(await opened().access()).toBe('access-token-2')
    expect(renewals).toBe(2)
  })

  test('twenty messages at once renew once; another process waits for it', async () => {
    const tokens = opened()
    const twenty = await Promise.all(Array.from({ length: 20 }, () => tokens.access()))
    expect([new Set(twenty).size, renewals]).toEqual([1, 1])
    now = new Date(opening.getTime() + 26 * 3_600_000)
    const processes = await Promise.allSettled([opened().access(), opened().access()])
    expect(processes).toContainEqual({ status: 'fulfilled', value: 'access-token-2' })
    expect(renewals).toBe(2)
  })

  test('no table holds one readably', async () => {
    await opened().access()
    const { rows } = await sql<{ line: string }>`
      select concat(zalo_token::text, encode(sealed_refresh, 'escape')) as line from zalo_token`.execute(
      own.db,
    )
    expect(rows[0]?.line).not.toMatch(/refresh-token|access-token/)
  })

  test('a new setting begins anew; an old one is not used a second time', async () => {
    await opened().access()
    refresh_token = 'refresh-token-of-today'
    now = new Date(opening.getTime() + 26 * 3_600_000)
    await expect(opened().access()).rejects.toThrow('refused (-14014)')
    expect(await opened('refresh-token-of-today').access()).toBe('access-token-2')
  })

  test('two settings of a rolling update renew side by side, and neither ends the other', async () => {
    const [before, after] = [opened(), opened('refresh-token-of-today')]
    expect(await before.access()).toBe('access-token-1')
    const of_before = refresh_token
    refresh_token = 'refresh-token-of-today'
    expect(await after.access()).toBe('access-token-2')
    const of_after = refresh_token
    // Turn by turn: each keeps its tokens, and nothing is asked of Zalo.
    expect([await before.access(), await after.access()]).toEqual([
      'access-token-1',
      'access-token-2',
    ])
    expect(renewals).toBe(2)
    now = new Date(opening.getTime() + 26 * 3_600_000)
    refresh_token = of_after
    expect(await after.access()).toBe('access-token-3')
    refresh_token = of_before
    expect(await before.access()).toBe('access-token-4')
  })

  test('a renewal that fails is not tried again at once', async () => {
    const failing = zaloTokens({
      ...{ db: own.db, now: () => now, box, app_id: '1', app_secret: 's', refresh_token: 'r' },
      call: async () => {
        renewals += 1
        throw new OutsideTrouble('no answer')
      },
    })
    await expect(failing.access()).rejects.toThrow('no answer')
    await expect(failing.access()).rejects.toThrow('another process is renewing the token')
    now = new Date(opening.getTime() + 31_000)
    await expect(failing.access()).rejects.toThrow('no answer')
    expect(renewals).toBe(2)
  })
})
