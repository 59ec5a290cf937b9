import { beforeAll, expect, test } from 'vitest'
import { loanFilePath } from '#admin/addresses/paths.ts'
import { addLenders, loan_env, nextPhone, sentLoan } from '#test/goods/loans.ts'
import { unzipped } from '#test/members/unzipped.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffHeaders } from '#test/support/staff.ts'

const checkout = openCheckout(loan_env)
beforeAll(() => addLenders(checkout.own.db))

test('the file for a company keeps the zeros of phones and documents when somebody opens it', async () => {
  const phone = nextPhone()
  const form = { company_id: 'tay', relatives: [] }
  const { code } = await sentLoan(await checkout.buyer(), { phone, form, installment_type: 2 })
  const headers = await staffHeaders(checkout.door)
  const answer = await fetch(checkout.door.url + loanFilePath(code), { headers })
  expect(answer.status).toBe(200)
  const book = unzipped(Buffer.from(await answer.arrayBuffer()))
  const sheet = book['xl/worksheets/sheet1.xml'] ?? ''
  const cells = Array.from(sheet.matchAll(/t="inlineStr"><is><t[^>]*>([^<]*)/g), ([, text]) => text)
  expect(cells).toContain('so_can_cuoc')
  expect(cells).toContain(`0010900${phone.slice(-5)}`)
  expect(cells).toContain(`+84${phone.slice(1)}`)
  expect(sheet).toContain('<v>30990000</v>')
})
