import { afterAll, describe, expect, test } from 'vitest'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { gateways } from '#shop/payment/methods/gateways.ts'
import { isSandboxSettings, providerAddress } from '#shop/payment/gateways/provider-settings.ts'
import { loadSandboxProviders } from '#shop/payment/sandbox/call-sandbox-providers.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { live_env } from '#test/support/relay.ts'

const sandbox_providers = await loadSandboxProviders(gateways)
const checkout = openCheckout()
const doors: Door[] = []
afterAll(() => Promise.all(doors.map((door) => door.close())))

describe('a live shop', () => {
  test('has no sandbox providers and accepts none of their messages', async () => {
    const door = await openDoor(checkout.own, { env: live_env })
    doors.push(door)
    const own = { 'sec-fetch-site': 'same-origin' }
    const form = new URLSearchParams({ reference: 'x', action: 'approve' })
    const shown = await Promise.all(
      sandbox_providers.flatMap(({ family }) => [
        door.call('GET', `/cong-thanh-toan-thu/${family}?t=x`),
        door.call('POST', `/cong-thanh-toan-thu/${family}`, { form, headers: own }),
      ]),
    )
    expect(shown.filter(({ text }) => text.includes('tiền chơi'))).toEqual([])
    const demo = await checkout.door.call('GET', '/cong-thanh-toan-thu/momo?t=x')
    expect([demo.status, demo.text.includes('tiền chơi')]).toEqual([404, true])
  })

  test('allows forms to lead to providers, but to no sandbox of theirs', async () => {
    const targetsOf = async (door: Door) => {
      const policy = (await door.call('GET', '/')).headers.get('content-security-policy') ?? ''
      return (/form-action 'self'([^;]*)/.exec(policy)?.[1] ?? '').split(' ')
    }
    const live = await openDoor(checkout.own, { env: live_env })
    doors.push(live)
    const targets = await targetsOf(live)
    const sandbox = /sandbox|test-|mtf\.|\bsb|\bqc/
    expect(targets.filter((origin) => sandbox.test(origin))).toEqual([])
    expect(targets).toContain('https://pay.vnpay.vn')
    // Staff of a demo may set up a provider's own sandbox at any time.
    expect(await targetsOf(checkout.door)).toEqual(
      expect.arrayContaining(gateways.flatMap(({ origins = [] }) => origins)),
    )
    const hosts = gateways.flatMap(({ sandbox_hosts = [] }) => sandbox_hosts)
    expect(hosts.filter((host) => !sandbox.test(host))).toEqual([])
  })

  test('never loads the code of sandbox providers, which a demo loads', async () => {
    const loaded: string[] = []
    const watched = gateways.map((gateway): Gateway => {
      const { code, sandbox } = gateway
      if (sandbox === undefined) return gateway
      return { ...gateway, sandbox: async () => (loaded.push(code), sandbox()) }
    })
    doors.push(await openDoor(checkout.own, { env: live_env, gateways: watched }))
    expect(loaded).toEqual([])
    doors.push(await openDoor(checkout.own, { gateways: watched }))
    expect(loaded).toEqual(sandbox_providers.map(({ family }) => family))
  })
})

test('every address in the demo settings is that of a sandbox provider', () => {
  const with_keys = gateways.flatMap(({ settings }) => (settings === null ? [] : [settings]))
  expect(with_keys).toHaveLength(sandbox_providers.length)
  for (const { demo, schema, secrets } of with_keys) {
    expect(isSandboxSettings(demo, gateways)).toBe(true)
    expect(schema.parse(demo)).toEqual(demo)
    const addresses = Object.entries(demo as Record<string, string>).filter(([name]) =>
      name.endsWith('_url'),
    )
    expect(addresses.every(([, address]) => isSandboxSettings({ address }, gateways))).toBe(true)
    expect(secrets.filter((name) => !(name in (demo as object)))).toEqual([])
  }
  expect(isSandboxSettings({ api_url: 'https://api.example/thu.invalid' }, gateways)).toBe(false)
  expect(isSandboxSettings(null, gateways)).toBe(false)
})

test('a live shop refuses the sandbox addresses that settings have by default', () => {
  const checked = gateways.flatMap(({ code, settings }) => {
    if (settings === null) return []
    const demo = Object.entries(settings.demo as Record<string, string>)
    const own = demo.map(([name, text]) => [
      name,
      settings.secrets.includes(name) ? 'a1'.repeat(16) : text,
    ])
    const without_urls = Object.fromEntries(own.filter(([name = '']) => !name.endsWith('_url')))
    return [[code, isSandboxSettings(settings.schema.parse(without_urls), gateways)] as const]
  })
  const real = checked.filter(([, is_sandbox]) => !is_sandbox).map(([code]) => code)
  // payOS has no sandbox, only its production API.
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
