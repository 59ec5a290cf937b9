import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { ticketPath } from '#admin/addresses/paths.ts'
import { type Door, openDoor } from '#test/support/door.ts'
import { seeded_at, type TestDatabase, testDatabase } from '#test/support/database.ts'
import { staffHeaders } from '#test/support/staff.ts'

let own: TestDatabase
let door: Door
let headers: { cookie: string }

beforeAll(async () => {
  own = await testDatabase({ seeded: true })
  door = await openDoor(own, { now: () => seeded_at })
  headers = await staffHeaders(door)
})
afterAll(async () => {
  await door.close()
  await own.close()
})

/** What staff see in the list, as text, and how often it has the words. */
async function found(path: string, q: string, words: string): Promise<number> {
  const { status, text } = await door.call('GET', path + encodeURIComponent(q), { headers })
  expect(status).toBe(200)
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(text) ?? []
  const shown = main.replaceAll(/<!--.*?-->/gs, '').replaceAll(/<[^>]*>/g, '\n')
  return shown.toLowerCase().split(words).length - 1
}

const lists = [
  ['articles', `${addresses.articles.path}?q=`, 'đánh giá iphone', 'danh gia iphone'],
  ['services of repair', `${addresses.repair_services.path}?q=`, 'thay màn hình', 'thay man hinh'],
  ['services for a ticket', `${ticketPath('SC000001')}?tim=`, 'màn hình', 'MAN HINH'],
  ['prices of old devices', `${addresses.trade_prices.path}?q=`, 'tiêu chuẩn', 'tieu chuan'],
  ['reviews', `${addresses.talk_reviews.path}?state=published&q=`, 'đẹp', 'dep'],
  ['comments', `${addresses.talk_comments.path}?state=published&q=`, 'máy', 'may'],
] as const

test.each(lists)('staff find %s with marks and without', async (_name, path, words, plain) => {
  const with_marks = await found(path, words, words)
  expect(with_marks).toBeGreaterThan(0)
  expect(await found(path, plain, words)).toBe(with_marks)
  expect(await found(path, `${plain} khong co that`, words)).toBe(0)
})
