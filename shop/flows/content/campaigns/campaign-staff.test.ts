import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { permissions } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { everywhere, staffHeaders, staffWith } from '#test/support/staff.ts'

let database: TestDatabase
let door: Door
let office: ReturnType<typeof staffOffice>['services']
let actor: StaffActor
let now = new Date('2026-11-21T03:00:00Z')

beforeAll(async () => {
  database = await testDatabase({ small: true })
  const { db } = database
  door = await openDoor(database, { now: () => now })
  const opened = staffOffice(await testProviders({ db, now: () => now, gateways: [] }))
  office = opened.services
  const account = { name: 'Lan', login_name: 'lan', password: 'mat khau dai cua lan 1' }
  await opened.sign_in.createFirstAccount(null, account)
  const { rows } = await sql<{ staff_id: number }>`select staff_id from staff`.execute(db)
  actor = { ...staffWith(everywhere(permissions)), staff_id: rows[0]?.staff_id ?? 0 }
})
beforeEach(() => {
  now = new Date('2026-11-21T03:00:00Z')
})
afterAll(async () => {
  await door.close()
  await database.close()
})

const rule = {
  path: '/cu',
  target: '/chon-tinh-thanh',
  status: 301,
  is_prefix: false,
  is_external: false,
  is_active: true,
  note: '',
  version: 0,
} as const

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string; data?: { reason?: string; path?: string; block?: number } }) =>
      [error.code, error.data?.reason ?? error.data?.path ?? error.data?.block].join(' '),
  )

test('rules lead old addresses elsewhere before pages are looked for, as HTML and as data', async () => {
  const { redirectRules } = office
  await redirectRules.saveRedirect(actor, rule)
  const status = async (path: string) => (await door.call('GET', path)).status
  // The shop hears of a change by the change feed.
  await expect.poll(() => status('/cu')).toBe(301)
  const exact = await door.call('GET', '/cu')
  expect({ status: exact.status, to: exact.headers.get('location') }).toEqual({
    ...{ status: 301, to: '/chon-tinh-thanh' },
  })
  expect((await door.call('GET', '/cu/them')).status).toBe(404)
  const prefix = { ...rule, path: '/tin-cu', is_prefix: true, target: '/tin', status: 302 } as const
  await redirectRules.saveRedirect(actor, prefix)
  await expect.poll(() => status('/tin-cu/a/b')).toBe(302)
  const below = await door.call('GET', '/tin-cu/a/b')
  expect([below.status, below.headers.get('location')]).toEqual([302, '/tin/a/b'])
  expect((await door.call('GET', '/tin-cua-toi')).status).toBe(404)
  const off = { ...rule, path: '/doi-tac', target: 'https://doi-tac.example/a?b=1' }
  expect(await refusal(redirectRules.saveRedirect(actor, off))).toBe('redirect_refused off_site')
  await redirectRules.saveRedirect(actor, { ...off, is_external: true })
  await expect.poll(() => status('/doi-tac')).toBe(301)
  const away = await door.call('GET', '/doi-tac')
  expect([away.status, away.headers.get('location')]).toEqual([
    301,
    'https://doi-tac.example/a?b=1',
  ])
  // With scripts the browser's location changes.
  const { text } = await door.call('GET', '/_data/doi-tac')
  expect(JSON.parse(text)).toEqual({
    ...{ kind: 'redirect', location: 'https://doi-tac.example/a?b=1', is_external: true },
  })
  await redirectRules.removeRedirect(actor, { path: '/cu', version: 1 })
  await expect.poll(() => status('/cu')).toBe(404)
})

test('a rule is found by its letters, and no other spelling of them makes a circle', async () => {
  const { redirectRules } = office
  await redirectRules.saveRedirect(actor, { ...rule, path: '/khuy%E1%BA%BFn-m%C3%A3i-c%C5%A9' })
  const { rows } = await redirectRules.redirects(actor, {})
  expect(rows.map(({ path }) => path)).toContain('/khuyến-mãi-cũ')
  await expect
    .poll(async () => (await door.call('GET', '/khuyến-mãi-cũ')).headers.get('location'))
    .toBe('/chon-tinh-thanh')
  for (const target of ['/khuyến-mãi-cũ', '/khuy%e1%ba%bfn-m%c3%a3i-c%c5%a9', '/%6bhuyến-mãi-cũ']) {
    const onward = { ...rule, path: '/vong', target }
    expect(await refusal(redirectRules.saveRedirect(actor, onward))).toBe('redirect_refused chain')
  }
  const dots = { ...rule, path: '/vong', target: '/%2e/vong' }
  expect(await refusal(redirectRules.saveRedirect(actor, dots))).toBe('redirect_refused target')
})

test('a target keeps what follows its path; a rule that was stored encoded can be changed', async () => {
  const { redirectRules } = office
  await redirectRules.saveRedirect(actor, {
    ...{ ...rule, is_prefix: true },
    ...{ path: '/muc', target: '/gi%C3%A1-t%E1%BB%91t?a=%C3%A1&b=?#c' },
  })
  const stored = { path: '/c%C5%A9-k%E1%BB%B9', target: '/chon-tinh-thanh' }
  await database.db.insertInto('redirect_rule').values(stored).execute()
  const { rows } = await redirectRules.redirects(actor, {})
  expect(rows.find(({ path }) => path === '/muc')?.target).toBe('/giá-tốt?a=%C3%A1&b=?#c')
  for (const [path, leads_to] of [
    ['/muc', '/gi%C3%A1-t%E1%BB%91t?a=%C3%A1&b=?#c'],
    ['/muc/x', '/gi%C3%A1-t%E1%BB%91t/x?a=%C3%A1&b=?#c'],
  ] as const) {
    await expect
      .poll(async () => (await door.call('GET', path)).headers.get('location'))
      .toBe(leads_to)
  }
  const { version = 0 } = rows.find(({ path }) => path === stored.path) ?? {}
  const changed = { ...rule, ...stored, target: '/', version }
  expect(await refusal(redirectRules.saveRedirect(actor, changed))).toBe('done')
})

test('no rule takes the pages of the shop, and none leads to where a rule leads on', async () => {
  const save = (part: Partial<Parameters<typeof office.redirectRules.saveRedirect>[1]>) =>
    refusal(office.redirectRules.saveRedirect(actor, { ...rule, ...part }))
  expect(await save({ path: '/cart/x' })).toBe('redirect_refused reserved')
  for (const target of ['//xau.example', '/\\xau.example', 'javascript:alert(1)', 'xau']) {
    expect(await save({ path: '/x', target, is_external: true })).toBe('redirect_refused target')
  }
  expect(await save({ path: '/mot', target: '/hai' })).toBe('done')
  expect(await save({ path: '/hai', target: '/mot' })).toBe('redirect_refused chain')
  expect(await save({ path: '/hai', target: '/ba' })).toBe('redirect_refused chain')
  expect(await save({ path: '/khong', target: '/mot?a=1' })).toBe('redirect_refused chain')
  expect(await save({ path: '/vong', target: '/vong/x', is_prefix: true })).toBe(
    'redirect_refused chain',
  )
  expect(await save({ path: '/mot', target: '/bon' })).toBe('redirect_changed ')
  // Browsers read these as the path itself.
  for (const target of ['/x/../cham', '/./cham', '/x/%2e%2E/cham', '//cham']) {
    expect(await save({ path: '/cham', target })).toBe('redirect_refused target')
  }
  // What follows a prefix never becomes another host, nor an error.
  expect(await save({ path: '/goc', target: '/', is_prefix: true })).toBe('done')
  const below = async () => {
    const { status: code, headers } = await door.call('GET', '/goc//xau.example')
    return [code, headers.get('location')]
  }
  await expect.poll(below).toEqual([301, '/xau.example'])
})

test('staff make a popup, which shoppers see in its time, away from excluded pages, until it is off', async () => {
  const { popups } = office
  await sql`insert into popup (title, button, image, image_width, image_height, link, starts_at, ends_at)
    values ('Cũ', 'Xem', '/media/a.webp', 640, 800, '/', '2020-01-01', '2020-01-02')`.execute(
    database.db,
  )
  const popup = {
    ...{ popup_id: 0, version: 0, title: 'Hè | Giá tốt', sentence: '', button: 'Xem' },
    ...{ image: '/media/a.webp', ink: '#14244a', link: '/dien-thoai', priority: 5 },
    ...{ starts_at: '2026-11-22T00:00', ends_at: '2026-11-23T00:00', is_active: true },
    exclude_page: '/cart|/dat-lich',
  } as const
  const shown = async () => {
    const { text: json } = await door.call('GET', '/api/content/v1/popups')
    return (JSON.parse(json) as { data: { title: string; exclude_page: string }[] }).data
  }
  expect(await refusal(popups.savePopup(actor, { ...popup, ends_at: popup.starts_at }))).toBe(
    'times_refused ',
  )
  expect(await refusal(popups.savePopup(actor, { ...popup, image: '/x.svg' }))).toBe(
    'image_refused ',
  )
  const { popup_id } = await popups.savePopup(actor, popup)
  const stateNow = async () =>
    (await popups.popups(actor, {})).rows.map(({ title, state }) => [title, state])
  expect(await stateNow()).toEqual([
    ['Hè | Giá tốt', 'planned'],
    ['Cũ', 'over'],
  ])
  expect(await shown()).toEqual([])
  now = new Date('2026-11-22T00:00:00+07:00')
  expect(await shown()).toMatchObject([{ title: 'Hè | Giá tốt', exclude_page: '/cart|/dat-lich' }])
  const seen = { popup_id, version: 1, is_active: false }
  await popups.switchPopup(actor, seen)
  expect(await shown()).toEqual([])
  expect(await refusal(popups.switchPopup(actor, seen))).toBe('popup_changed ')
  expect(await refusal(popups.switchPopup(actor, { ...seen, popup_id: 99 }))).toBe(
    'popup_not_found ',
  )
})

test('the form of a popup keeps what was typed, and takes paths by bars and lines', async () => {
  const headers = await staffHeaders(door, 'content')
  const fields = {
    ...{ intent: 'save', popup_id: '0', version: '0', title: 'Tết', button: 'Xem', sentence: '' },
    ...{ image: '/media/a.webp', ink: '#14244a', link: 'https://x.example', priority: '5' },
    ...{ starts_at: '2027-01-22T00:00', ends_at: '2027-01-23T00:00', is_active: 'on' },
    exclude_page: ' /cart |\n/tet|/cart',
  }
  const send = (form: Record<string, string>) =>
    door.call('POST', '/noi-bo/popup', {
      headers: { ...headers, 'sec-fetch-site': 'same-origin' },
      form: new URLSearchParams(form),
    })
  const refused = await send(fields)
  expect([refused.status, /value="Tết"/.test(refused.text)]).toEqual([422, true])
  expect(refused.text).toContain('Liên kết là một đường dẫn của cửa hàng')
  expect((await send({ ...fields, link: '/tet' })).status).toBe(303)
  const { rows } = await office.popups.popups(actor, {})
  expect(rows.find(({ title }) => title === 'Tết')?.exclude_page).toBe('/cart|/tet')
})

const settings = {
  code: 'ngay-hoi',
  name: 'Ngày hội',
  layout: 'landing-page',
  theme: 'sky',
  version: 0,
  is_active: true,
  recurs: 'never',
  path: 'ngay-hoi',
  teasing_path: '',
  dday_path: '',
  teasing_at: '',
  starts_at: '',
  dday_at: '',
  dday_ends_at: '',
  ends_at: '',
  meta_title: '',
  meta_description: '',
} as const
const text = (html: string) => JSON.stringify([{ kind: 'text', title: 'Đoạn', html }])

test('the home page is arranged from its own kinds of blocks, and keeps its address', async () => {
  const { landingPages } = office
  const { version } = await landingPages.landingPage(actor, { code: 'trang-chu' })
  const seen = { code: 'trang-chu', version }
  const posts = { kind: 'posts', title: 'Đáng đọc', sentence: '', category: '', size: 2 }
  const wrong = JSON.stringify([posts, { kind: 'flash', title: 'A' }])
  expect(await refusal(landingPages.publishBlocks(actor, { ...seen, blocks: wrong }))).toBe(
    'blocks_refused 2',
  )
  await landingPages.publishBlocks(actor, { ...seen, blocks: JSON.stringify([posts]) })
  expect(await door.services.landing.home(null, {})).toMatchObject([posts])
  const moved = { ...settings, code: 'trang-chu', version: version + 1, path: 'nha' }
  expect(await refusal(landingPages.saveLanding(actor, moved))).toBe('path_taken nha')
})

test('a name with the year of its page is read with the year, and kept as it was typed', async () => {
  const { landingPages } = office
  const times = { starts_at: '2026-11-20T00:00', ends_at: '2026-11-30T00:00' }
  const name = 'Ngày hội {year}'
  await landingPages.saveLanding(actor, { ...settings, ...times, code: 'nam', path: 'nam', name })
  const { rows } = await landingPages.landingPages(actor, {})
  const { title } = rows.find(({ code }) => code === 'nam') ?? {}
  expect(title).toBe('Ngày hội 2026')
  expect(await landingPages.landingPage(actor, { code: 'nam' })).toMatchObject({
    ...{ name, title, date_words: { year: '2026', starts: '20/11' } },
  })
  const { text: html } = await door.call('GET', '/nam')
  expect(html).toContain('Ngày hội 2026')
  expect(html).not.toContain('{year}')
})

test('staff make a page, prepare it, look at it, and show it at a time', async () => {
  const { landingPages } = office
  expect(await refusal(landingPages.saveLanding(actor, { ...settings, path: 'cart' }))).toBe(
    'path_taken cart',
  )
  const unordered = { ...settings, starts_at: '2026-12-02T00:00', ends_at: '2026-12-01T00:00' }
  expect(await refusal(landingPages.saveLanding(actor, unordered))).toBe('times_refused ')
  await landingPages.saveLanding(actor, settings)
  const seen = { code: 'ngay-hoi', version: 1 }
  const bad = JSON.stringify([
    { kind: 'flash', title: 'A' },
    { kind: 'faq', title: 'B', items: [] },
  ])
  expect(await refusal(landingPages.publishBlocks(actor, { ...seen, blocks: bad }))).toBe(
    'blocks_refused 2',
  )
  await landingPages.publishBlocks(actor, { ...seen, blocks: text('<p>Một</p><script>x</script>') })
  const shown = async (path = '/ngay-hoi') => {
    const { text: html } = await door.call('GET', path)
    return ['Một', 'Hai', '<script>x'].filter((word) => html.includes(word))
  }
  expect(await shown()).toEqual(['Một'])
  const draft = { ...seen, version: 2, blocks: text('<p>Hai</p>'), draft_at: '2026-11-22T00:00' }
  await landingPages.saveBlocks(actor, draft)
  expect(await refusal(landingPages.saveBlocks(actor, draft))).toBe('landing_changed ')
  expect(await shown()).toEqual(['Một'])
  const { preview_key } = await landingPages.landingPage(actor, { code: 'ngay-hoi' })
  expect(await shown(`/xem-truoc/${preview_key}`)).toEqual(['Hai'])
  expect(await shown(`/xem-truoc/${preview_key}?nhap=0`)).toEqual(['Một'])
  const { text: preview } = await door.call('GET', `/xem-truoc/${preview_key}`)
  expect(preview.includes('noindex')).toBe(true)
  expect(preview).toContain('Bản nháp, tự đăng lúc 22/11/2026')
  expect(preview).toContain('href="/noi-bo/trang-khuyen-mai/ngay-hoi"')
  const { text: live } = await door.call('GET', `/xem-truoc/${preview_key}?nhap=0`)
  expect(live).toContain('Bản đang đăng')
  // What shoppers will see then.
  expect(await shown(`/xem-truoc/${preview_key}?nhap=0&luc=2026-11-22T00:00`)).toEqual(['Hai'])
  expect((await door.call('GET', `/xem-truoc/${'0'.repeat(64)}`)).status).toBe(404)
  now = new Date('2026-11-22T00:00:00+07:00')
  expect(await shown()).toEqual(['Hai'])
  const { text: begun } = await door.call('GET', `/xem-truoc/${preview_key}`)
  expect(begun).toContain('Bản đang đăng')
  await landingPages.publishBlocks(actor, { ...seen, version: 3, blocks: text('<p>Ba</p>') })
  const { rows } = await sql<{ change_id: number }>`
    select max(change_id) as change_id from change_log where thing = 'landing_page'`.execute(
    database.db,
  )
  await office.changes.undoChange(actor, { change_id: rows[0]?.change_id ?? 0 })
  expect(await shown()).toEqual(['Một'])
  // Another address: the former one redirects.
  await landingPages.saveLanding(actor, { ...settings, version: 5, path: 'ngay-hoi-lon' })
  const moved = await door.call('GET', '/ngay-hoi')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/ngay-hoi-lon'])
  await landingPages.saveLanding(actor, { ...settings, version: 6, is_active: false })
  expect((await door.call('GET', '/ngay-hoi')).status).toBe(404)
})

test('settings of a page and of a popup are undone, unless somebody has changed them since', async () => {
  const { landingPages, popups, changes } = office
  const last = async () => {
    const { rows } = await sql<{ change_id: number }>`
      select max(change_id) as change_id from change_log`.execute(database.db)
    return { change_id: rows[0]?.change_id ?? 0 }
  }
  const page = { ...settings, code: 'lui-lai', path: 'lui-lai' }
  const times = { starts_at: '2026-12-01T00:00', ends_at: '2026-12-09T00:00' }
  await landingPages.saveLanding(actor, { ...page, ...times })
  const later = {
    starts_at: '2026-12-02T00:00',
    ends_at: '2026-12-10T00:00',
    theme: 'tet',
  } as const
  await landingPages.saveLanding(actor, { ...page, ...later, version: 1 })
  const moved = await last()
  await changes.undoChange(actor, moved)
  expect(await landingPages.landingPage(actor, { code: 'lui-lai' })).toMatchObject({
    ...{ theme: 'sky', starts_at: '2026-11-30T17:00:00.000Z', ends_at: '2026-12-08T17:00:00.000Z' },
  })
  expect(await refusal(changes.undoChange(actor, moved))).toBe('changed_since ')

  const { rows } = await popups.popups(actor, {})
  const one = rows[0]
  const seen = { popup_id: one?.id ?? 0, version: one?.version ?? 0 }
  await popups.switchPopup(actor, { ...seen, is_active: one?.is_active === false })
  await changes.undoChange(actor, await last())
  const again = (await popups.popups(actor, {})).rows.find(({ id }) => id === one?.id)
  expect(again).toMatchObject({ is_active: one?.is_active, start_date: one?.start_date })
})
