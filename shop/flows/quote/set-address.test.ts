import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import {
  newBuyer,
  dataOf,
  refusalOf,
  type Buyer,
  type Order,
  type Quote,
} from '#test/support/buyer.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { openDoor, type Door } from '#test/support/door.ts'
import { products, restock } from '#test/support/small-shop.ts'

let database: TestDatabase
let door: Door
let buyer: Buyer

beforeAll(async () => {
  database = await testDatabase({ small: true })
  await sql`insert into province (province_id, name, slug, official_code, legacy_code, position)
    values (9, 'Bình Dương', 'binh-duong', '79', '74', 6)`.execute(database.db)
  door = await openDoor(database)
})
afterAll(async () => {
  await door.close()
  await database.close()
})
beforeEach(async () => {
  await restock(database.db)
  buyer = await newBuyer(door)
  dataOf(await buyer.add(products.cable))
  dataOf(await buyer.quote({ [products.cable]: 1 }))
})

const no_former_area = { province_id: '', ward_name: '' }
const send = (fields: Record<string, unknown>) => buyer.address({ ...no_former_area, ...fields })
const saved = async (fields: Record<string, unknown>) => dataOf<Quote>(await send(fields)).recipient

describe('an address in current units', () => {
  test('is stored with official codes and the version of the units', async () => {
    expect(await saved({ province_code: '79', ward_id: 26_737 })).toMatchObject({
      province_id: 30,
      province_code: '79',
      district_id: null,
      ward_id: 26_737,
      ward_name: 'Phường Tân Định',
      legacy_address: null,
      dataset_version: expect.stringMatching(/^2026-09-20/),
      address_text: '12 Trần Quang Khải, Phường Tân Định, Hồ Chí Minh',
    })
  })

  test('belongs to the retailer’s province that the ward was part of before', async () => {
    const di_an = await sql<{ ward_id: number }>`
      select ward_id from official_ward where name = 'Phường Dĩ An'`.execute(database.db)
    const recipient = await saved({ ward_id: di_an.rows[0]?.ward_id })
    expect(recipient).toMatchObject({ province_id: 9, province_code: '79' })
    // Vũng Tàu was part of a province that this retailer does not have: the first one with the same code is used.
    const sea = await sql<{ ward_id: number }>`
      select ward_id from official_ward where name = 'Phường Vũng Tàu'`.execute(database.db)
    expect(await saved({ ward_id: sea.rows[0]?.ward_id })).toMatchObject({ province_id: 30 })
  })

  test.each([
    [{ ward_id: 1 }, 'ward_id'],
    [{ ward_id: 26_737, province_code: '01' }, 'ward_id'],
    [{ ward_id: 26_737, province_id: 24 }, 'ward_id'],
    [{ ward_id: 20_200 }, 'province_id'],
    [{ province_code: '79' }, 'ward_id'],
    [{}, 'province_id'],
    [{ ward_id: 9_007_199_254_740_991 }, 'ward_id'],
  ])('%j is refused beside its field', async (fields, field) => {
    const answer = await send(fields)
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(`"${field}"`)])
  })
})

describe('an address in former units', () => {
  test('is resolved to the ward that the old one became', async () => {
    expect(await saved({ province_id: 30, district_id: 760, ward_id: 26_740 })).toMatchObject({
      ward_id: expect.any(Number),
      ward_name: 'Phường Sài Gòn',
      province_id: 30,
      district_id: 760,
      legacy_address: 'Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh',
      address_text: '12 Trần Quang Khải, Phường Sài Gòn, Hồ Chí Minh',
    })
  })

  test('asks which one when the old ward was split', async () => {
    await sql`update legacy_ward set ward_ids = '{26737,26740}'
      where legacy_ward_id = 26734`.execute(database.db)
    const answer = await send({ district_id: 760, ward_id: 26_734 })
    expect(refusalOf(answer)).toBe('409 ward_was_split')
    expect(answer.body?.error?.data).toMatchObject({
      legacy_address: expect.stringContaining('Quận 1, Thành phố Hồ Chí Minh'),
      candidates: [{ ward_id: 26_737, name: 'Phường Tân Định' }, { ward_id: 26_740 }],
    })
    const chosen = { district_id: 760, ward_id: 26_734, new_ward_id: 26_737 }
    expect(await saved(chosen)).toMatchObject({
      ward_name: 'Phường Tân Định',
      legacy_address: expect.stringContaining('Quận 1'),
    })
    expect(refusalOf(await send({ ...chosen, new_ward_id: 4 }))).toBe('409 ward_was_split')
  })

  test('needs a ward of that district', async () => {
    expect((await send({ district_id: 761, ward_id: 26_740 })).status).toBe(422)
  })
})

test('a ward name alone is stored unchanged, because older apps send no ids', async () => {
  const recipient = await saved({ province_id: 30, ward_name: 'Phường Tân Định' })
  expect(recipient).toMatchObject({ ward_id: null, province_code: null, dataset_version: null })
  expect(recipient?.address_text).toBe('12 Trần Quang Khải, Phường Tân Định, Hồ Chí Minh')
})

test('invoice and consent are copied from the quote to the order', async () => {
  const company = {
    name: 'Công ty Ánh Sao',
    tax_code: '0314409058-002',
    address: '1 Lê Lợi',
    email: 'ketoan@anhsao.vn',
  }
  await saved({
    ward_id: 26_737,
    promotion_announcement: 'true',
    wants_company_invoice: 'true',
    company_name: company.name,
    company_tax_code: company.tax_code,
    company_address: company.address,
    company_email: company.email,
  })
  const order = dataOf<Order>(await buyer.order())
  expect(order.recipient).toMatchObject({ promotion_announcement: true, company_invoice: company })
})

test('need_confirm is always true (contract §3): false is refused, absent is true', async () => {
  for (const need_confirm of [false, 'false', '0', 'x']) {
    const answer = await send({ need_confirm })
    expect([answer.status, answer.body?.error?.code]).toEqual([422, 'invalid_input'])
    expect(answer.body?.error?.data).toMatchObject({
      problems: { need_confirm: expect.anything() },
    })
  }
  for (const need_confirm of [true, 'true', '1', undefined]) {
    dataOf(await buyer.address({ need_confirm }))
  }
})
