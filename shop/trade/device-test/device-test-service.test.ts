import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeviceTestFindings, DeviceTestReport } from '#contracts/storefront/device-test.ts'
import { device_test_codes, device_verdicts } from '#pure/formats/device-tests.ts'
import { readToken, reportToken } from '#shop/trade/device-test/report-token.ts'
import { dataOf, refusalOf } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let database: TestDatabase
let door: Door
let now = new Date('2026-11-26T03:00:00Z')

beforeAll(async () => {
  database = await testDatabase()
  door = await openDoor(database, { now: () => now, env: { SECRET_KEY: 'a'.repeat(40) } })
})
afterAll(async () => {
  await door.close()
  await database.close()
})

const key = 'c'.repeat(64)

const findings: DeviceTestFindings = {
  device_name: 'Dell XPS 13 9340',
  results: [
    { test: 'screen', verdict: 'passed', note: '2880 × 1800' },
    { test: 'keyboard', verdict: 'failed', note: '103/104 phím (thiếu F12)' },
    { test: 'gamepad', verdict: 'skipped', note: '' },
  ],
}
const sign = (json: unknown, at = door) => at.call('POST', '/api/device-test/v1/report', { json })
const read = (token: string, at = door) =>
  at.call('GET', `/api/device-test/v1/report?${new URLSearchParams({ token })}`)
const tokenOf = async (at = door) => dataOf<{ token: string }>(await sign(findings, at)).token

describe('a signed report', () => {
  test('says what was found, with its day, its end and the QR code of its page', async () => {
    const report = dataOf<DeviceTestReport>(await read(await tokenOf()))
    expect(report).toMatchObject({
      ...findings,
      made_at: '2026-11-26T03:00:00.000Z',
      expires_at: '2026-12-26T03:00:00.000Z',
    })
    expect(report.qr).toMatch(/^data:image\/svg\+xml,/)
  })

  test('is refused when any letter of it was changed, cut off or added', async () => {
    const token = await tokenOf()
    const changed = Array.from(token, (letter, at) => {
      const other = letter === 'a' ? 'b' : 'a'
      return token.slice(0, at) + other + token.slice(at + 1)
    })
    const cut = [token.slice(0, -1), token.slice(1), `${token}0`, `${token}.${token}`, '.', 'x', '']
    for (const [index, forged] of [...changed, ...cut].entries()) {
      expect([index, readToken(forged, key)]).toEqual([index, null])
    }
    for (const forged of [changed[3], changed.at(-1), ...cut]) {
      expect(refusalOf(await read(forged ?? ''))).toBe('404 report_is_invalid')
    }
  })

  test('is worth nothing at another shop', async () => {
    const other = await openDoor(database, { env: { SECRET_KEY: 'b'.repeat(40) } })
    try {
      expect(refusalOf(await read(await tokenOf(other)))).toBe('404 report_is_invalid')
    } finally {
      await other.close()
    }
  })

  test('ends after 30 days', async () => {
    const token = await tokenOf()
    now = new Date('2026-12-26T02:59:59Z')
    expect((await read(token)).status).toBe(200)
    now = new Date('2026-12-26T03:00:00Z')
    expect(refusalOf(await read(token))).toBe('410 report_is_expired')
    now = new Date('2026-11-26T03:00:00Z')
  })

  test.each([
    ['a test that nobody knows', { results: [{ test: 'x', verdict: 'passed', note: '' }] }],
    ['a verdict that nobody knows', { results: [{ test: 'screen', verdict: 'x', note: '' }] }],
    ['a test twice', { results: [findings.results[0], findings.results[0]] }],
    ['no test', { results: [] }],
    ['no name', { device_name: ' ' }],
    ['a long name', { device_name: 'x'.repeat(81) }],
    ['a long note', { results: [{ test: 'screen', verdict: 'passed', note: 'x'.repeat(121) }] }],
    ['notes that are too long together', { results: noted(120) }],
  ])('is not made of %s', async (_what, wrong) => {
    expect(refusalOf(await sign({ ...findings, ...wrong }))).toBe('422 invalid_input')
  })
})

/** All tests with notes of this length. */
function noted(length: number): DeviceTestFindings['results'] {
  return device_test_codes.map((code) => ({
    test: code,
    verdict: 'passed',
    note: 'ữ'.repeat(length),
  }))
}

test('every report is read as it was written, and its address is short enough for a QR code', () => {
  const note = fc.string({ unit: 'grapheme-ascii', maxLength: 35 }).map((text) => text.trim())
  const result = fc.record({
    test: fc.constantFrom(...device_test_codes),
    verdict: fc.constantFrom(...device_verdicts),
    note: note.map((text) => text.replaceAll(/\s+/g, ' ')),
  })
  const results = fc.uniqueArray(result, { minLength: 1, selector: ({ test: code }) => code })
  fc.assert(
    fc.property(results, fc.integer({ min: 0, max: 4_000_000_000 }), (found, seconds) => {
      const report = { device_name: 'Máy', results: found, made_at: new Date(seconds * 1_000) }
      expect(readToken(reportToken(report, key), key)).toEqual(report)
    }),
  )
  const longest = { device_name: 'ữ'.repeat(80), results: noted(41), made_at: now }
  expect(reportToken(longest, key).length).toBeLessThan(1_500)
})
