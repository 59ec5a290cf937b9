import { expect, test } from 'vitest'
import { journey } from '#test/support/journey.ts'

const shop = journey()

test('without a network a page offers to try again and shows phone numbers', async () => {
  const visit = await shop.visit()
  await visit.open('/')
  await visit.page.waitForFunction(async () => {
    await navigator.serviceWorker.ready
    const [name] = await caches.keys()
    return name !== undefined && (await (await caches.open(name)).match('/offline')) !== undefined
  })
  await visit.context.setOffline(true)
  await visit.page.goto('/dien-thoai')
  expect(await visit.page.getByRole('heading', { level: 1 }).textContent()).toBe('Mất kết nối mạng')
  await visit.page.getByRole('link', { name: '1800 2064' }).waitFor()
  expect(await visit.page.getByRole('listitem').count()).toBeGreaterThan(10)
  await visit.context.setOffline(false)
  // The page that was asked for comes by itself.
  await visit.page.getByRole('heading', { level: 1, name: /Điện thoại/ }).waitFor()
  visit.forgive(/ERR_INTERNET_DISCONNECTED/)
})

test('a link without a network keeps the page, says so, and opens once there is a network', async () => {
  const visit = await shop.visit()
  const { page, context } = visit
  const is_ready = page.waitForResponse(/\/offline-/)
  await visit.open('/')
  await is_ready
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Cửa hàng gần bạn' }).click()
  await page.getByText('Mất kết nối mạng. Trang sẽ tự tải lại khi có mạng.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(
    await page.getByRole('heading', { name: 'Hệ thống đang gặp sự cố kỹ thuật' }).count(),
  ).toBe(0)
  await context.setOffline(false)
  await page.waitForURL('**/he-thong-cua-hang')
  await expect.poll(() => page.getByText('Mất kết nối mạng').count()).toBe(0)
  visit.forgive(/ERR_INTERNET_DISCONNECTED/)
})

test('a link says that the network is gone, also before the code for links has come', async () => {
  const visit = await shop.visit()
  const { page, context } = visit
  let is_offline = false
  // The first page is alive; what comes after it is still on its way when the network goes.
  await page.route(/\/assets\/(visit|browser-source|other-pages|error-screens)-/, async (route) => {
    while (!is_offline) await page.waitForTimeout(50)
    await route.abort('internetdisconnected')
  })
  await visit.open('/')
  await visit.hydrated()
  await context.setOffline(true)
  is_offline = true
  await page.getByRole('link', { name: 'Cửa hàng gần bạn' }).click()
  await page.getByText('Mất kết nối mạng. Trang sẽ tự tải lại khi có mạng.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/he-thong-cua-hang')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: /cửa hàng/i }).waitFor()
  visit.forgive(/ERR_INTERNET_DISCONNECTED|dynamically imported module/)
})

test('a visit whose script did not come begins when the network is there again', async () => {
  const visit = await shop.visit()
  const { page } = visit
  const script = /\/assets\/visit-/
  await page.route(script, (route) => route.abort('internetdisconnected'))
  const failed = page.waitForEvent('requestfailed', (request) => script.test(request.url()))
  await visit.open('/')
  await failed
  await page.unroute(script)
  const session = page.waitForResponse('**/session')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  expect((await session).ok()).toBe(true)
  visit.forgive(/ERR_INTERNET_DISCONNECTED/)
})

test('the code that shows a message is not asked for in a loop without a network', async () => {
  const visit = await shop.visit({ width: 390 })
  const { page, context } = visit
  await page.route(/\/offline-/, (route) => route.abort())
  let asked = 0
  page.on('request', (request) => void (asked += Number(request.url().includes('/offline-'))))
  const words = page.waitForResponse(/\/show-result-/)
  await visit.open('/iphone-17-256gb')
  await words
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Thêm vào giỏ' }).first().click()
  await page.waitForTimeout(1_000)
  expect(asked).toBeLessThan(10)
  visit.forgive(/ERR_|dynamically imported module|fetching the script/)
})

test('a product that cannot be added without a network says so, and is added by the next press', async () => {
  const visit = await shop.visit({ width: 390 })
  const { page, context } = visit
  // The cards of messages come with the code for a page without a network.
  const cards = page.waitForResponse(/\/offline-/)
  const words = page.waitForResponse(/\/show-result-/)
  await visit.open('/iphone-17-256gb')
  await Promise.all([cards, words])
  await context.setOffline(true)
  const add = page.getByRole('button', { name: 'Thêm vào giỏ' }).first()
  await add.click()
  const told = page.getByText(/^Không kết nối được với cửa hàng/)
  await told.waitFor()
  await context.setOffline(false)
  await add.click()
  const added = page.getByText('Đã thêm vào giỏ hàng')
  await added.waitFor()
  expect(await added.count()).toBe(1)
  visit.forgive(/ERR_INTERNET_DISCONNECTED|dynamically imported module|fetching the script/)
})
