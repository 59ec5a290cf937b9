import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addresses, list_file_path } from '#admin/addresses/addresses.ts'
import { file_columns } from '#admin/files/list-columns.ts'
import { csvReader, withoutFormula } from '#pure/formats/csv.ts'
import type { StaffActor } from '#pure/contract.ts'
import { fileStaffService } from '#shop/flows/staff/files/file-staff.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { copyOrder } from '#test/lists/copy-order.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { testProviders, testWrites } from '#test/support/providers.ts'
import { products } from '#test/support/small-shop.ts'
import { staffHeaders, staffWith, test_staff } from '#test/support/staff.ts'
import { emptyTables } from '#test/support/database-templates.ts'
import { unzipped } from '#test/members/unzipped.ts'

const checkout = openCheckout()
const lists = Object.keys(file_columns) as (keyof typeof file_columns)[]
let director: { cookie: string }
let files: ReturnType<typeof fileStaffService>

beforeAll(async () => {
  const { db } = checkout.own
  director = await staffHeaders(checkout.door)
  const now = () => checkout.now
  const providers = await testProviders({ db, now, gateways: [] })
  files = fileStaffService({ ...providers, write: testWrites({ db, now }) }, { max_rows: 2_400 })
})
beforeEach(async () => {
  await emptyTables(checkout.own.db, 'sales_order')
  await emptyTables(checkout.own.db, 'list_export')
})

async function place(): Promise<string> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  return dataOf<Order>(await buyer.order({ payment_method: 'cod' })).code
}

async function take(
  list: string,
  { format = 'csv', query = '', headers = director } = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(checkout.door.url + list_file_path, {
    method: 'POST',
    headers: { ...headers, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ list, format, query }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

function recordsOf(bytes: Buffer): string[][] {
  const reader = csvReader(',')
  return [...reader.push(bytes.toString().slice(1)), ...reader.end()].map(({ cells }) => cells)
}

async function written() {
  return checkout.own.db.selectFrom('list_export').selectAll().orderBy('list_export_id').execute()
}

describe('a list as a file', () => {
  test.each(lists)('%s is CSV with a byte order mark, and a workbook', async (list) => {
    await place()
    const titles = file_columns[list].map(({ title }) => title)
    const csv = await take(list)
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(csv.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[a-z-]+-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(csv.bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
    const records = recordsOf(csv.bytes)
    expect(records[0]).toEqual(titles)
    // The ledger has the file that was just taken out.
    const more = list === 'changes' ? 2 : 0
    const book = unzipped((await take(list, { format: 'xlsx' })).bytes)
    const sheet = book['xl/worksheets/sheet1.xml'] ?? ''
    expect(sheet.match(/<row /g)).toHaveLength(records.length + more)
    expect(Object.keys(book)[0]).toBe('[Content_Types].xml')
  })

  test('has the rows of the filter and masked phones, and is written down', async () => {
    const first = await place()
    await place()
    await sql`update sales_order set is_paid = true where code = ${first}`.execute(checkout.own.db)
    const query = 'paid=yes&q=Nguy%E1%BB%85n'
    const [, row = [], ...others] = recordsOf((await take('orders', { query })).bytes)
    expect(others).toEqual([])
    expect(row.slice(0, 5)).toEqual([
      ...[first, expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/), 'Chờ xác nhận'],
      ...['Nguyễn Văn An', '09•• ••• 678'],
    ])
    expect(await written()).toMatchObject([
      {
        ...{ list: 'orders', format: 'csv', filters: 'paid=yes', has_search: true },
        ...{ is_masked: true, state: 'done', row_count: 1 },
      },
    ])
    const ledger = await sql`
      select operation from change_log where thing = 'export' and table_name = 'list_export'`.execute(
      checkout.own.db,
    )
    expect(ledger.rows.at(-1)).toEqual({ operation: 'files.customerFile' })
  })

  test('runs no formula in CSV, and keeps phones and numbers', () => {
    expect(withoutFormula('=1+1')).toBe("'=1+1")
    expect(withoutFormula('+84 912 345 678')).toBe('+84 912 345 678')
    expect(withoutFormula('-500000')).toBe('-500000')
    expect(withoutFormula('a;=HYPERLINK("x")')).toBe(`a;'=HYPERLINK("x")`)
    const sign = fc.constantFrom('=', '+', '-', '@', '\t', ' ', ';', '"', 'a', '1', '＝', '\n')
    fc.assert(
      fc.property(fc.string({ unit: sign, maxLength: 12 }), (text) => {
        const guarded = withoutFormula(text)
        const cells = guarded.split(/[;|\t\r\n]/).map((cell) => cell.replace(/^[\s"]+/, ''))
        const runs = cells.filter(
          (cell) => /^[=+\-@＝]/.test(cell) && !/^[+-]\d[\d .]*$/.test(cell),
        )
        expect(runs).toEqual([])
      }),
    )
  })

  test('needs the permission and the list', async () => {
    const warehouse = await staffHeaders(checkout.door, 'warehouse')
    expect((await take('orders', { headers: warehouse })).status).toBe(403)
    expect((await take('stock', { headers: warehouse })).status).toBe(200)
    // The auditor may take out lists, but does not see the staff.
    const auditor = await staffHeaders(checkout.door, 'auditor')
    expect((await take('people', { headers: auditor })).status).toBe(404)
    expect((await take('secrets')).status).toBe(404)
    const page = await checkout.door.call('GET', addresses.orders.path, { headers: director })
    expect(page.text).toContain(list_file_path)
    const theirs = await checkout.door.call('GET', addresses.orders.path, { headers: warehouse })
    expect(theirs.text).not.toContain(list_file_path)
  })
})

describe('a long list', () => {
  const rowsOf = async (actor: StaffActor, query = '') => {
    const taken = await files.customerFile(actor, { list: 'orders', format: 'csv', query })
    const rows: { code: string; phone: string }[] = []
    for await (const part of taken.rows) rows.push(...(part as typeof rows))
    return { rows, is_cut: taken.isCut() }
  }

  test.each(['newest', 'oldest'])('has every order once, %s first', async (sort) => {
    await copyOrder(checkout.own.db, await place(), 2_300)
    const { rows, is_cut } = await rowsOf(test_staff, `sort=${sort}`)
    const codes = rows.map(({ code }) => code)
    expect([new Set(codes).size, codes.length, is_cut]).toEqual([2_301, 2_301, false])
    const { rows: stored } = await sql<{ code: string }>`
      select code from sales_order order by created_at, order_id`.execute(checkout.own.db)
    const in_sequence = stored.map(({ code }) => code)
    expect(codes).toEqual(sort === 'oldest' ? in_sequence : in_sequence.toReversed())
  })

  test('is cut, and says so', async () => {
    await copyOrder(checkout.own.db, await place(), 2_500)
    expect(await rowsOf(test_staff)).toMatchObject({ is_cut: true, rows: { length: 2_400 } })
    expect(await written()).toMatchObject([{ state: 'cut', row_count: 2_400 }])
  })

  test('that nobody reads to its end is stopped', async () => {
    await copyOrder(checkout.own.db, await place(), 1_500)
    const taken = await files.customerFile(test_staff, { list: 'orders', format: 'csv', query: '' })
    for await (const part of taken.rows) {
      expect(part).toHaveLength(1_000)
      break
    }
    expect(await written()).toMatchObject([{ state: 'stopped', row_count: 1_000 }])
  })

  test('has the rows of both reaches only, and full phones with the permission', async () => {
    const code = await place()
    const scoped = (export_scope: 'all' | 'shops', shops: number[]) =>
      staffWith(
        {
          'orders.see': { scope: 'shops', max_amount: null },
          'orders.export': { scope: export_scope, max_amount: null },
        },
        shops,
      )
    const { shop_id } = await checkout.own.db
      .selectFrom('sales_order')
      .select('shop_id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    expect((await rowsOf(scoped('all', [shop_id ?? 0]))).rows).toMatchObject([{ code }])
    expect((await rowsOf(scoped('all', [999]))).rows).toEqual([])
    expect((await rowsOf(scoped('shops', [999]))).rows).toEqual([])
    expect((await rowsOf(test_staff)).rows).toMatchObject([{ phone: '0912345678' }])
    // Refunds are those of all shops: a permission to take out one's own shops does not reach them.
    const clerk = staffWith(
      {
        'refunds.see': { scope: 'all', max_amount: null },
        'lists.export': { scope: 'shops', max_amount: null },
      },
      [1],
    )
    await expect(
      files.officeFile(clerk, { list: 'refunds', format: 'csv', query: '' }),
    ).rejects.toMatchObject({ code: 'list_not_found' })
  })
})
