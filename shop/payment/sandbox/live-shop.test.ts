import { afterAll, describe, expect, test } from 'vitest'
import { gateways } from '#shop/payment/gateways/gateways.ts'
import { isTestSettings, providerAddress } from '#shop/payment/gateways/provider-settings.ts'
import { test_providers } from '#shop/payment/sandbox/sandbox-providers.ts'
import { openCounter } from '#test/support/counter.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { relay_env } from '#test/support/relay.ts'

const counter = openCounter()
const doors: Door[] = []
afterAll(() => Promise.all(doors.map((door) => door.close())))

const live_env = {
  ...relay_env,
  SHOP_MODE: 'live',
  SEED: 'none',
  PUBLIC_URL: 'https://shop.example',
  SECRET_KEY: 'k'.repeat(32),
  COMPANY_NAME: 'Công ty Thử',
  COMPANY_ADDRESS: '2 Lê Lợi',
  COMPANY_TAX_CODE: '0312345678',
  COMPANY_REGISTRATION: 'GCNĐKDN 0312345678',
  COMPANY_EMAIL: 'hotro@shop.example',
  RATE_LIMITS: 'on',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'hotro@shop.example',
}

describe('a live shop', () => {
  test('has no provider with play money, and takes none of their messages', async () => {
    const door = await openDoor(counter.own, { env: live_env })
    doors.push(door)
    const own = { 'sec-fetch-site': 'same-origin' }
    const form = new URLSearchParams({ reference: 'x', deed: 'approve' })
    const shown = await Promise.all(
      test_providers.flatMap(({ family }) => [
        door.call('GET', `/cong-thanh-toan-thu/${family}?t=x`),
        door.call('POST', `/cong-thanh-toan-thu/${family}`, { form, headers: own }),
      ]),
    )
    expect(shown.filter(({ text }) => text.includes('tiền chơi'))).toEqual([])
    const demo = await counter.door.call('GET', '/cong-thanh-toan-thu/momo?t=x')
    expect([demo.status, demo.text.includes('tiền chơi')]).toEqual([404, true])
  })
})

test('what a demo is set up with leads to test providers, in every address', () => {
  const with_keys = gateways.flatMap(({ settings }) => (settings === null ? [] : [settings]))
  expect(with_keys).toHaveLength(test_providers.length)
  for (const { demo, schema, secrets } of with_keys) {
    expect(isTestSettings(demo)).toBe(true)
    expect(schema.parse(demo)).toEqual(demo)
    const addresses = Object.entries(demo as Record<string, string>).filter(([name]) =>
      name.endsWith('_url'),
    )
    expect(addresses.every(([, address]) => isTestSettings({ address }))).toBe(true)
    expect(secrets.filter((name) => !(name in (demo as object)))).toEqual([])
  }
  expect(isTestSettings({ api_url: 'https://api.example/thu.invalid' })).toBe(false)
  expect(isTestSettings(null)).toBe(false)
})

test('a live shop takes no sandbox for a provider, though settings begin with it', () => {
  const tried = gateways.flatMap(({ code, settings }) => {
    if (settings === null) return []
    const demo = Object.entries(settings.demo as Record<string, string>)
    const own = demo.map(([name, text]) => [
      name,
      settings.secrets.includes(name) ? 'a1'.repeat(16) : text,
    ])
    const given = Object.fromEntries(own.filter(([name = '']) => !name.endsWith('_url')))
    return [[code, isTestSettings(settings.schema.parse(given))] as const]
  })
  const real = tried.filter(([, is_test]) => !is_test).map(([code]) => code)
  // payOS has no other place than the real one.
  expect(real).toEqual(['payos'])
})

test.each([
  ['https://pay.example/a', true],
  ['https://momo.thu.invalid/create', true],
  ['/cong-thanh-toan-thu/momo', true],
  ['http://pay.example/a', false],
  ['javascript:alert(1)', false],
  ['//pay.example', false],
  ['/elsewhere', false],
])('an address of a provider: %s is %s', (address, is_good) => {
  expect(providerAddress.safeParse(address).success).toBe(is_good)
})
