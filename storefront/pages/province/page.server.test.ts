import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDoor, type Door } from '#test/support/door.ts'

let database: TestDatabase
let door: Door

beforeAll(async () => {
  database = await testDatabase()
  door = await openDoor(database)
})
afterAll(async () => {
  await door.close()
  await database.close()
})

test('the page offers the 34 provinces in force under the retailer’s numbers, with their former names', async () => {
  const { text } = await door.call('GET', '/chon-tinh-thanh')
  const buttons = [...text.matchAll(/<button[^>]*value="(\d+)"[^>]*>.*?<\/button>/g)].filter(
    ([button]) => button.includes('name="province_id"'),
  )
  expect(buttons).toHaveLength(34)
  const of = (id: number) => buttons.find(([, value]) => value === String(id))?.[0]
  expect(of(30)?.replace(/<[^>]*>/g, ' ')).toMatch(/Hồ Chí Minh .*Bà Rịa - Vũng Tàu, Bình Dương/)
  expect(of(57)).toContain('Huế')
  expect(of(9)).toBeUndefined()
  expect(buttons.slice(0, 3).map(([, id]) => id)).toEqual(['30', '24', '15'])
})

test.each([9, 30])('with the cookie %i, Hồ Chí Minh is the current province', async (id) => {
  const headers = { cookie: `province_id=${id}` }
  const { text } = await door.call('GET', '/chon-tinh-thanh', { headers })
  const current = /<button[^>]*aria-current="true"[^>]*>/.exec(text)?.[0] ?? ''
  expect(current).toContain('value="30"')
})
