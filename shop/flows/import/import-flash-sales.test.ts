import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importShop } from '#shop/flows/import/import-shop.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'tiem-import-flash-'))
let own: TestDatabase

beforeAll(async () => {
  own = await testDatabase({ small: true })
})
afterAll(async () => {
  await own.close()
  rmSync(folder, { recursive: true, force: true })
})

async function importSale(row: object) {
  const file = join(folder, 'sale.ndjson')
  writeFileSync(file, JSON.stringify({ record: 'flash_sale', code: 'NOEL', ...row }))
  const reasons: string[] = []
  const on_rejected = async ({ reason }: { reason: string }) => void reasons.push(reason)
  const { added, changed, unchanged } = await importShop(own.db, file, {
    reserved: [],
    on_rejected,
  })
  return reasons[0] ?? { added, changed, unchanged }
}

async function stored() {
  const { rows } = await sql`
    select needs_member, per_customer, starts_at, array_agg(concat_ws(' ', sku, price, total, taken)
      order by item.position) as items
    from flash_sale join flash_sale_item item using (flash_sale_id) join quota using (quota_id)
    join product using (product_id) where code = 'NOEL' group by flash_sale_id`.execute(own.db)
  return rows[0]
}

test('a file brings a flash sale of members, changes it, and leaves what is sold', async () => {
  const { rows } = await sql<{ sku: string }>`
    select sku from product where parent_id is not null order by sku limit 2`.execute(own.db)
  const [one = '', other = ''] = rows.map(({ sku }) => sku)
  const time = { starts_at: '2030-12-24T09:00:00+07:00', ends_at: '2030-12-24T12:00:00+07:00' }
  const items = [
    { sku: other, price: '90.000đ', slots: 5 },
    { sku: one, price: 80_000 },
  ]
  expect(await importSale({ name: 'Giáng Sinh', ...time })).toBe('a new flash_sale needs a items')
  const sale = { name: 'Giáng Sinh', ...time, needs_member: true, items }
  expect(await importSale(sale)).toEqual({ added: 1, changed: 0, unchanged: 0 })
  expect(await stored()).toEqual({
    needs_member: true,
    per_customer: 1,
    starts_at: new Date(time.starts_at),
    items: [`${other} 90000 5 0`, `${one} 80000 0`],
  })
  expect(await importSale(sale)).toEqual({ added: 0, changed: 0, unchanged: 1 })

  await sql`update quota set taken = 3 where total = 5 and quota_id in (
    select quota_id from flash_sale_item join flash_sale using (flash_sale_id) where code = 'NOEL')`.execute(
    own.db,
  )
  const fewer = (slots: number) => [{ sku: other, price: 70_000, slots }]
  expect(await importSale({ items: fewer(2) })).toContain('more slots of')
  expect(await importSale({ items: [{ sku: one, price: 1_000 }] })).toContain('more slots of')
  expect(await importSale({ items: fewer(3), needs_member: false })).toMatchObject({ changed: 1 })
  expect(await stored()).toMatchObject({ needs_member: false, items: [`${other} 70000 3 3`] })
})

test.each([
  [{ items: [{ sku: 'NONE', price: 1, slots: 1 }] }, 'there is no item NONE'],
  [{ ends_at: '2020-01-01T00:00:00Z' }, 'its ends_at must be after its starts_at'],
  [{ ends_at: '2030-12-24 12:00' }, 'ends_at must be a time such as'],
  [{ per_customer: 0 }, 'per_customer must be 1 or more'],
])('%j is refused', async (row, reason) => {
  expect(await importSale(row)).toContain(reason)
})
