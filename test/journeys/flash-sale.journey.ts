import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { formatDong } from '#pure/money.ts'
import { axeProblems } from '#test/support/axe.ts'
import { withdrawOffers } from '#test/support/baskets/demo-offers.ts'
import {
  endIn,
  type OnSale,
  orderByVnpay,
  payAtVnpay,
  putOnSale,
  takeSlots,
} from '#test/support/flash-products.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture, takeWindow } from '#test/support/screens.ts'
import {
  fillHomeAddress,
  goToPayment,
  itemInStock,
  orderOf,
  putInCart,
  shopper,
  stockOf,
} from '#test/support/shopping.ts'
import { startCombo, startPromotion } from '#test/support/baskets/small-offers.ts'

const shop = journey()
const phone = 'iphone-18-pro-max-256gb'
const laptop = 'macbook-air-13-m5-16gb-512gb'
let item: OnSale

beforeEach(async () => {
  await withdrawOffers(shop.db)
  item = await putOnSale(shop.db, phone, 10)
})

test('the cart shows a flash sale line whole at 320 px', async () => {
  const visit = await shop.visit({ width: 320, height: 844, touch: true })
  const { page, open } = visit
  await putInCart(visit, item.item_id)
  await open('/cart')
  await page.getByText(/^Kết thúc/).waitFor()
  const list = page.getByRole('list').filter({ has: page.getByText(/^Kết thúc/) })
  const sheet = await list.boundingBox()
  const clock = await page.locator('.flash-clock').boundingBox()
  expect((clock?.x ?? 0) + (clock?.width ?? 0)).toBeLessThan((sheet?.x ?? 0) + (sheet?.width ?? 0))
  expect(await sidewaysScroll(page)).toBe(0)
})

test.each([
  ['with scripts', { width: 1440 }, '0912 345 001'],
  ['by touch', { width: 390, height: 844, touch: true }, '0912 345 002'],
  ['without scripts', { width: 390, height: 844, javascript: false }, '0912 345 003'],
])('home, product, cart, order, payment: %s', async (_way, options, number) => {
  const visit = await shop.visit(options)
  const { page, open } = visit
  const block = page.getByRole('region', { name: 'Flash Sale' })
  // The page with the sale of the test before is in the cache until the change is heard.
  const slots = async () => {
    await open('/')
    return block.innerText()
  }
  await expect.poll(slots).toContain('Còn 10/10 suất')
  await block.getByRole('link', { name: /iPhone 18 Pro Max/ }).click()
  await page.waitForURL(`**/${phone}`)
  await visit.hydrated()
  const notice = page.getByRole('region', { name: 'Flash Sale' })
  await notice.getByText('Còn 10/10 suất').waitFor()
  await page.getByRole('button', { name: /^MUA NGAY/ }).click()
  await page.waitForURL('**/cart')
  await visit.hydrated()
  const line = page.getByRole('listitem').filter({ hasText: item.name })
  await line.getByText('Còn 10/10 suất').waitFor()
  expect(await line.textContent()).toContain(formatDong(item.flash_price))
  const before = await stockOf(shop.db, item.item_id)
  await page.getByRole('button', { name: 'Mua ngay (1)' }).click()
  await page.waitForURL('**/cart/payment-info')
  await fillHomeAddress(page, { ...shopper, phone: number })
  await goToPayment(page)
  expect(await page.getByRole('radio', { name: /Thanh toán khi nhận hàng/ }).isDisabled()).toBe(
    true,
  )
  await orderByVnpay(page)
  const order = await orderOf(shop.db, await payAtVnpay(page))
  expect(order).toMatchObject({ state: 'pending', payment_method: 'vnpay' })
  expect(order.lines[0]).toMatchObject({ item_id: item.item_id, item_quantity: 1 })
  expect(await stockOf(shop.db, item.item_id)).toBe(before - 1)
  // A page is cached as bytes: scripts ask how many slots are left now.
  if ('javascript' in options) return
  await open('/')
  await block.getByText('Còn 9/10 suất').waitFor()
})

/** Opens the phone with this in its HTML: its page of the test before is in the cache until a change is heard. */
async function enterOnceShown(words: string): Promise<Page> {
  const html = async () => (await fetch(`${shop.url}/${phone}`)).text()
  await expect.poll(html).toContain(words)
  return shop.enter(`/${phone}`)
}

test('a countdown that ends reloads the page: the normal price, no notice', async () => {
  const ends_at = await endIn(shop.db, item, 9)
  const page = await enterOnceShown(ends_at.toISOString().slice(0, 19))
  const notice = page.getByRole('region', { name: 'Flash Sale' })
  await notice.getByText(/Kết thúc sau: 00:00:0\d/).waitFor()
  await notice.waitFor({ state: 'detached', timeout: 15_000 })
  expect(await page.locator('main').textContent()).toContain(formatDong(item.sale_price))
})

test('windows of days to come are swept at 390 pixels, and the page stays as wide as the phone', async () => {
  for (const hours of [24, 27, 30, 33, 36]) {
    const { flash_sale_item_id } = await putOnSale(shop.db, laptop, 10)
    await sql`update flash_sale set starts_at = now() + make_interval(hours => ${hours}),
      ends_at = now() + make_interval(hours => ${hours + 3})
      where flash_sale_id = (select flash_sale_id from flash_sale_item
        where flash_sale_item_id = ${flash_sale_item_id})`.execute(shop.db)
  }
  const { page, open } = await shop.visit({ width: 390, height: 844 })
  const windows = page.getByRole('navigation', { name: 'Khung giờ Flash Sale' }).getByRole('link')
  const shown = async () => {
    await open('/')
    return windows.count()
  }
  await expect.poll(shown).toBe(6)
  expect(await sidewaysScroll(page)).toBe(0)
})

test('the page shows that the last slot goes and comes back; a hidden page does not ask', async () => {
  await takeSlots(shop.db, item, { sold: 9, reserved: 0 })
  const page = await enterOnceShown('Còn 1/10 suất')
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/flash-slots')) requests += 1
  })
  const notice = page.getByRole('region', { name: 'Flash Sale' })
  await notice.getByText('Còn 1/10 suất').waitFor()
  await takeSlots(shop.db, item, { sold: 9, reserved: 1 })
  await notice.getByText('Tạm hết suất').waitFor({ timeout: 8_000 })
  await expect
    .poll(() => page.getByText('Giá sản phẩm').locator('xpath=../..').textContent(), {
      timeout: 10_000,
    })
    .toContain(formatDong(item.sale_price))
  await takeWindow(page, 'flash-all-reserved')
  await takeSlots(shop.db, item, { sold: 9, reserved: 0 })
  await notice.getByText('Còn 1/10 suất').waitFor({ timeout: 20_000 })
  await setHidden(page, true)
  const requests_before = requests
  await page.waitForTimeout(7_000)
  expect(requests - requests_before).toBeLessThanOrEqual(1)
  await takeSlots(shop.db, item, { sold: 10, reserved: 0 })
  await setHidden(page, false)
  await notice.getByText('Đã hết suất').waitFor()
})

async function setHidden(page: Page, is_hidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, is_hidden)
}

test.each([
  [320, ['/']],
  [390, ['/', `/${phone}`]],
  [820, ['/']],
  [1440, ['/', `/${phone}`, '/dien-thoai']],
])('the flash sale notices at %i pixels', async (width, paths) => {
  const { page, open } = await shop.visit({ width, height: 844 })
  for (const path of paths) {
    await open(path)
    await page.getByText('Còn 10/10 suất').first().waitFor()
    await takePicture(page, path === '/' ? 'flash-home' : `flash${path.replace('/', '-')}`)
    expect(await axeProblems(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  }
})

test.each([390, 1440])('the cart with gift, combo and flash at %i pixels', async (width) => {
  const beside = await itemInStock(shop.db, laptop)
  const gift = await itemInStock(shop.db, 'marshall-major-v')
  const combo_item_id = await startCombo(shop.db, {
    main_product_id: item.item_id,
    product_id: beside.item_id,
    price: beside.sale_price - 500_000,
  })
  await startPromotion(shop.db, {
    kind: 'gift',
    name: 'Tặng tai nghe',
    gift_product_id: gift.item_id,
    product_id: item.item_id,
  })
  const visit = await shop.visit({ width, height: 844 })
  const { page, open, context } = visit
  await putInCart(visit, item.item_id)
  const added = await context.request.post('/api/cart/v1/cart', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: {
      item_id: beside.item_id,
      item_quantity: 1,
      main_product_combo_id: item.item_id,
      combo_item_id,
    },
  })
  expect(added.ok()).toBe(true)
  await open('/cart')
  const main = page.getByRole('listitem').filter({ hasText: item.name }).first()
  const child = page.getByRole('listitem').filter({ hasText: beside.name })
  await page.getByText('Quà tặng').waitFor()
  const boxes = await Promise.all(
    [main, child].map((each) => each.locator('a').first().boundingBox()),
  )
  expect(boxes[1]?.x).toBeGreaterThan(boxes[0]?.x ?? Infinity)
  await takePicture(page, 'cart-offers')
  expect(await axeProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  await main.getByRole('button', { name: 'Tăng số lượng' }).click()
  const limit = page.getByText(/Mỗi SĐT chỉ được mua 1 sản phẩm cùng loại/)
  await limit.waitFor()
  await main.getByRole('button', { name: 'Đổi thành 1' }).click()
  await limit.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `Xóa ${item.name} khỏi giỏ hàng` }).click()
  await page.getByText('Giỏ hàng của bạn đang trống.').waitFor()
})
