import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let database: TestDatabase
let door: Door

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  door = await openDoor(database)
})
afterAll(async () => {
  await door.close()
  await database.close()
})

const htmlOf = async (path: string) =>
  (await door.call('GET', path)).text.replaceAll('<!-- -->', '').split('id="page-data"')[0] ?? ''
const sectionOf = (html: string, label: string) =>
  /^.*?<\/section>/s.exec(html.split(`aria-labelledby="${label}"`)[1] ?? '')?.[0] ?? ''
const charger = /củ sạc apple/i

test('an accessory that costs less with the device has one price in both places, in the same words', async () => {
  const html = await htmlOf('/iphone-17-256gb')
  const prices = ['mua-kem', 'phu-kien'].map((label) => {
    const line = sectionOf(html, label)
      .split('<li')
      .find((one) => charger.test(one))
    const [, together] = /Mua kèm: ([\d.]+đ)/.exec(line ?? '') ?? []
    const [, list] = /<del[^>]*>.*?([\d.]+đ)<\/del>/s.exec(line ?? '') ?? []
    return { together, list }
  })
  expect(prices[0]).toEqual({ together: '690.000đ', list: expect.stringMatching(/đ$/) })
  expect(prices[1]).toEqual(prices[0])
  const others = sectionOf(html, 'phu-kien')
    .split('<li')
    .filter((one) => !charger.test(one))
  expect(others.join('')).not.toContain('Mua kèm')
})

test('the small pictures of another colour say which one, for eyes and ears', async () => {
  const first = await htmlOf('/iphone-17-256gb?mau=tim-oai-huong')
  const other = await htmlOf('/iphone-17-256gb?mau=xanh-suong-mu')
  const small = (html: string) => html.split('aria-label="Ảnh nhỏ"')[1]?.split('</ul>')[0] ?? ''
  expect(small(first)).not.toContain('>Màu ')
  expect(small(other).match(/, màu Tím oải hương"/g)?.length).toBe(3)
  expect(small(other)).toContain('>Màu Tím oải hương<')
  expect(small(other)).toContain('alt="Xem ảnh 2, màu Tím oải hương"')
  expect(small(other)).toContain('alt="Xem ảnh 1"')
})
