import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startOfDay } from '#pure/vietnam-time.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let database: TestDatabase
let door: Door
let now = startOfDay('2026-11-22')

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  door = await openDoor(database, { now: () => now })
  await sql`
    update landing_page set teasing_at = ${startOfDay('2026-11-13')}, starts_at = ${startOfDay('2026-11-20')},
      ends_at = ${startOfDay('2026-12-01')}
    where code = 'sale-black-friday'`.execute(database.db)
})
afterAll(async () => {
  await door.close()
  await database.close()
})

/** The links of a section of the page, by its title. */
async function linksUnder(title: string): Promise<string[]> {
  const { text } = await door.call('GET', '/danh-muc')
  const section = text.split('<section').find((part) => part.includes(`>${title}</span>`)) ?? ''
  return [...section.matchAll(/<a href="([^"]+)"/g)].map(([, path = '']) => path)
}

test('the menu leads to repairs, trade-in, used devices and the news', async () => {
  expect((await linksUnder('Sửa chữa'))[0]).toBe('/dich-vu/sua-chua-dien-thoai')
  expect(await linksUnder('Thu cũ đổi mới')).toEqual(['/thu-cu-doi-moi'])
  expect(await linksUnder('Máy cũ')).toEqual(['/may-cu'])
  expect((await linksUnder('Tin công nghệ')).slice(0, 2)).toEqual(['/tin-tuc', '/tin-tuc'])
})

test('a campaign is in the menu from its teasing to its end', async () => {
  const campaigns = () => linksUnder('Khuyến mãi')
  expect((await campaigns())[0]).toBe('/sale-black-friday')
  expect(await campaigns()).toContain('/khuyen-mai-pin-iphone')
  now = startOfDay('2026-12-01')
  await vi.waitFor(async () => expect(await campaigns()).not.toContain('/sale-black-friday'))
  expect(await campaigns()).toContain('/xa-hang')
})

test('a campaign that staff take away leaves the menu at once', async () => {
  await sql`update landing_page set is_active = false where code = 'xa-hang'`.execute(database.db)
  await vi.waitFor(async () => expect(await linksUnder('Khuyến mãi')).not.toContain('/xa-hang'))
})
