import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Dataset,
  dataset_version,
  datasetOf,
  readDatasetFiles,
} from '#db/addresses/dataset.ts'
import { loadAddresses } from '#db/addresses/load-addresses.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { onServer } from '#test/support/database-templates.ts'

let database: TestDatabase
let units: Dataset

beforeAll(async () => {
  database = await testDatabase()
  units = datasetOf(await readDatasetFiles())
})
afterAll(() => database.close())

/** The codes in force (19/2025/QĐ-TTg). */
const codes_in_force =
  '01 04 08 11 12 14 15 19 20 22 24 25 31 33 37 38 40 42 44 46 48 51 52 56 66 68 75 79 80 82 86 91 92 96'

const wards_of_237 = '26326 25363 26368 25270 26485 25357 26116 26248 26170 26425'.split(' ')
const wards_of_388 =
  '07294 07375 07399 07444 07840 09193 09292 09313 09319 09454 09475 09496'.split(' ')

describe('units in force', () => {
  test('are 34 provinces, nine of them cities', () => {
    const { official_province } = units
    expect(official_province.map((one) => one.province_code).join(' ')).toBe(codes_in_force)
    const cities = official_province.filter((one) => one.kind === 'thành phố')
    expect(cities.map((one) => one.name)).toEqual([
      'Hà Nội',
      'Quảng Ninh',
      'Bắc Ninh',
      'Hải Phòng',
      'Huế',
      'Đà Nẵng',
      'Đồng Nai',
      'Hồ Chí Minh',
      'Cần Thơ',
    ])
  })

  test('are 3,321 wards, each in one province, with names of the three kinds', () => {
    const { official_ward, official_province } = units
    expect(official_ward).toHaveLength(3321)
    expect(new Set(official_ward.map((one) => one.ward_id)).size).toBe(3321)
    const provinces = new Set(official_province.map((one) => one.province_code))
    expect(official_ward.filter((one) => !provinces.has(one.province_code))).toEqual([])
    const kinds = Map.groupBy(official_ward, (one) => /^\S+( khu)?/.exec(one.name)?.[0])
    expect([...kinds.keys()].toSorted()).toEqual(['Phường', 'Xã', 'Đặc khu'].toSorted())
    const counts = ['Phường', 'Xã', 'Đặc khu'].map((kind) => kinds.get(kind)?.length)
    expect(counts).toEqual([709, 2599, 13])
  })

  test.each([
    ['237/NQ-UBTVQH16', '75', wards_of_237],
    ['388/NQ-UBTVQH16', '24', wards_of_388],
  ])('have the wards that became phường by %s', (_resolution, province_code, codes) => {
    const became = codes.map((code) =>
      units.official_ward.find((ward) => ward.ward_id === Number(code)),
    )
    expect(became.map((ward) => ward?.province_code)).toEqual(codes.map(() => province_code))
    expect(became.filter((ward) => !ward?.name.startsWith('Phường '))).toEqual([])
    expect(became.filter((ward) => !ward?.search_text.startsWith('phuong '))).toEqual([])
  })

  test('have the codes of 2026 where the package is wrong', () => {
    const named = (name: string) =>
      units.official_ward.filter((one) => one.name === name).map((one) => one.ward_id)
    expect([named('Xã Ba Chẽ'), named('Xã Ia Mơ')]).toEqual([[6978], [23938]])
    expect(units.official_ward.some((one) => [6970, 23737].includes(one.ward_id))).toBe(false)
  })
})

describe('legacy units', () => {
  test('are 63 provinces, 696 districts, 10,035 wards and five islands without wards', () => {
    const { legacy_province, legacy_district, legacy_ward } = units
    expect([legacy_province.length, legacy_district.length]).toEqual([63, 696])
    const last_day = legacy_ward.filter((one) => !one.is_former)
    const islands = last_day.filter((one) => one.name.startsWith('Toàn huyện'))
    expect([last_day.length - islands.length, islands.length]).toEqual([10_035, 5])
    expect(new Set(legacy_ward.map((one) => one.legacy_ward_id)).size).toBe(legacy_ward.length)
    const populated = new Set(legacy_ward.map((one) => one.district_id))
    expect(legacy_district.filter((one) => !populated.has(one.district_id))).toEqual([])
  })

  test('each lead to at least one existing ward, in one province in force', () => {
    const wards = new Map(units.official_ward.map((one) => [one.ward_id, one.province_code]))
    const legacy_codes = new Map(
      units.legacy_district.map((one) => [one.district_id, one.legacy_code]),
    )
    const became = new Map<string, Set<string | undefined>>()
    for (const { ward_ids, district_id } of units.legacy_ward) {
      expect(ward_ids.length).toBeGreaterThan(0)
      const legacy_code = legacy_codes.get(district_id) ?? ''
      const provinces = became.get(legacy_code) ?? new Set()
      for (const id of ward_ids) provinces.add(wards.get(id))
      became.set(legacy_code, provinces)
    }
    expect([...became].filter(([, provinces]) => provinces.size !== 1)).toEqual([])
  })

  test('reach every ward in force', () => {
    const reached = new Set(units.legacy_ward.flatMap((one) => one.ward_ids))
    expect(units.official_ward.filter((one) => !reached.has(one.ward_id))).toEqual([])
  })

  test('list which wards were split', () => {
    const split = units.legacy_ward.filter((one) => one.ward_ids.length > 1)
    expect(split.length).toBeGreaterThanOrEqual(23)
    expect(split.find((one) => one.legacy_ward_id === 20_200)?.name).toBe('Phường Hòa Minh')
  })
})

describe('loadAddresses', () => {
  test('fills the tables once per version, also when two processes start at the same time', async () => {
    const again = () => onServer(database.url, loadAddresses)
    expect(await again()).toBeNull()
    await sql`update reference_data set fingerprint = 'older'`.execute(database.db)
    await sql`delete from legacy_ward where legacy_ward_id = 20200`.execute(database.db)
    await sql`update official_ward set name = 'Xã Long Thành', search_text = 'xa long thanh'
      where ward_id = 26368`.execute(database.db)
    const started = performance.now()
    expect(await Promise.all([again(), again()])).toEqual(
      expect.arrayContaining([dataset_version, null]),
    )
    expect(performance.now() - started).toBeLessThan(4_000)
    const { rows } = await sql`select
      (select count(*) from official_ward) as wards, (select count(*) from legacy_ward) as old,
      (select name from official_ward where ward_id = 26368) as name
    `.execute(database.db)
    const name = 'Phường Long Thành'
    expect(rows).toEqual([{ wards: 3321, old: units.legacy_ward.length, name }])
  })
})
