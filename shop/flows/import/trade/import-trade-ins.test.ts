import { expect, test } from 'vitest'
import { openImport } from '#test/goods/import-lines.ts'

const own = openImport({ small: true })
const { importLines } = own

const grade = { record: 'trade_grade', grade_code: 'A', label: 'Đẹp', factor: 10_000 }
const answers = [
  { answer_code: 'yes', label: 'Có' },
  { answer_code: 'no', label: 'Không', grade_code: 'A', deduction: 500, note: 'Mang theo sạc.' },
]
const question = { record: 'trade_question', question_code: 'box', title: 'Còn hộp?', position: 1 }
const device = {
  ...{
    record: 'trade_device',
    code: 'may-thu-128gb',
    model_code: 'may-thu',
    model_name: 'Máy thử',
  },
  ...{ name: 'Máy thử 128GB', variant: '128GB', brand_name: 'Thử', device_kind: 'dien-thoai' },
  ...{ base_price: '5.000.000đ', version: 'V-10' },
}

test('a file brings prices, grades and questions, and changes them', async () => {
  const all = [device, { ...question, answers }, grade]
  expect(await importLines(...all)).toEqual({ added: 3, changed: 0, unchanged: 0 })
  expect(await importLines(...all)).toEqual({ added: 0, changed: 0, unchanged: 3 })
  const stored = await own.db
    .selectFrom('trade_device')
    .select(['base_price', 'product_id'])
    .execute()
  expect(stored).toEqual([{ base_price: 5_000_000, product_id: 10 }])
  const cheaper = { record: 'trade_device', code: device.code, base_price: 4_000_000 }
  expect(await importLines(cheaper)).toEqual({ added: 0, changed: 1, unchanged: 0 })
  expect(await importLines({ ...question, answers: answers.slice(0, 1) })).toEqual({
    ...{ added: 0, changed: 1, unchanged: 0 },
  })
  const left = await own.db.selectFrom('trade_answer').select('answer_code').execute()
  expect(left).toEqual([{ answer_code: 'yes' }])
})

test.each([
  [
    { ...device, code: 'Máy' },
    'code, model_code, device_kind or base_price is not possible: see README.md',
  ],
  [
    { ...device, device_kind: 'tu-lanh' },
    'code, model_code, device_kind or base_price is not possible: see README.md',
  ],
  [{ ...device, version: 'V-99' }, 'there is no version V-99'],
  [{ ...grade, factor: 10_001 }, 'grade_code is a capital letter, factor at most 10000'],
  [{ ...question, answers: [] }, 'it needs answers, each with a code of its own and a known grade'],
  [
    { ...question, answers: [{ answer_code: 'yes', label: 'Có', grade_code: 'Z' }] },
    'it needs answers, each with a code of its own and a known grade',
  ],
  [
    { ...question, position: 10, answers },
    'question_code is of small letters, digits and _, position from 1 to 9',
  ],
  [{ ...question, question_code: 'other', answers }, 'another question has this position'],
])('%j is refused', async (row, reason) => {
  expect(await importLines(row)).toBe(reason)
})
