import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openImport } from '#test/goods/import-lines.ts'

const own = openImport({ seeded: true })
const { importLines } = own

async function stored(sku: string) {
  const { rows } = await sql<{ path: string; options: string[] }>`
    select slug.path, array(select concat_ws(' ', label, list_price, price, is_active,
        (select string_agg(code || ':' || quantity, ',') from repair_part_stock
          join shop using (shop_id) where repair_part_stock.option_id = repair_option.option_id))
      from repair_option where repair_option.service_id = service.service_id
      order by is_active desc, position, option_id) as options
    from repair_service service
    join slug on kind = 'repair_service' and entity_id = service_id and is_current
    where sku = ${sku}`.execute(own.db)
  return rows[0]
}

const service = {
  ...{ record: 'repair_service', sku: 'SC-thu', name: 'Thay kính lưng iPhone 17' },
  ...{ model_name: 'iPhone 17', brand_name: 'Apple', device_kind: 'dien-thoai' },
  ...{ part_code: 'thay-kinh-lung', minutes: 60, skill: 'phan-cung' },
}
const part = { record: 'repair_part', part_code: 'thay-kinh-lung', name: 'Thay kính lưng' }
const cheap = { label: 'Thường', list_price: '500.000đ', price: 400_000, stock: { CH001: 2 } }
const dear = { label: 'Chính hãng', list_price: 900_000, price: 900_000 }

test('a file brings a service with a new part, changes it, and switches options off', async () => {
  const whole = { ...service, options: [cheap, dear] }
  expect(await importLines(whole, part)).toEqual({ added: 2, changed: 0, unchanged: 0 })
  expect(await stored('SC-thu')).toEqual({
    path: 'thay-kinh-lung-iphone-17',
    options: ['Thường 500000 400000 t CH001:2', 'Chính hãng 900000 t'],
  })
  expect(await importLines(whole)).toEqual({ added: 0, changed: 0, unchanged: 1 })
  const changed = {
    record: 'repair_service',
    sku: 'SC-thu',
    options: [{ ...dear, price: 850_000 }],
  }
  expect(await importLines(changed)).toEqual({ added: 0, changed: 1, unchanged: 0 })
  expect((await stored('SC-thu'))?.options).toEqual([
    'Chính hãng 900000 850000 t',
    'Thường 500000 400000 f CH001:2',
  ])
})

test('a shop that comes to repair has two technicians until somebody says how many', async () => {
  const shop = {
    ...{ record: 'shop', code: 'CH900', external_id: 9_900, name: 'Cửa hàng mới', company_id: 1 },
    ...{ province_id: 30, time_opening: '08:00 - 21:30', kinds: ['ban-hang'] },
  }
  const technicians = async () => {
    const { rows } = await sql<{ skill: string; technicians: number }>`select skill, technicians
      from shop_skill join shop using (shop_id) where code = 'CH900' order by skill`.execute(own.db)
    return rows
  }
  await importLines(shop)
  expect(await technicians()).toEqual([])
  await importLines({ ...shop, kinds: ['ban-hang', 'sua-chua'] })
  expect(await technicians()).toEqual([{ skill: 'any', technicians: 2 }])
  await sql`update shop_skill set technicians = 5 where skill = 'any'`.execute(own.db)
  await importLines({ ...shop, kinds: ['sua-chua'] })
  expect(await technicians()).toEqual([{ skill: 'any', technicians: 5 }])
  // A slot of a day to come follows the file, but not below what is booked.
  const { rows: slots } = await sql<{ starts_at: Date }>`
    insert into slot (shop_id, skill, starts_at, capacity, taken)
    select shop_id, 'any', date_trunc('week', now() at time zone 'Asia/Ho_Chi_Minh' + interval '21 days')
        at time zone 'Asia/Ho_Chi_Minh' + day * interval '1 day' + interval '9 hours', 5, 1
    from shop, generate_series(5, 6) day where code = 'CH900' returning starts_at`.execute(own.db)
  expect(slots).toHaveLength(2)
  const week = [3, 3, 3, 3, 3, 2, 0]
  const file = { record: 'shop', code: 'CH900', technicians: { any: week, 'dong-ho': 1 } }
  expect(await importLines(file)).toEqual({ added: 0, changed: 1, unchanged: 0 })
  expect(await technicians()).toEqual([
    { skill: 'any', technicians: 3 },
    { skill: 'dong-ho', technicians: 1 },
  ])
  const { rows: sizes } = await sql<{ capacity: number }>`
    select capacity from slot join shop using (shop_id) where code = 'CH900' order by starts_at`.execute(
    own.db,
  )
  expect(sizes).toEqual([{ capacity: 2 }, { capacity: 1 }])
  expect(await importLines(file)).toEqual({ added: 0, changed: 0, unchanged: 1 })
  expect(await importLines({ ...file, technicians: { bay: 1 } })).toBe(
    'technicians names any and no other skill than man-hinh, pin, phan-cung, laptop, dong-ho',
  )
})

test.each([
  [{ part_code: 'khong-co' }, 'there is no repair_part khong-co'],
  [{ device_kind: 'tu-lanh' }, 'device_kind, skill or minutes is not known: see README.md'],
  [{ minutes: 1 }, 'device_kind, skill or minutes is not known: see README.md'],
  [{ options: [] }, 'it needs options, each with a label of its own'],
  [{ options: [cheap, cheap] }, 'it needs options, each with a label of its own'],
  [
    { options: [{ ...cheap, stock: { CH999: 1 } }] },
    'there is no shop CH999, or it has more than 9999 parts',
  ],
])('%j is refused', async (change, reason) => {
  const row = { ...service, sku: 'SC-moi', part_code: 'thay-pin', options: [cheap], ...change }
  expect(await importLines(row)).toBe(reason)
})
