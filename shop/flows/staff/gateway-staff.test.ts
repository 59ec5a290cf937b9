import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { gatewayStaffService } from '#shop/flows/staff/gateway-staff.ts'
import { gateways as known_gateways } from '#shop/payment/methods/gateways.ts'
import { areDemoSettings } from '#shop/payment/gateways/open-gateways.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { openFakeProvider, fake_key, type FakeProvider } from '#test/support/fake-provider.ts'
import { testBox, testProviders, testWrites } from '#test/support/providers.ts'
import { staffHeaders, test_staff } from '#test/support/staff.ts'

let own: TestDatabase
let door: Door
let provider: FakeProvider
const page = '/noi-bo/cong-thanh-toan'
let staff: { cookie: string }
const secret = 'mot-khoa-bi-mat-cua-cua-hang-7788'
const payable = {
  amount: 1_000_000,
  shipping_method: 'home_delivery' as const,
  is_online_only: false,
}

beforeAll(async () => {
  own = await testDatabase()
  provider = await openFakeProvider()
  const gateways = [cashOnDelivery, provider.gateway]
  door = await openDoor(own, { env: { SECRET_KEY: 'k'.repeat(32) }, gateways })
  staff = await staffHeaders(door)
})
afterAll(async () => {
  await provider.close()
  await door.close()
  await own.close()
})
beforeEach(async () => {
  await sql`delete from gateway_setting`.execute(own.db)
})

const look = async () => (await door.call('GET', page, { headers: staff })).text
/** What the form of the gateway shows that it has seen. */
const seenNow = async () =>
  /name="code" value="fake"\/><input type="hidden" name="seen" value="([^"]*)"/.exec(
    await look(),
  )?.[1] ?? 'not found'
const press = async (fields: Record<string, string>) =>
  door.call('POST', page, {
    headers: { ...staff, 'sec-fetch-site': 'same-origin' },
    form: new URLSearchParams({ code: 'fake', intent: 'save', seen: await seenNow(), ...fields }),
  })

describe('the page of gateways', () => {
  test('saves keys and never shows them again, in the page or in the database', async () => {
    const url = 'https://cong.example'
    expect((await press({ url, key: secret, is_enabled: 'on' })).status).toBe(303)
    const shown = await look()
    expect(shown).toContain('••••7788')
    expect(shown).toContain(url)
    expect(shown).not.toContain(secret)
    const { rows } = await sql<{ settings: Buffer }>`select settings from gateway_setting`.execute(
      own.db,
    )
    expect(rows[0]?.settings.toString('latin1')).not.toMatch(/cong\.example|7788|khoa/)
  })

  test('leaves a key unchanged if its field is empty, and deletes all on request', async () => {
    await press({ url: 'https://cong.example', key: secret, is_enabled: 'on' })
    expect((await press({ url: 'https://khac.example', key: '' })).status).toBe(303)
    const shown = await look()
    expect(shown).toContain('••••7788')
    expect(shown).toContain('khac.example')
    expect((await press({ intent: 'forget' })).status).toBe(303)
    expect(await look()).not.toContain('khac.example')
  })

  test('shows what is wrong', async () => {
    const answer = await press({ url: 'https://cong.example', key: 'kurz' })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('Cài đặt chưa đúng: key.')
  })

  test('keeps what somebody else saved meanwhile, and what was typed', async () => {
    const seen = await seenNow()
    const first = { url: 'https://mot.example', key: secret }
    // Both opened the page while nothing was stored.
    const [one, other] = await Promise.all([
      press({ ...first, seen }),
      press({ ...first, url: 'https://hai.example', seen }),
    ])
    expect([one.status, other.status].toSorted()).toEqual([303, 409])
    const stale = await press({ url: 'https://ba.example', key: '', seen })
    expect(stale.status).toBe(409)
    expect(stale.text).toContain('Chưa lưu: người khác vừa đổi cài đặt này.')
    expect(stale.text).toContain('value="https://ba.example"')
    expect((await press({ intent: 'forget', seen })).status).toBe(409)
    expect(await look()).not.toContain('https://ba.example')
    // The page has shown what is stored now: the next press replaces it.
    expect((await press({ url: 'https://ba.example', key: '' })).status).toBe(303)
    expect(await look()).toContain('https://ba.example')
  })

  test('accepts only staff and forms of its own pages', async () => {
    expect((await door.call('GET', page)).status).toBe(303)
    const form = new URLSearchParams({ code: 'fake' })
    const headers = { ...staff, 'sec-fetch-site': 'cross-site' }
    expect((await door.call('POST', page, { headers, form })).status).toBe(403)
  })
})

describe('the offered gateways', () => {
  const opened = async (mode: 'demo' | 'live', box = testBox()) => {
    const gateways = [cashOnDelivery, provider.gateway]
    const providers = await testProviders(
      { db: own.db, now: () => new Date(), gateways, mode },
      box,
    )
    const offered = () => {
      const those = providers.gateways.all.filter((gateway) => gateway.isOffered(payable))
      return those.map(({ code }) => code)
    }
    const service = gatewayStaffService({
      providers: { ...providers, write: testWrites(providers) },
      box,
      confirm: async () => false,
      mode,
    })
    return { offered, gateways: providers.gateways, staff: service }
  }
  const set = {
    code: 'fake',
    is_enabled: true,
    seen: '',
    fields: { url: 'https://cong.example', key: secret },
  }

  test('are all in a demo, until staff switch one off', async () => {
    const { offered, staff } = await opened('demo')
    expect(offered()).toEqual(['cod', 'fake'])
    await staff.setGateway(test_staff, { ...set, is_enabled: false })
    expect(offered()).toEqual(['cod'])
    await staff.setGateway(test_staff, { ...set, code: 'cod', is_enabled: false, fields: {} })
    expect(offered()).toEqual([])
  })

  test('are those set up with secret keys in a live shop', async () => {
    const { offered, staff } = await opened('live')
    expect(offered()).toEqual(['cod'])
    const demo = { ...set, fields: { url: 'https://cong.example', key: fake_key } }
    await expect(staff.setGateway(test_staff, demo)).rejects.toMatchObject({
      code: 'only_for_tests',
    })
    await staff.setGateway(test_staff, set)
    expect(offered()).toEqual(['cod', 'fake'])
  })

  test('do not use keys of the demo in a live shop’s database', async () => {
    const box = testBox()
    const demo = await opened('demo', box)
    await demo.staff.setGateway(test_staff, {
      ...set,
      fields: { url: 'https://a.example', key: fake_key },
    })
    const live = await opened('live', box)
    expect(live.offered()).toEqual(['cod'])
    expect(live.gateways.setUp('fake').problem).toBe('only_for_tests')
  })

  test('do not include one whose settings were sealed with another key', async () => {
    await (await opened('demo')).staff.setGateway(test_staff, set)
    const other = await opened('demo')
    expect(other.offered()).toEqual(['cod'])
    expect(other.gateways.setUp('fake').problem).toBe('unreadable')
  })
})

test.each(known_gateways.filter(({ settings }) => settings !== null).map((one) => [one.code, one]))(
  'the demo settings of %s are refused by a live shop',
  (_code, gateway) => {
    expect(gateway.settings?.schema.safeParse(gateway.settings.demo).success).toBe(true)
    expect(areDemoSettings(gateway, gateway.settings?.demo, known_gateways)).toBe(true)
  },
)
