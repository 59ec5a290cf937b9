import { expect, test } from 'vitest'
import { openImport } from '#test/goods/import-lines.ts'

const own = openImport()
const { importLines } = own

const rates = [{ flat_rate_month: 199 }, { months: 6, category: 'phones', flat_rate_month: 0 }]
const terms = {
  ...{ name: 'Vay thử', kind: 'finance', installment_type: 1, min_price: 1_000_000 },
  ...{ max_price: 90_000_000, prepaid_percents: [0, 30], months: [6, 12], approve_minutes: 15 },
}
const company = { record: 'installment_company', company_id: 'vay_thu', ...terms, rates }
const bank = {
  ...{ record: 'installment_bank', bank_code: 'THU', name: 'Ngân hàng thử' },
  ...{ card_brands: ['VISA'], min_amount: 3_000_000, fees: [{ months: 6, fee_rate: 350 }] },
}
const category = { record: 'category', code: 'phones', name: 'Điện thoại' }

test('a file brings companies with rates and banks with fees, and changes them', async () => {
  const all = [bank, company, category]
  expect(await importLines(...all)).toEqual({ added: 3, changed: 0, unchanged: 0 })
  expect(await importLines(...all)).toEqual({ added: 0, changed: 0, unchanged: 3 })
  const stored = await own.db
    .selectFrom('installment_rate')
    .select(['months', 'flat_rate_month'])
    .orderBy('rate_id')
    .execute()
  expect(stored).toEqual([
    { months: null, flat_rate_month: 199 },
    { months: 6, flat_rate_month: 0 },
  ])
  const [fewer, dearer] = [
    { record: 'installment_company', company_id: 'vay_thu', rates: rates.slice(1) },
    { record: 'installment_bank', bank_code: 'THU', fees: [{ months: 6, fee_rate: 400 }] },
  ]
  expect(await importLines(fewer, dearer)).toEqual({ added: 0, changed: 2, unchanged: 0 })
  expect(await importLines(fewer, dearer)).toEqual({ added: 0, changed: 0, unchanged: 2 })
  const off = { record: 'installment_company', company_id: 'vay_thu', is_active: false }
  expect(await importLines(off)).toEqual({ added: 0, changed: 1, unchanged: 0 })
})

test('an empty cell of a table is the default', async () => {
  const by_table = { ...company, company_id: 'by_table', way: '', url: '', contact_email: '' }
  expect(await importLines(by_table, category)).toMatchObject({ added: expect.any(Number) })
  const stored = await own.db
    .selectFrom('installment_company')
    .select(['way', 'url'])
    .where('company_id', '=', 'by_table')
    .executeTakeFirst()
  expect(stored).toEqual({ way: 'by_hand', url: null })
})

const code = 'company_id, kind, way, url, asks or pictures is not possible: see README.md'
const range = 'a number of the company is out of its range: see README.md'
test.each([
  [{ ...company, kind: 'bank' }, code],
  [{ ...company, url: 'http://vay.example.test' }, code],
  [{ ...company, pictures: ['passport'] }, code],
  [{ ...company, max_price: 10 }, range],
  [{ ...company, company_id: 'other', min_age: 80 }, range],
  [{ ...company, months: [] }, range],
  [{ ...company, rates: [] }, 'a company needs a rate'],
  [{ ...company, rates: [{ category: 'none', flat_rate_month: 1 }] }, 'there is no category none'],
  [
    { ...bank, bank_code: 'thử' },
    'bank_code is of capital letters and digits, fees has each number of months once',
  ],
  [
    { record: 'installment_company', company_id: 'other', name: 'A' },
    'a new installment_company needs a kind',
  ],
])('%j is refused', async (row, reason) => {
  expect(await importLines(row)).toBe(reason)
})

test('a file from before the hours of reservations were renamed is read', async () => {
  const older = { ...company, company_id: 'older_file', hold_hours: 24 }
  expect(await importLines(older, category)).toMatchObject({ added: expect.any(Number) })
  const stored = await own.db
    .selectFrom('installment_company')
    .select('reserve_hours')
    .where('company_id', '=', 'older_file')
    .executeTakeFirst()
  expect(stored).toEqual({ reserve_hours: 24 })
})
