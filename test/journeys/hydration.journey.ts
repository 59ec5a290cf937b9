import { expect, test } from 'vitest'
import { journey } from '#test/support/journey.ts'
import { fillHomeAddress, goToPaymentInfo, itemInStock, putInCart } from '#test/support/shopping.ts'

/** React's development build reports mismatches that its production build does not. */
const shop = journey({ dev: true })

test.each([
  '/',
  '/dien-thoai?brand=apple',
  '/phu-kien',
  '/iphone-18-pro-max-256gb?mau=bac',
  '/iphone-14-pro-max-128gb',
  '/tim-kiem?q=iphone',
  '/danh-muc',
  '/chon-tinh-thanh',
  '/cart',
])('%s: the browser renders what the server sent', async (path) => {
  const page = await shop.enter(path)
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
})

test.each([
  '/?utm_source=fb&q=x&page=3#tin-moi',
  '/dien-thoai?utm_campaign=he&brand=samsung,apple&fbclid=1',
  '/iphone-18-pro-max-256gb?gclid=abc&mau=bac',
])('%s: other parameters of a link change nothing and stay in the address bar', async (path) => {
  const page = await shop.enter(path)
  await page.waitForLoadState('networkidle')
  expect(page.url()).toBe(new URL(path, page.url()).href)
})

test('the same along the checkout', async () => {
  const visit = await shop.visit()
  await putInCart(visit, (await itemInStock(shop.db, 'iphone-18-pro-max-256gb')).item_id)
  await goToPaymentInfo(visit)
  await visit.open('/cart/payment-info')
  await fillHomeAddress(visit.page)
  await visit.page.getByRole('button', { name: 'Tiếp tục' }).click()
  await visit.page.waitForURL('**/cart/payment')
  await visit.open('/cart/payment')
  await visit.page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
  await visit.page.waitForURL('**/cart/success/cod*')
  await visit.open(new URL(visit.page.url()).pathname)
  expect(await visit.page.getByText('ĐẶT HÀNG THÀNH CÔNG').count()).toBe(1)
})

test('a later part stays as the server wrote it until its script comes, also after a change of colour', async () => {
  const { page, open } = await shop.visit()
  const script = Promise.withResolvers<void>()
  await page.route('**/product-talk.tsx*', async (route) => {
    await script.promise
    await route.continue()
  })
  await open('/iphone-18-pro-max-256gb?mau=bac')
  const said = page.getByRole('region', { name: /^Đánh giá iPhone/ })
  await said.evaluate((node) => Object.assign(node, { is_first: true }))
  await page.getByRole('region', { name: 'Màu sắc' }).getByRole('link').nth(1).click()
  await page.waitForURL((url) => !url.search.includes('mau=bac'))
  expect(await said.evaluate(isHydrated)).toBe(false)
  script.resolve()
  await expect.poll(() => said.evaluate(isHydrated)).toBe(true)
  expect(await said.evaluate((node) => 'is_first' in node)).toBe(true)
})

test('a link that is pressed before the routes of other pages have come waits for them', async () => {
  const { page, open } = await shop.visit()
  const script = Promise.withResolvers<void>()
  await page.route('**/other-pages.ts*', async (route) => {
    await script.promise
    await route.continue()
  })
  await open('/iphone-18-pro-max-256gb')
  await page.evaluate(() => Object.assign(window, { is_first: true }))
  await page.getByRole('link', { name: 'Giỏ hàng' }).first().click()
  script.resolve()
  await page.waitForURL('**/cart')
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(await page.evaluate(() => 'is_first' in window)).toBe(true)
})

/** Whether React has taken over an element. */
function isHydrated(element: Element): boolean {
  return Object.keys(element).some((key) => key.startsWith('__reactFiber'))
}
