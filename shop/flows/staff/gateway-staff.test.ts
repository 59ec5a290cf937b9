import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { gatewayStaff } from '#shop/flows/staff/gateway-staff.ts'
import { gateways as known_gateways } from '#shop/payment/gateways/gateways.ts'
import { areDemoSettings } from '#shop/payment/gateways/open-gateways.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { openPlayProvider, play_key, type PlayProvider } from '#test/support/play-provider.ts'
import { testBox, testProviders } from '#test/support/providers.ts'

let own: TestDatabase
let door: Door
let provider: PlayProvider
const page = '/noi-bo/cong-thanh-toan'
const staff_token = 'staff-of-the-tests'
const authorization = `Basic ${Buffer.from(`thu:${staff_token}`).toString('base64')}`
const secret = 'mot-khoa-bi-mat-cua-cua-hang-7788'
const payable = {
  grand_total: 1_000_000,
  shipping_method: 'home_delivery' as const,
  is_online_only: false,
}

beforeAll(async () => {
  own = await testDatabase()
  provider = await openPlayProvider()
  const gateways = [cashOnDelivery, provider.gateway]
  const env = { STAFF_TOKEN: staff_token, SECRET_KEY: 'k'.repeat(32) }
  door = await openDoor(own, { env, gateways })
})
afterAll(async () => {
  await provider.close()
  await door.close()
  await own.close()
})
beforeEach(async () => {
  await sql`delete from gateway_setting`.execute(own.db)
})

const look = async () => (await door.call('GET', page, { headers: { authorization } })).text
const press = (fields: Record<string, string>) =>
  door.call('POST', page, {
    headers: { authorization, 'sec-fetch-site': 'same-origin' },
    form: new URLSearchParams({ code: 'play', intent: 'save', ...fields }),
  })

describe('the page of gateways', () => {
  test('takes keys in and never shows them again, in the page or in the database', async () => {
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

  test('keeps a key that is left empty, and forgets all when asked to', async () => {
    await press({ url: 'https://cong.example', key: secret, is_enabled: 'on' })
    expect((await press({ url: 'https://khac.example', key: '' })).status).toBe(303)
    const shown = await look()
    expect(shown).toContain('••••7788')
    expect(shown).toContain('khac.example')
    expect((await press({ intent: 'forget' })).status).toBe(303)
    expect(await look()).not.toContain('khac.example')
  })

  test('says what is wrong', async () => {
    const answer = await press({ url: 'https://cong.example', key: 'kurz' })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('Cài đặt chưa đúng: key.')
  })

  test('is for staff, from pages of ours', async () => {
    expect((await door.call('GET', page)).status).toBe(401)
    const form = new URLSearchParams({ code: 'play' })
    const headers = { authorization, 'sec-fetch-site': 'cross-site' }
    expect((await door.call('POST', page, { headers, form })).status).toBe(403)
  })
})

describe('what is offered', () => {
  const opened = async (mode: 'demo' | 'live', box = testBox()) => {
    const gateways = [cashOnDelivery, provider.gateway]
    const parts = await testProviders({ db: own.db, now: () => new Date(), gateways, mode }, box)
    const offered = () => {
      const those = parts.gateways.all.filter((gateway) => gateway.isOffered(payable))
      return those.map(({ code }) => code)
    }
    return {
      offered,
      gateways: parts.gateways,
      desk: gatewayStaff({ providers: parts, box, mode }),
    }
  }
  const set = {
    code: 'play',
    is_enabled: true,
    fields: { url: 'https://cong.example', key: secret },
  }

  test('in a demo every way, until staff switch one off', async () => {
    const { offered, desk } = await opened('demo')
    expect(offered()).toEqual(['cod', 'play'])
    await desk.setGateway(null, { ...set, is_enabled: false })
    expect(offered()).toEqual(['cod'])
    await desk.setGateway(null, { code: 'cod', is_enabled: false, fields: {} })
    expect(offered()).toEqual([])
  })

  test('in a live shop what was set up with keys that nobody else knows', async () => {
    const { offered, desk } = await opened('live')
    expect(offered()).toEqual(['cod'])
    const demo = { ...set, fields: { url: 'https://cong.example', key: play_key } }
    await expect(desk.setGateway(null, demo)).rejects.toMatchObject({ code: 'only_for_tests' })
    await desk.setGateway(null, set)
    expect(offered()).toEqual(['cod', 'play'])
  })

  test('keys of the demo that came into a live shop’s database all the same are not used', async () => {
    const box = testBox()
    const demo = await opened('demo', box)
    await demo.desk.setGateway(null, {
      ...set,
      fields: { url: 'https://a.example', key: play_key },
    })
    const live = await opened('live', box)
    expect(live.offered()).toEqual(['cod'])
    expect(live.gateways.setUp('play').problem).toBe('only_for_tests')
  })

  test('nothing whose settings were sealed by somebody else', async () => {
    await (await opened('demo')).desk.setGateway(null, set)
    const other = await opened('demo')
    expect(other.offered()).toEqual(['cod'])
    expect(other.gateways.setUp('play').problem).toBe('unreadable')
  })
})

test.each(known_gateways.filter(({ settings }) => settings !== null).map((one) => [one.code, one]))(
  'the demo settings of %s are refused by a live shop',
  (_code, gateway) => {
    expect(gateway.settings?.schema.safeParse(gateway.settings.demo).success).toBe(true)
    expect(areDemoSettings(gateway, gateway.settings?.demo)).toBe(true)
  },
)
