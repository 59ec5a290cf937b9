import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOfDay } from '#pure/vietnam-time.ts'
import { seeded_at, testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let database: TestDatabase
let door: Door
let now = seeded_at

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  door = await openDoor(database, { now: () => now })
  await sql`
    update landing_page set teasing_at = ${startOfDay('2026-11-13')}, starts_at = ${startOfDay('2026-11-20')},
      dday_at = ${startOfDay('2026-11-27')}, dday_ends_at = ${startOfDay('2026-11-28')},
      ends_at = ${startOfDay('2026-12-01')}
    where code = 'sale-black-friday'`.execute(database.db)
})
afterAll(async () => {
  await door.close()
  await database.close()
})

const has = ({ text }: { text: string }, words: string) => text.includes(words)

/** A page at a moment. */
async function at(moment: string, path = '/sale-black-friday') {
  now = new Date(moment)
  return door.call('GET', path)
}

test('a campaign goes through its phases by the clock', async () => {
  const before = await at('2026-11-01T00:00:00+07:00')
  expect(has(before, 'Chương trình bắt đầu lúc 00:00 ngày 20/11/2026')).toBe(true)
  const teasing = await at('2026-11-14T00:00:00+07:00')
  expect(has(teasing, 'Mở bán 20/11')).toBe(true)
  expect(has(teasing, 'Mở bán sau')).toBe(true)
  expect(has(teasing, 'Chương trình bắt đầu')).toBe(false)
  const running = await at('2026-11-21T00:00:00+07:00')
  expect(has(running, 'Săn giá từng giờ')).toBe(true)
  expect(has(running, '20/11 – 30/11')).toBe(true)
  expect(has(running, 'Đến ngày vàng còn')).toBe(true)
  const day = await at('2026-11-27T00:00:00+07:00')
  expect(has(day, 'Đỉnh điểm')).toBe(true)
  expect(has(day, 'Ngày vàng còn')).toBe(true)
  const after = await at('2026-11-28T00:00:00+07:00')
  expect(has(after, 'Ngày vàng còn')).toBe(false)
  expect(has(after, 'Kết thúc sau')).toBe(true)
  expect(has(after, 'Bốn mốc giờ của ngày vàng')).toBe(false)
  expect(has(after, 'Bốn khung giờ mỗi ngày')).toBe(true)
  const over = await at('2026-12-01T00:00:00+07:00')
  expect(has(over, 'Lần tới dự kiến từ ngày 19/11/2027')).toBe(true)
  expect(has(over, 'Kết thúc sau')).toBe(false)
})

test('the address of a phase shows it until it has passed, then what runs, and says what is true', async () => {
  const teasing = '/sale-black-friday/teasing'
  const dday = '/sale-black-friday/d-day'
  const early = await at('2026-11-12T00:00:00+07:00', teasing)
  expect(has(early, 'Mở bán 20/11')).toBe(true)
  // Nobody is reminded of a campaign before its teasing.
  expect(has(early, '/nhac-toi')).toBe(false)
  expect(has(await at('2026-11-14T00:00:00+07:00', teasing), '/nhac-toi?trang=')).toBe(true)
  const ahead = await at('2026-11-21T00:00:00+07:00', dday)
  expect(has(ahead, 'Đỉnh điểm')).toBe(true)
  expect(has(ahead, 'Ngày vàng bắt đầu lúc 00:00 ngày 27/11/2026')).toBe(true)
  expect(has(ahead, '/sale-black-friday/d-day"')).toBe(true)
  const started = await at('2026-11-21T00:00:00+07:00', teasing)
  expect(has(started, 'Chương trình đã mở bán')).toBe(true)
  expect(has(started, 'Săn giá từng giờ')).toBe(true)
  expect(has(started, 'Mở bán 20/11')).toBe(false)
  expect(titleOf(started)).toMatch(
    /^Đã mở bán: Black Friday, Săn giá từng giờ \| Black Friday 2026/,
  )
  const peak = await at('2026-11-27T00:00:00+07:00', teasing)
  expect([has(peak, 'Đỉnh điểm'), has(peak, 'Ngày vàng còn')]).toEqual([true, true])
  const passed = await at('2026-11-28T00:00:00+07:00', dday)
  expect(has(passed, 'Ngày vàng đã qua, chương trình còn đến 00:00 ngày 01/12/2026')).toBe(true)
  expect([has(passed, 'Đỉnh điểm'), has(passed, 'Săn giá từng giờ')]).toEqual([false, true])
  for (const path of [teasing, dday]) {
    const over = await at('2026-12-01T00:00:00+07:00', path)
    expect(has(over, 'Chương trình đã kết thúc. Lần tới dự kiến từ ngày 19/11/2027')).toBe(true)
    expect(titleOf(over)).toMatch(path === dday ? /^Ngày vàng đã qua: / : /^Đã kết thúc: /)
  }
})

const titleOf = ({ text }: { text: string }) => /<title>([^<]*)/.exec(text)?.[1]

test('every address of the contract has its layout, title and structured data, and is in the sitemap', async () => {
  const { text: sitemap } = await door.call('GET', '/sitemap/landing-1.xml')
  const titles = new Set<string>()
  for (const [path, has_footer] of addresses) {
    const { status, text } = await door.call('GET', path)
    expect({ path, status }).toEqual({ path, status: 200 })
    expect({ path, has_footer: text.includes('<footer') }).toEqual({ path, has_footer })
    titles.add(/<title>([^<]*)/.exec(text)?.[1] ?? '')
    expect(text.match(/<h1/g)).toHaveLength(1)
    expect(text.includes('application/ld+json')).toBe(true)
    expect(sitemap.includes(`${path}</loc>`)).toBe(true)
  }
  expect(titles.size).toBe(addresses.length)
})

const addresses: readonly (readonly [string, boolean])[] = [
  ...[
    ...['/back-to-school', '/khuyen-mai-8-3', '/uu-dai-hoc-sinh-sinh-vien', '/xa-hang'],
    ...['/khuyen-mai-tet', '/khuyen-mai-tet/dday', '/khuyen-mai-tet/teasing'],
    ...['/sale-black-friday', '/sale-black-friday/d-day', '/sale-black-friday/teasing'],
  ].map((path) => [path, true] as const),
  ...[
    ...['dien-thoai-cu', 'ep-kinh-apple', 'man-hinh-iphone', 'man-hinh-laptop'],
    ...['man-hinh-samsung', 'phu-kien', 'pin-iphone', 'pin-macbook'],
  ].map((name) => [`/khuyen-mai-${name}`, false] as const),
]

test('a coupon is shown only by the page that names it', async () => {
  now = seeded_at
  const codesOf = async (code: string) => {
    const { rows } = await sql<{ id: number }>`
      select landing_page_id as id from landing_page where code = ${code}`.execute(database.db)
    const found = await door.services.landing.vouchers(null, { landing_page_id: rows[0]?.id ?? 0 })
    return found.map((voucher) => voucher.code)
  }
  expect(await codesOf('khuyen-mai-phu-kien')).toEqual(['PHUKIEN15', 'MOINGAY50', 'CHAOBAN'])
  expect(await codesOf('khuyen-mai-pin-iphone')).toEqual([])
  const { status } = await door.call('GET', '/api/landing/v1/vouchers?landing_page_id=999999')
  expect(status).toBe(200)
})
