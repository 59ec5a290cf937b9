import { expect, test } from 'vitest'
import { purchase_file_path } from '#admin/addresses/addresses.ts'
import { openTradeCounter } from '#test/goods/trade-counter.ts'
import { unzipped } from '#test/members/unzipped.ts'
import { staffHeaders } from '#test/support/staff.ts'

const { checkout, acceptedTrade, pay } = openTradeCounter()

test('the purchase list is a workbook with days, sums and numbers of documents as texts', async () => {
  await pay((await acceptedTrade()).code)
  const answer = await fetch(checkout.door.url + purchase_file_path, {
    method: 'POST',
    headers: { ...(await staffHeaders(checkout.door)), 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ month: '2026-11', shop_id: '' }),
  })
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
    200,
    'attachment; filename="bang-ke-thu-mua-2026-11.xlsx"',
  ])
  const book = unzipped(Buffer.from(await answer.arrayBuffer()))
  const sheet = book['xl/worksheets/sheet1.xml'] ?? ''
  expect(sheet).toContain('Số căn cước')
  // Column D is the document, E the phone, I what was paid.
  expect(sheet).toMatch(/<c r="D2" s="5" t="inlineStr">/)
  expect(sheet).toMatch(/<c r="E2" s="5" t="inlineStr"><is><t[^>]*>0\d{9}</)
  expect(sheet).toMatch(/<c r="I2" s="2"><v>5000000</)
})
