import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OfficialProvince } from '#contracts/storefront/units.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDoor, type Door } from '#test/support/door.ts'

let database: TestDatabase
let door: Door
let provinces: OfficialProvince[]

beforeAll(async () => {
  database = await testDatabase()
  door = await openDoor(database)
  const answer = await door.call('GET', '/api/locations/v1/official-provinces')
  provinces = answer.body?.data as OfficialProvince[]
})
afterAll(async () => {
  await door.close()
  await database.close()
})

test('a province has the prices of the retailer’s province with its name', () => {
  expect(provinces.find((one) => one.name === 'Hồ Chí Minh')).toMatchObject({
    province_ids: [30, 9, 3],
    former_names: ['Bà Rịa - Vũng Tàu', 'Bình Dương'],
    popular_position: 1,
  })
  const first = (name: string) => provinces.find((one) => one.name === name)?.province_ids[0]
  expect(['Bắc Ninh', 'Huế', 'An Giang', 'Lào Cai'].map(first)).toEqual([6, 57, 1, 39])
})

test('every number of the retailer and every former name leads to one province', () => {
  expect(provinces).toHaveLength(34)
  expect(new Set(provinces.flatMap((one) => one.province_ids)).size).toBe(63)
  expect(provinces.filter((one) => one.province_ids.length === 0)).toEqual([])
  expect(new Set(provinces.flatMap((one) => one.former_names)).size).toBe(63 - 34)
})
