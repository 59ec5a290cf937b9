import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { formatDong } from '#pure/money.ts'
import { axeProblems } from '#test/support/axe.ts'
import { withdrawOffers } from '#test/support/baskets/demo-offers.ts'
import { type OnSale, putOnSale } from '#test/support/flash-products.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takeWindow } from '#test/support/screens.ts'

const shop = journey()
const phone = 'iphone-18-pro-max-256gb'
let item: OnSale

beforeAll(async () => {
  await withdrawOffers(shop.db)
  item = await putOnSale(shop.db, phone, 10)
  await sql`update flash_sale set needs_member = true where is_active`.execute(shop.db)
})

test.each([
  ['with scripts', { width: 1440, height: 900 }],
  ['with scripts on a phone', { width: 390, height: 844 }],
  ['without scripts', { width: 390, height: 844, javascript: false }],
])('a guest is asked to sign in for the price of members: %s', async (way, options) => {
  const visit = await shop.visit(options)
  const { page, open } = visit
  const look = async (name: string) => {
    if (way === 'without scripts') return
    expect(await axeProblems(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await takeWindow(page, name)
  }
  await open(`/${phone}`)
  const notice = page.getByRole('region', { name: 'Flash Sale' })
  await notice.getByText(/^Dành riêng Smember/).waitFor()
  await visit.hydrated()
  await notice.scrollIntoViewIfNeeded()
  await look('member-flash')
  await notice.getByRole('button', { name: /^Mua giá Smember/ }).click()
  await page.waitForURL('**/cart?dang_nhap=smember')
  await page.getByText('Giá Flash Sale này dành riêng Smember. Sản phẩm đã ở trong giỏ').waitFor()
  await visit.hydrated()
  await look('member-flash-cart')
  if (way !== 'without scripts') await page.getByRole('button', { name: /Đóng/ }).first().click()
  const line = page.getByRole('listitem').filter({ hasText: item.name }).first()
  const text = (await line.textContent()) ?? ''
  expect(text).toContain(`đăng nhập để mua giá ${formatDong(item.flash_price)}`)
})
