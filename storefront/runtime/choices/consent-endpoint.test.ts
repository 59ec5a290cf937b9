import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ConsentEntry } from '#contracts/storefront/consent.ts'
import { hasConsent } from '#pure/formats/consent.ts'
import { createLog } from '#platform/observe/log.ts'
import { sweep } from '#shop/flows/sweep/sweep-job.ts'
import { dataOf, refusalOf } from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { newMember } from '#test/members/member.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { openSmallShop } from '#test/support/small-shop.ts'

const opening = new Date('2026-11-20T08:00:00Z')
let own: TestDatabase
let door: Door
let now = opening

beforeAll(async () => {
  own = await testDatabase()
  await openSmallShop(own.db)
  const env = { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' }
  door = await openDoor(own, { now: () => now, env })
})
afterAll(async () => {
  await door.close()
  await own.close()
})
beforeEach(() => {
  now = opening
})

interface Sent {
  token: string
  fields: Record<string, string>
  headers?: Record<string, string>
}

function choose({ token, fields, headers = {} }: Sent) {
  return door.call('POST', '/dong-y', {
    form: new URLSearchParams(fields),
    headers: { cookie: `token=${token}`, 'sec-fetch-site': 'same-origin', ...headers },
  })
}

const historyOf = async (token: string) =>
  dataOf<ConsentEntry[]>(await door.call('GET', '/api/consent/v1/consents', { token }))

test('agreeing and refusing by plain forms: cookie, way back, and a log that shows the withdrawal', async () => {
  const token = await door.guest()
  const referer = `${door.url}/dien-thoai?sort=price-asc`
  const agreed = await choose({ token, fields: { choice: 'all' }, headers: { referer } })
  expect([agreed.status, agreed.headers.get('location')]).toEqual([
    303,
    '/dien-thoai?sort=price-asc',
  ])
  const [cookie = ''] = agreed.headers.getSetCookie()
  expect(cookie).toMatch(/^consent=3\.ads\.device; Path=\/; Max-Age=15724800; SameSite=Lax$/)
  expect(hasConsent(`a=b; ${cookie}`, 'ads')).toBe(true)

  now = new Date(opening.getTime() + 60_000)
  const refused = await choose({ token, fields: { choice: 'none' }, headers: { referer } })
  const [value = '', gclid = ''] = refused.headers.getSetCookie()
  expect(value).toMatch(/^consent=3;/)
  expect(gclid).toMatch(/^gclid=; Path=\/; Max-Age=0/)
  expect(hasConsent(value, 'ads')).toBe(false)
  expect(await historyOf(token)).toMatchObject([
    { purpose: 'device', is_granted: false, withdrawn_at: null },
    { purpose: 'ads', is_granted: false, withdrawn_at: null },
    { purpose: 'device', is_granted: true, withdrawn_at: now.toISOString() },
    {
      ...{ purpose: 'ads', is_granted: true, text_version: 3, place: 'banner' },
      ...{ chosen_at: opening.toISOString(), withdrawn_at: now.toISOString() },
    },
  ])
  expect(await historyOf(await door.guest())).toEqual([])
  expect(refusalOf(await door.call('GET', '/api/consent/v1/consents'))).toBe('401 token_is_invalid')
})

test('the page chooses one by one, shows the choice without scripts, and a script gets no page', async () => {
  const token = await door.guest()
  const fields = { place: 'page', purpose: 'device', return_to: '/quyen-rieng-tu?da-luu=1' }
  const saved = await choose({ token, fields })
  expect(saved.headers.get('location')).toBe('/quyen-rieng-tu?da-luu=1')
  expect(saved.headers.getSetCookie()[0]).toMatch(/^consent=3\.device;/)
  const page = await door.call('GET', '/quyen-rieng-tu', { headers: { cookie: `token=${token}` } })
  expect(page.text).toMatch(/value="device"[^>]*checked|checked[^>]*value="device"/)
  expect(page.text).not.toMatch(/value="ads"[^>]*checked|checked[^>]*value="ads"/)
  const headers = { accept: 'application/json' }
  const answer = await choose({ token, fields: { choice: 'all' }, headers })
  expect([answer.status, answer.headers.get('location')]).toEqual([204, null])
})

test('who agreed to an older text is asked again, and their log says what they agreed to', async () => {
  const token = await door.guest()
  await choose({ token, fields: { choice: 'all' } })
  await sql`insert into consent (customer_id, purpose, is_granted, text_version, place, chosen_at)
    select customer_id, purpose, is_granted, 1, place, chosen_at from consent
    order by consent_id desc limit 1`.execute(own.db)
  expect(hasConsent('consent=1.ads.device', 'device')).toBe(false)
  const page = await door.call('GET', '/quyen-rieng-tu', { headers: { cookie: `token=${token}` } })
  expect(page.text.replaceAll('<!-- -->', '')).toContain('nội dung bản 1<')
  expect(page.text).toContain('Bật thông báo')
  await choose({ token, fields: { choice: 'none' } })
  const later = await door.call('GET', '/quyen-rieng-tu', { headers: { cookie: `token=${token}` } })
  expect(later.text).toMatch(/rút lại/)
})

test('what a guest chose in this browser is the choice of the member who signs in', async () => {
  const token = await door.guest()
  await choose({ token, fields: { place: 'page', purpose: 'device' } })
  const { bearer, customer_id } = await newMember(own.db, { phone: '+84912000777', now })
  // An older choice, in another browser.
  await sql`insert into consent (customer_id, purpose, is_granted, text_version, place, chosen_at)
    values (${customer_id}, 'device', false, 2, 'banner', ${new Date(now.getTime() - 60_000)})`.execute(
    own.db,
  )
  const signIn = () =>
    door.call('POST', '/api/cart/v1/login-switch-user', {
      ...{ headers: bearer, json: { token, province_id: 30 } },
    })
  expect((await signIn()).status).toBe(200)
  expect((await signIn()).status).toBe(200)
  const answer = await door.call('GET', '/api/consent/v1/consents', { headers: bearer })
  expect(dataOf<ConsentEntry[]>(answer)).toMatchObject([
    { purpose: 'device', is_granted: true, place: 'page', withdrawn_at: null },
    { purpose: 'ads', is_granted: false },
    { purpose: 'device', is_granted: false, place: 'banner' },
  ])
})

test('no way leads to another site, and no other site chooses', async () => {
  const token = await door.guest()
  for (const return_to of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
    const answer = await choose({ token, fields: { choice: 'none', return_to } })
    expect(answer.headers.get('location')).toMatch(/^\/(?!\/)/)
    expect(answer.headers.get('location')).not.toMatch(/^\/\\|evil\.example$/)
  }
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await choose({ token, fields: { choice: 'all' }, headers })).status).toBe(403)
  expect(await historyOf(token)).toHaveLength(6)
})

test('beyond the limit nobody agrees without proof, but a refusal always counts', async () => {
  const token = await door.guest()
  for (let round = 0; round < 30; round++) await choose({ token, fields: { choice: 'none' } })
  const agreed = await choose({ token, fields: { choice: 'all' } })
  expect([agreed.status, agreed.headers.getSetCookie()]).toEqual([429, []])
  const refused = await choose({ token, fields: { choice: 'none' } })
  expect([refused.status, refused.headers.getSetCookie()[0]?.split(';')[0]]).toEqual([
    303,
    'consent=3',
  ])
})

test('public pages carry the question in the same bytes for everybody; a checkout has none', async () => {
  const read = async (path: string, cookie: string) =>
    (await door.call('GET', path, { headers: { cookie } })).text
  const page = await read('/dien-thoai', '')
  expect(page).toContain('<aside id="consent"')
  expect(await read('/dien-thoai', 'consent=3.ads.device')).toBe(page)
  expect(await read('/cart', '')).not.toContain('<aside id="consent"')
})

test('a recorded choice stays as it is, and goes after three years', async () => {
  const token = await door.guest()
  await choose({ token, fields: { choice: 'all' } })
  await expect(sql`update consent set is_granted = false`.execute(own.db)).rejects.toThrow(
    /stay as they are/,
  )
  now = new Date('2029-11-21T08:00:00Z')
  const log = createLog({ service: 'test', level: 'silent' })
  const swept = await sweep({ db: own.db, now: () => now, log })
  expect(swept['consents']).toBeGreaterThan(0)
})
