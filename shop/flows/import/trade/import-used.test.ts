import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { exportShop } from '#shop/flows/import/export-shop.ts'
import { importShop } from '#shop/flows/import/import-shop.ts'
import { transaction } from '#platform/database/postgres.ts'
import { moveUnits } from '#shop/flows/units/move-units.ts'
import { imeiCheckDigit } from '#pure/formats/unit-codes.ts'
import { openImport } from '#test/goods/import-lines.ts'

const own = openImport({ small: true })
const { importLines } = own
let code: string

beforeAll(async () => {
  await sql`update product set identified_by = 'imei' where sku = 'SKU-11'`.execute(own.db)
  await sql`select setval(pg_get_serial_sequence('product', 'product_id'), 1000)`.execute(own.db)
  const { rows } = await sql<{
    code: string
  }>`select code from shop order by shop_id limit 1`.execute(own.db)
  code = rows[0]?.code ?? ''
})
function imei(number: number): string {
  const digits = `35${String(number).padStart(12, '0')}`
  return digits + imeiCheckDigit(digits)
}

const picture = { src: '/media/used/1.webp', alt: 'Mặt trước', width: 640, height: 640 }
const device = () => ({
  ...{ record: 'used_unit', code: imei(1), new_item: 'SKU-11', shop: code, grade: 'good' },
  ...{
    price: '9.500.000đ',
    cost: 8_000_000,
    battery: 91,
    replaced_parts: ['Pin'],
    imei_id: 200_001,
  },
  ...{ state: 'listed', media: [picture], listed_at: '2026-11-20T08:00:00+07:00' },
  tests: [{ name: 'Camera', is_passed: false, tested_on: '2026-11-19' }],
})
const nothing = { added: 0, changed: 0, unchanged: 1 }

async function stored() {
  const { rows } = await sql`
    select imei_id, used.state, grade, battery, replaced_parts, tests, price, unit.cost, item.is_active, item.sku,
      (select sum(on_hand)::integer from stock where stock.product_id = used.product_id) as on_hand,
      (select count(*)::integer from product_media media where media.product_id = used.product_id) as pictures,
      (select string_agg(kind || ' ' || coalesce(document, ''), ', ') from stock_movement movement
        where movement.product_id = used.product_id) as movements
    from used_unit used join unit using (unit_id) join product item on item.product_id = used.product_id
    order by imei_id`.execute(own.db)
  return rows
}

test('a file brings a used device once, with its number, and changes what is said about it', async () => {
  expect(await importLines(device())).toEqual({ added: 1, changed: 0, unchanged: 0 })
  expect(await importLines(device())).toEqual(nothing)
  const whole = {
    ...{ imei_id: 200_001, state: 'listed', grade: 'good', battery: 91, replaced_parts: ['Pin'] },
    ...{ tests: device().tests, price: 9_500_000, cost: 8_000_000, is_active: true },
    ...{ sku: 'CU-200001', on_hand: 1, pictures: 1, movements: 'receipt rows.ndjson' },
  }
  expect(await stored()).toEqual([whole])
  const change = { record: 'used_unit', code: `IMEI: ${imei(1)}`, price: 9_000_000, battery: 88 }
  expect(await importLines(change)).toEqual({ added: 0, changed: 1, unchanged: 0 })
  expect(await importLines(change)).toEqual(nothing)
  expect(await stored()).toEqual([{ ...whole, price: 9_000_000, battery: 88 }])
  // A number that the shop gives next is above those of files.
  const next = { ...device(), code: imei(2), imei_id: undefined, media: [] }
  expect(await importLines(next)).toEqual({ added: 1, changed: 0, unchanged: 0 })
  expect((await stored())[1]).toMatchObject({ imei_id: 200_002, state: 'draft', is_active: false })
  expect(await importLines(next)).toEqual(nothing)
})

test.each([
  [{ shop: 'CH-0' }, 'a file does not change the shop of a device'],
  [{ cost: 1 }, 'a file does not change the cost of a device'],
  [{ state: 'draft' }, 'a device that was offered is withdrawn, and no draft again'],
  [{ media: [] }, 'a device on sale needs a price and a picture'],
  [{ grade: 'A' }, 'grade is not possible: see README.md'],
  [{ battery: 91.5 }, 'battery is not possible: see README.md'],
  [{ code: imei(3), imei_id: 200_001 }, 'another device has the number 200001'],
  [{ code: '350000000000031', imei_id: 7 }, 'code, imei2 or serial is no code of these goods'],
  [{ code: imei(3), imei_id: 7, new_item: 'SKU-0' }, 'there are no new goods SKU-0'],
  [{ code: imei(3), imei_id: 7, shop: 'CH-0' }, 'there is no shop CH-0'],
  [{ code: imei(3), imei_id: 7, shop: undefined }, 'a new used_unit needs a shop'],
  [
    { code: imei(3), imei_id: 7, imei2: imei(1) },
    'another device has one of its codes or its number',
  ],
  [{ tests: [{ name: 'Pin' }] }, 'tests must be true or false, not nothing'],
])('%j is refused', async (change, reason) => {
  expect(await importLines({ ...device(), price: 9_000_000, battery: 88, ...change })).toBe(reason)
})

test('a second code of two lines makes one unit', async () => {
  const [first, second] = [4, 5].map((number) => ({
    ...{ record: 'used_unit', code: imei(number), imei2: imei(6), new_item: 'SKU-11', shop: code },
    grade: 'scratched',
  }))
  expect(await importLines(first ?? {}, second ?? {})).toBe(
    'another device has one of its codes or its number',
  )
})

test('a device that was sold stays sold, whatever file names it', async () => {
  const file = join(own.folder, 'before.ndjson')
  await exportShop(own.db, file)
  const { unit_id } = await own.db
    .selectFrom('unit')
    .select('unit_id')
    .where('imei1', '=', imei(1))
    .executeTakeFirstOrThrow()
  const sale = { document: 'DH-1', place: { order_code: 'DH-1' }, at: new Date() }
  await transaction(own.db, (tx) => moveUnits(tx, [unit_id], 'give', sale))
  const reasons: string[] = []
  const on_rejected = async ({ reason }: { reason: string }) => void reasons.push(reason)
  await importShop(own.db, file, { reserved: [], on_rejected })
  expect(reasons).toEqual(['this device was or is here, and it is not in stock as a used one'])
  const { rows } =
    await sql`select count(*)::integer as units from unit where imei1 = ${imei(1)}`.execute(own.db)
  expect(rows).toEqual([{ units: 1 }])
  const later = join(own.folder, 'after.ndjson')
  await exportShop(own.db, later)
  expect(await importShop(own.db, later, { reserved: [] })).toMatchObject({
    changed: 0,
    rejected: 0,
  })
})
