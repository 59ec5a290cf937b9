import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Challenge } from 'altcha-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { altcha, type Altcha } from '#platform/captcha/altcha.ts'
import { captchaKey } from '#platform/captcha/captcha-key.ts'
import { recaptcha } from '#platform/captcha/recaptcha.ts'
import { captchaUses, sweepCaptchaUses } from '#platform/captcha/captcha-uses.ts'
import { createLog } from '#platform/observe/log.ts'
import { securityHeaders } from '#platform/http/security-headers.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { packed, solutionOf } from '#test/support/solve-captcha.ts'

const ip = '203.0.113.9'
const begun = new Date('2026-11-21T05:00:00Z')
let own: TestDatabase
let now = begun

beforeAll(async () => {
  own = await testDatabase({ max: 8 })
})
afterAll(() => own.close())

/** An ALTCHA as one of several processes uses it: they share the database. */
function processWith(key = 'k'.repeat(64)): Altcha {
  return altcha({ key, now: () => now, firstUse: captchaUses(own.db) })
}

type Payload = { challenge: Challenge; solution: Record<string, unknown> }

function unpacked(response: string): Payload {
  return JSON.parse(Buffer.from(response, 'base64').toString()) as Payload
}

describe('ALTCHA', () => {
  test('a solved challenge passes once, whichever process checks it', async () => {
    now = begun
    const [first, second] = [processWith(), processWith()]
    const response = await solutionOf(await first.challenge())
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? first : second).check(response, ip)),
    )
    expect(verdicts.filter((verdict) => verdict === 'passed')).toHaveLength(1)
    expect(verdicts.filter((verdict) => verdict === 'wrong')).toHaveLength(19)
  })

  test('a used proof does not pass again in another encoding', async () => {
    now = begun
    const captcha = processWith()
    const response = await solutionOf(await captcha.challenge())
    const { challenge, solution } = unpacked(response)
    expect(await captcha.check(response, ip)).toBe('passed')
    const again = { solution: { ...solution, time: 7 }, challenge, more: 'fields' }
    expect(await captcha.check(packed(again), ip)).toBe('wrong')
    expect(await captcha.check(` ${response}\n`, ip)).toBe('wrong')
  })

  test('it expires after ten minutes of the injected clock', async () => {
    now = begun
    const captcha = processWith()
    const [early, late] = [
      await solutionOf(await captcha.challenge()),
      await solutionOf(await captcha.challenge()),
    ]
    now = new Date(begun.getTime() + 599_999)
    expect(await captcha.check(early, ip)).toBe('passed')
    now = new Date(begun.getTime() + 600_000)
    expect(await captcha.check(late, ip)).toBe('wrong')
    await sweepCaptchaUses(own.db, now)
    expect(await captcha.check(early, ip)).toBe('wrong')
  })

  const forgeries: [string, (payload: Payload) => unknown][] = [
    [
      'no work done',
      ({ challenge }) => ({ challenge, solution: { counter: 0, derivedKey: '00' } }),
    ],
    [
      'another key',
      ({ challenge, solution }) => ({
        challenge,
        solution: { ...solution, derivedKey: '00'.repeat(32) },
      }),
    ],
    [
      'a lower cost',
      ({ challenge, solution }) => ({
        challenge: withParameters(challenge, { cost: 1 }),
        solution,
      }),
    ],
    [
      'a later expiry',
      ({ challenge, solution }) => ({
        challenge: withParameters(challenge, { data: { expires: 9_999_999_999_999 } }),
        solution,
      }),
    ],
    [
      'no signature',
      ({ challenge: { parameters }, solution }) => ({ challenge: { parameters }, solution }),
    ],
    [
      'a signature of zeros',
      ({ challenge, solution }) => ({
        challenge: { ...challenge, signature: '0'.repeat(64) },
        solution,
      }),
    ],
    [
      'an easier target',
      ({ challenge, solution }) => ({
        challenge: withParameters(challenge, { keyPrefix: '' }),
        solution,
      }),
    ],
    ['no fields', () => ({})],
    ['null', () => null],
    ['a list', () => []],
  ]

  test.each(forgeries)('%s does not pass', async (_name, forge) => {
    now = begun
    const captcha = processWith()
    const payload = unpacked(await solutionOf(await captcha.challenge()))
    expect(await captcha.check(packed(forge(payload)), ip)).toBe('wrong')
  })

  test('rubbish does not pass, nor a challenge signed with another key', async () => {
    now = begun
    const captcha = processWith()
    for (const rubbish of ['', 'true', '{}', '\0', 'x'.repeat(8_000), '../../etc/passwd']) {
      expect(await captcha.check(rubbish, ip)).toBe('wrong')
    }
    const foreign = await solutionOf(await processWith('f'.repeat(64)).challenge())
    expect(await captcha.check(foreign, ip)).toBe('wrong')
  })
})

describe('reCAPTCHA v2', () => {
  const log = createLog({ service: 'test', level: 'silent' })
  const requests: URLSearchParams[] = []

  function google(answer: () => Response | Promise<Response>) {
    const send: typeof fetch = async (_address, init) => {
      requests.push(init?.body as URLSearchParams)
      return answer()
    }
    const keys = { site_key: 'site', secret: 'the-secret' }
    return recaptcha({ ...keys, now: () => now, log, firstUse: captchaUses(own.db), send })
  }

  test('a response that Google confirms passes once', async () => {
    const captcha = google(() => Response.json({ success: true, hostname: 'shop.example' }))
    expect(captcha.offer).toEqual({ kind: 'recaptcha', site_key: 'site' })
    expect(await captcha.check('response-1', ip)).toBe('passed')
    expect(Object.fromEntries(requests.at(-1) ?? [])).toEqual({
      secret: 'the-secret',
      response: 'response-1',
      remoteip: ip,
    })
    expect(await captcha.check('response-1', ip)).toBe('wrong')
  })

  test.each([
    [{ success: false, 'error-codes': ['timeout-or-duplicate'] }, 'wrong'],
    [{ success: false, 'error-codes': ['invalid-input-response'] }, 'wrong'],
    [{ success: false, 'error-codes': ['invalid-input-secret'] }, 'unavailable'],
    [{ success: 'yes' }, 'unavailable'],
    [{}, 'unavailable'],
    [null, 'unavailable'],
  ])('%j is %s', async (body, verdict) => {
    expect(await google(() => Response.json(body)).check('response-2', ip)).toBe(verdict)
  })

  test.each([
    ['no answer', () => Promise.reject(new TypeError('fetch failed'))],
    ['too late', () => Promise.reject(new DOMException('timeout', 'TimeoutError'))],
    ['a page', () => new Response('<html>busy</html>')],
    ['an empty answer', () => new Response(null, { status: 503 })],
    ['too much', () => Response.json({ success: true, hostname: 'x'.repeat(1_000_000) })],
  ])('%s: the captcha does not pass', async (_name, answer) => {
    expect(await google(answer).check('response-3', ip)).toBe('unavailable')
  })

  test('the content security policy allows Google only if the shop has keys', () => {
    const policyOf = (has_recaptcha: boolean) =>
      securityHeaders({ public_url: 'https://shop.example', is_dev: false, has_recaptcha })[
        'content-security-policy'
      ]
    expect(policyOf(false)).not.toMatch(/google|gstatic|recaptcha/)
    expect(policyOf(false)).toContain("worker-src 'self'")
    expect(policyOf(true)).toMatch(/script-src 'self' https:\/\/www\.google\.com\/recaptcha\//)
    expect(policyOf(true)).toMatch(/frame-src [^;]*https:\/\/www\.google\.com\/recaptcha\//)
  })
})

describe('the key', () => {
  test('is derived from SECRET_KEY, or generated once into a file that only this user may read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tiem-captcha-'))
    const source = { data_dir: folder, secret_key: null }
    const drawn = captchaKey(source)
    expect(drawn).toMatch(/^[0-9a-f]{64}$/)
    expect(captchaKey(source)).toBe(drawn)
    expect(statSync(join(folder, 'captcha.key')).mode & 0o777).toBe(0o600)
    const derived = captchaKey({ ...source, secret_key: 's'.repeat(40) })
    expect(derived).not.toBe(drawn)
    expect(captchaKey({ data_dir: '/nowhere', secret_key: 's'.repeat(40) })).toBe(derived)
    rmSync(folder, { recursive: true })
  })
})

function withParameters(challenge: Challenge, more: object): Challenge {
  return { ...challenge, parameters: { ...challenge.parameters, ...more } }
}
