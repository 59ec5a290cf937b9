import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  LegacyDistrict,
  LegacyWard,
  OfficialProvince,
  Ward,
} from '#contracts/storefront/units.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDoor, type Door } from '#test/support/door.ts'

let database: TestDatabase
let door: Door

beforeAll(async () => {
  database = await testDatabase({ small: true })
  door = await openDoor(database)
})
afterAll(async () => {
  await door.close()
  await database.close()
})

async function ask<T>(path: string): Promise<T> {
  const answer = await door.call('GET', `/api/locations/v1/${path}`)
  if (answer.status !== 200) throw new RangeError(`${answer.status} ${answer.text}`)
  return answer.body?.data as T
}
const names = (wards: readonly { name: string }[]) => wards.map((ward) => ward.name)

describe('provinces', () => {
  test('in force are 34 in Vietnamese order, with the retailer’s provinces', async () => {
    const provinces = await ask<OfficialProvince[]>('official-provinces')
    expect(provinces).toHaveLength(34)
    expect(names(provinces).indexOf('Đà Nẵng')).toBe(names(provinces).indexOf('Cần Thơ') + 1)
    expect(provinces.find((one) => one.province_code === '79')?.province_ids).toEqual([30])
  })

  test('legacy ones are 63, their numbered districts come first', async () => {
    expect(await ask<unknown[]>('legacy-provinces')).toHaveLength(63)
    const districts = await ask<LegacyDistrict[]>('legacy-districts?legacy_code=79')
    expect(districts).toHaveLength(22)
    expect(names(districts).slice(0, 3)).toEqual(['Quận 1', 'Quận 3', 'Quận 4'])
  })
})

describe('wards in force', () => {
  const search = (q: string, rest = '') => ask<Ward[]>(`wards?q=${encodeURIComponent(q)}${rest}`)

  test('are found without accents and without their kind', async () => {
    const [first] = await search('tan dinh', '&province_code=79')
    expect(first).toEqual({
      ward_id: 26_737,
      name: 'Phường Tân Định',
      province_code: '79',
      province_name: 'Hồ Chí Minh',
    })
    expect(names(await search('P. TÂN ĐỊNH', '&province_code=79'))[0]).toBe('Phường Tân Định')
    expect(names(await search('dinh tan', '&province_code=79'))).toContain('Phường Tân Định')
  })

  test.each(['xã', 'phường', 'P.', 'thị trấn', 'TT', 'tt.', 'đặc khu', 'x.'])(
    'are found with the kind %j in front, whichever they have',
    async (kind) => {
      const [first] = await search(`${kind} Long Thành`, '&province_code=75')
      expect(first).toMatchObject({ ward_id: 26_368, name: 'Phường Long Thành' })
      const [hamlet] = await search(`${kind} phu quoc`)
      expect(hamlet?.name).toBe('Đặc khu Phú Quốc')
    },
  )

  test('whose names begin like a kind are found', async () => {
    expect((await search('phuong liet', '&province_code=01'))[0]?.name).toBe('Phường Phương Liệt')
    expect((await search('xa dung'))[0]?.name).toBe('Xã Xa Dung')
  })

  test('with the typed accents come first', async () => {
    const [first] = await search('ba tơ')
    expect(first?.name).toBe('Xã Ba Tơ')
    expect((await search('ba tô'))[0]?.name).toBe('Xã Ba Tô')
    expect((await search('phường ba tô'))[0]?.name).toBe('Xã Ba Tô')
  })

  test('of a retailer’s province are those that were in it', async () => {
    const all = await search('', '&province_code=79&size=200')
    const kernel = await search('', '&province_id=30&size=200')
    expect(all).toHaveLength(168)
    expect(kernel.length).toBeLessThan(all.length)
    expect(names(kernel)).not.toContain('Phường Dĩ An')
  })

  test('are twenty at most, and none for unknown words', async () => {
    expect(await search('phuong')).toHaveLength(20)
    expect(await search('%')).toHaveLength(20)
    expect(await search('qqq')).toEqual([])
    expect((await door.call('GET', '/api/locations/v1/wards?size=9999')).status).toBe(422)
  })
})

test('legacy wards have their successors', async () => {
  const wards = await ask<LegacyWard[]>('legacy-wards?district_id=490')
  const split = wards.find((ward) => ward.name === 'Phường Hòa Minh')
  expect(names(split?.new_wards ?? [])).toEqual(['Phường Hòa Khánh', 'Phường Thanh Khê'])
  expect(await ask('legacy-wards?district_id=999999')).toEqual([])
})
