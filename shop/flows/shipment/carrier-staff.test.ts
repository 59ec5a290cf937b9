import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { carrierWebhooks } from '#shop/flows/shipment/carrier-webhooks.ts'
import { carrierStaffService } from '#shop/flows/shipment/carrier-staff.ts'
import { known_carriers } from '#shop/shipment/carriers/known-carriers.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { testBox, testCarriers, testProviders, testWrites } from '#test/support/providers.ts'
import { staffHeaders, test_staff } from '#test/support/staff.ts'

const page = '/noi-bo/cai-dat/van-chuyen'
const token = 'mot-khoa-bi-mat-cua-cua-hang-7788'
const webhook_secret = 'mot-mat-khau-that-dai-cua-webhook'
const keys = { token, shop_id: '227609', webhook_secret }
let own: TestDatabase
let door: Door
let headers: Record<string, string>

beforeAll(async () => {
  own = await testDatabase()
  door = await openDoor(own, { env: { SECRET_KEY: 'k'.repeat(32) } })
  headers = { ...(await staffHeaders(door)), 'sec-fetch-site': 'same-origin' }
})
afterAll(async () => {
  await door.close()
  await own.close()
})
beforeEach(async () => {
  await sql`delete from carrier_setting`.execute(own.db)
})

const look = async () => (await door.call('GET', page, { headers })).text
/** What the form of the carrier shows that it has seen. */
const seenNow = async () =>
  /name="code" value="ghn"\/><input type="hidden" name="seen" value="([^"]*)"/.exec(
    await look(),
  )?.[1] ?? 'not found'
const press = async (fields: Record<string, string>) =>
  door.call('POST', page, {
    headers,
    form: new URLSearchParams({ code: 'ghn', intent: 'save', seen: await seenNow(), ...fields }),
  })
const tell = (code: string, secret: string, body: string) =>
  fetch(`${door.url}/api/carrier/notify/${code}?hash=${secret}`, { method: 'POST', body })

test('keys are stored sealed and never shown again; an empty one stays; all are deleted on request', async () => {
  expect((await press({ ...keys, is_enabled: 'on' })).status).toBe(303)
  expect((await press({ ...keys, token: '', webhook_secret: '', shop_id: '5' })).status).toBe(303)
  const shown = await look()
  expect(shown).toContain('••••7788')
  expect([shown.includes(token), shown.includes(webhook_secret)]).toEqual([false, false])
  const { rows } = await sql<{ settings: Buffer; is_enabled: boolean }>`
    select settings, is_enabled from carrier_setting`.execute(own.db)
  expect(rows[0]?.settings.toString('latin1')).not.toMatch(/7788|khoa|mat-khau/)
  expect(rows[0]?.is_enabled).toBe(false)
  const stale = await press({ ...keys, shop_id: '6', seen: '' })
  expect([stale.status, stale.text.includes('Chưa lưu: người khác vừa đổi')]).toEqual([409, true])
  expect(stale.text).toContain('value="6"')
  expect((await press({ intent: 'forget' })).status).toBe(303)
  expect((await press({ ...keys, webhook_secret: 'ngắn' })).text).toContain(
    'Cài đặt chưa đúng: Mật khẩu webhook (từ 20 ký tự).',
  )
  const count = await sql`select from carrier_setting`.execute(own.db)
  expect(count.rows).toHaveLength(0)
})

test('a webhook is refused until its carrier is set up, without its secret, and when it is garbage', async () => {
  const event = { OrderCode: 'LDA7K3', Type: 'switch_status', Status: 'delivered' }
  const body = JSON.stringify({ ...event, Time: '2026-11-20T15:04:05+07:00' })
  expect((await tell('ghn', webhook_secret, body)).status).toBe(401)
  await press({ ...keys, is_enabled: 'on' })
  expect((await tell('ghn', 'sai', body)).status).toBe(401)
  expect((await tell('ghn', webhook_secret, '{}')).status).toBe(400)
  expect((await tell('ghn', webhook_secret, 'x'.repeat(70_000))).status).toBe(413)
  expect((await tell('ghn', webhook_secret, body)).status).toBe(200)
  expect((await tell('ghn', webhook_secret, body)).status).toBe(200)
  const { rows } = await sql`select outcome from carrier_event`.execute(own.db)
  expect(rows).toEqual([{ outcome: 'no_parcel' }])
})

test('a flood of forged messages reads the settings of its carrier once at a time', async () => {
  await press({ ...keys, is_enabled: 'on' })
  const now = () => new Date()
  const providers = await testProviders({ db: own.db, now, gateways: [] })
  const carriers = testCarriers({ db: own.db, now }, testBox())
  let reads = 0
  const toolsOf: typeof carriers.toolsOf = (carrier) => {
    reads++
    return carriers.toolsOf(carrier)
  }
  const deps = { db: own.db, now, log: providers.log, carriers: { ...carriers, toolsOf } }
  const ghn = carrierWebhooks(deps).find(({ path }) => path.endsWith('/ghn'))
  const forged = { raw: Buffer.from('{}'), query: new URLSearchParams('hash=sai'), headers: {} }
  const answers = await Promise.all(Array.from({ length: 200 }, () => ghn?.receive(forged)))
  expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([401]))
  expect(reads).toBe(1)
  expect((await ghn?.receive(forged))?.status).toBe(401)
  expect(reads).toBe(2)
})

test('a live shop has no play carrier and takes no sandbox; old second steps need a new code', async () => {
  const now = () => new Date()
  const box = testBox()
  const providers = await testProviders({ db: own.db, now, gateways: [] })
  const carriers = testCarriers({ db: own.db, now, mode: 'live' }, box)
  const deps = { ...providers, carriers, box, mode: 'live' as const, write: testWrites(providers) }
  const service = carrierStaffService({
    ...deps,
    confirm: async (_actor, { code }) => code === '1',
  })
  const listed = await service.carriers(test_staff, {})
  const of_live_shops = known_carriers.filter(({ is_play }) => is_play !== true)
  expect(listed.map(({ code, state }) => `${code} ${state}`)).toEqual(
    of_live_shops.map(({ code }) => `${code} none`),
  )
  expect(listed.map(({ code }) => code)).not.toContain('play')
  const sandbox = { ...keys, api_url: 'https://dev-online-gateway.ghn.vn' }
  const set = (fields: Record<string, string>, second_step?: string, second_step_at?: Date) => {
    const actor = second_step_at === undefined ? test_staff : { ...test_staff, second_step_at }
    const input = { code: 'ghn', is_enabled: true, fields, seen: '' }
    return service.setCarrier(actor, second_step === undefined ? input : { ...input, second_step })
  }
  await expect(set(sandbox)).rejects.toMatchObject({ code: 'only_for_tests' })
  const old = new Date(0)
  await expect(set(keys, undefined, old)).rejects.toMatchObject({ code: 'second_step_needed' })
  await expect(set(keys, '2', old)).rejects.toMatchObject({ code: 'wrong_code' })
  expect(await set(keys, '1', old)).toEqual({ is_enabled: true })
  expect((await carriers.enabled()).map(({ code }) => code)).toEqual(['ghn'])
  // It was opened while nothing was stored.
  await expect(set(keys)).rejects.toMatchObject({ code: 'settings_changed' })
  const [{ seen } = { seen: '' }] = await service.carriers(test_staff, {})
  const again = { code: 'ghn', is_enabled: false, fields: keys, seen }
  expect(await service.setCarrier(test_staff, again)).toEqual({ is_enabled: false })
})
