import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let database: TestDatabase
let door: Door
beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  door = await openDoor(database, { cache_pages: true })
})
afterAll(async () => {
  await door.close()
  await database.close()
})

const page = async (query = '') => {
  const answer = await fetch(`${door.url}/tra-gop/iphone-18-pro-max-256gb${query}`)
  return { status: answer.status, html: await answer.text() }
}

test('the page of a product prints the smallest monthly payment and leads to its terms', async () => {
  const html = await (await fetch(`${door.url}/iphone-18-pro-max-256gb`)).text()
  const [, monthly = ''] = /Trả góp từ (?:<!-- -->)?([\d.]+đ)/.exec(html) ?? []
  expect(monthly).not.toBe('')
  expect(html).toContain('href="/tra-gop/iphone-18-pro-max-256gb')
  expect((await page()).html).toContain(`từ ${monthly}/tháng`)
})

test('companies show both rates, the total and the difference', async () => {
  const { status, html } = await page('?tra_truoc=30&thang=12')
  expect(status).toBe(200)
  for (const words of ['Chênh lệch với mua trả thẳng', 'Lãi suất thực, đã gồm mọi phí', 'Lịch trả'])
    expect(html).toContain(words)
  expect(html).toContain('/tháng (')
})

test('unsupported months say which are supported; cards and pay-later services have their own tab', async () => {
  expect((await page('?thang=9')).html).toContain('Hiện không hỗ trợ kỳ hạn này')
  expect((await page('?cach=the&ngan_hang=TCB')).html).toContain('Phí chuyển đổi')
  expect((await page('?cach=tra-sau')).html).toContain('Chỉ hỗ trợ sản phẩm đến 25.000.000đ')
  const cheaper = await fetch(`${door.url}/tra-gop/airpods-pro-3?cach=tra-sau`)
  expect(await cheaper.text()).toContain('Lịch trả')
})

test('a wrong query is read as the first choice, and an unknown product is not found', async () => {
  expect((await page('?tra_truoc=abc&thang=999&cach=x')).status).toBe(200)
  expect((await fetch(`${door.url}/tra-gop/khong-co`)).status).toBe(404)
  expect((await fetch(`${door.url}/tra-gop/dien-thoai`)).status).toBe(404)
})

test('a changed rate changes the cached page', async () => {
  const before = (await page('?tra_truoc=20&thang=12')).html
  await database.db
    .updateTable('installment_rate')
    .set({ flat_rate_month: 500 })
    .where('company_id', '=', 'homecredit')
    .execute()
  await expect.poll(async () => (await page('?tra_truoc=20&thang=12')).html).not.toBe(before)
  expect((await page('?tra_truoc=20&thang=12')).html).toContain('5%/tháng (60%/năm)')
})
