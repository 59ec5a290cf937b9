import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

let database: TestDatabase
let door: Door

beforeAll(async () => {
  database = await testDatabase({ seeded: true })
  door = await openDoor(database, {
    env: { HOTLINE_HOURS: '7:30 – 22:00', ZALO_OA_ID: '9876543210' },
  })
})
afterAll(async () => {
  await door.close()
  await database.close()
})

const footerOf = ({ text }: { text: string }) =>
  /<footer class="on-dark .*?<\/footer>/s.exec(text)?.[0] ?? ''

test('the footer tells the hours, the company, the services and every policy', async () => {
  const footer = footerOf(await door.call('GET', '/he-thong-cua-hang'))
  for (const words of ['7:30 – 22:00', 'Mã số thuế', 'Chính sách bảo hành', 'Thu cũ đổi mới'])
    expect(footer).toContain(words)
  // The mark of the ministry is only for a shop with its confirmation.
  expect(footer).not.toContain('Bộ Công Thương')
})

test('the footer leads to the page where a repair is booked, and to the news', async () => {
  const footer = footerOf(await door.call('GET', '/'))
  expect(footer).toMatch(/href="\/dich-vu\/sua-chua-dien-thoai"[^>]*>Sửa chữa</)
  expect(footer).toMatch(/href="\/tin-tuc"[^>]*>Tin tức</)
})

test('every address of the footer answers', async () => {
  const footer = footerOf(await door.call('GET', '/'))
  const paths = [...footer.matchAll(/href="(\/[^"]*)"/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(30)
  for (const path of paths)
    expect([path, (await door.call('GET', path)).status]).toEqual([path, 200])
})

test('it shows the payment methods that the shop takes', async () => {
  const marksAt = async ({ call }: Door) =>
    [...footerOf(await call('GET', '/')).matchAll(/\/media\/payment\/(\w+)\.svg/g)].map(
      ([, icon]) => icon,
    )
  expect(await marksAt(door)).toEqual(
    expect.arrayContaining(['cod', 'bank_transfer', 'momo', 'vnpay']),
  )
  const other = await openDoor(database, { gateways: [cashOnDelivery, bankTransfer] })
  expect(await marksAt(other)).toEqual(['cod', 'bank_transfer'])
  await other.close()
})

test('"Chat Zalo" leads to the account of the shop, and loads nothing from Zalo', async () => {
  const { text } = await door.call('GET', '/')
  expect(text).toContain('href="https://zalo.me/9876543210"')
  expect(text).not.toMatch(/(src|srcset)="https:\/\/[^"]*zalo/)
  const without = await openDoor(database)
  expect((await without.call('GET', '/')).text).not.toContain('Chat Zalo')
  await without.close()
})

test('/favicon.ico leads to the icon of the shop', async () => {
  const answer = await fetch(`${door.url}/favicon.ico`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'image/vnd.microsoft.icon',
  ])
})

test.each(['/cart', '/yeu-thich', '/so-sanh', '/tim-kiem?q=zzqqxx'])(
  '%s has nothing to show, so it shows what sells best',
  async (path) => {
    const { text } = await door.call('GET', path)
    const list = /<ul aria-label="(?:Đang bán chạy|Sản phẩm bán chạy)".*?<\/ul>/s.exec(text)?.[0]
    expect(list?.match(/<article/g)?.length).toBeGreaterThanOrEqual(5)
  },
)
