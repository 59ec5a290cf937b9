import { expect, test } from 'vitest'
import { formatDong } from '#pure/money.ts'
import { journey } from '#test/support/journey.ts'
import { itemsAt } from '#test/support/shopping.ts'

const shop = journey()

test('an unknown address: status 404, the error screen of the contract, a link home', async () => {
  const visit = await shop.visit()
  const { page } = visit
  const answer = await page.goto('/khong-co-trang-nay')
  expect(answer?.status()).toBe(404)
  await visit.hydrated()
  expect(await page.title()).toContain('Trang không tồn tại')
  const detail = page.getByText('Page not found: /khong-co-trang-nay')
  expect(await detail.isVisible()).toBe(false)
  await page.getByText('Thông tin kỹ thuật').click()
  expect(await detail.isVisible()).toBe(true)
  expect(await page.getByRole('link', { name: '1800 2064' }).last().getAttribute('href')).toBe(
    'tel:18002064',
  )
  await page.getByRole('main').getByRole('link', { name: 'Danh mục' }).waitFor()
  // Loading it again would lead nowhere.
  expect(await page.getByRole('button', { name: 'Tải lại trang' }).count()).toBe(0)
  visit.forgive(/404/)
  await page.getByRole('link', { name: 'Về trang chủ' }).click()
  await page.waitForURL(`${shop.url}/`)
})

test('the same screen after a click, without a reload', async () => {
  const visit = await shop.visit()
  const { page } = visit
  await visit.open('/')
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('main a[href^="/"]')
    link?.setAttribute('href', '/khong-co')
    link?.click()
  })
  await page.getByRole('heading', { name: 'Trang không tồn tại' }).waitFor()
  expect(await page.title()).toContain('Trang không tồn tại')
  visit.forgive(/404/)
})

test('an old address answers 301 and keeps its query', async () => {
  const answer = await fetch(`${shop.url}/iphone-18-pro-max?mau=bac`, { redirect: 'manual' })
  expect(answer.status).toBe(301)
  expect(answer.headers.get('location')).toMatch(/^\/iphone-18-pro-max-256gb/)
})

test('head of a product page: title, description, robots, canonical address, picture', async () => {
  const page = await shop.enter('/iphone-18-pro-max-256gb?mau=bac')
  expect(await page.title()).toContain('iPhone 18 Pro Max 256GB')
  const content = (name: string) =>
    page.locator(`head meta[name="${name}"]`).getAttribute('content')
  expect(await content('description')).toContain('iPhone 18 Pro Max 256GB')
  expect(await content('robots')).toMatch(/^index/)
  expect(await page.locator('head link[rel=canonical]').getAttribute('href')).toBe(
    `${shop.url}/iphone-18-pro-max-256gb`,
  )
  const image = await page.locator('head meta[property="og:image"]').getAttribute('content')
  expect(image).toMatch(new RegExp(`^${shop.url}/media/.+\\.(webp|jpg|png)(\\?v=\\w+)?$`))
})

test('a filtered list is not for search engines, and its filters are in the address', async () => {
  const page = await shop.enter('/dien-thoai')
  await page.getByRole('link', { name: 'Giá thấp – cao' }).filter({ visible: true }).first().click()
  await page.waitForURL('**sort=price-asc')
  const robots = page.locator('head meta[name=robots]')
  await expect.poll(() => robots.getAttribute('content')).toMatch(/noindex/)
})

test('another province: the dialog changes the prices of the page and a cookie stores it for 7 days and 7 hours', async () => {
  const path = '/iphone-18-pro-max-256gb'
  const hanoi = await shop.db
    .selectFrom('price')
    .innerJoin('product', 'product.product_id', 'price.product_id')
    .innerJoin('slug', 'slug.entity_id', 'product.parent_id')
    .where('slug.path', '=', path.slice(1))
    .where('price.province_id', '=', 24)
    .select(['price.sale_price', 'price.list_price'])
    .execute()
  const prices = hanoi.map((row) => formatDong(row.sale_price ?? row.list_price))
  const everywhere = (await itemsAt(shop.db, path.slice(1))).map((row) =>
    formatDong(row.sale_price),
  )
  expect(everywhere).not.toContain(prices[0])
  const visit = await shop.visit()
  await visit.open(path)
  const main = visit.page.locator('main')
  expect(await main.textContent()).toContain(everywhere[0])
  await visit.page
    .getByRole('link', { name: /Xem giá tại/ })
    .filter({ visible: true })
    .click()
  const dialog = visit.page.getByRole('dialog', { name: 'Chọn tỉnh, thành phố' })
  await dialog.getByRole('searchbox').fill('ha noi')
  await dialog.getByRole('button', { name: 'Hà Nội' }).click()
  await expect.poll(() => main.textContent()).toContain(prices[0])
  await dialog.waitFor({ state: 'hidden' })
  const cookie = (await visit.context.cookies()).find(({ name }) => name === 'province_id')
  expect(cookie?.value).toBe('24')
  const hours = ((cookie?.expires ?? 0) - Date.now() / 1_000) / 3_600
  expect(Math.round(hours)).toBe(7 * 24 + 7)
  await visit.page.reload()
  expect(await main.textContent()).toContain(prices[0])
})

test('the same without scripts: a page of provinces that leads back', async () => {
  const page = await shop.enter('/iphone-18-pro-max-256gb', { javascript: false })
  await page
    .getByRole('link', { name: /Xem giá tại/ })
    .filter({ visible: true })
    .click()
  await page.getByRole('button', { name: 'Hà Nội' }).first().click()
  await page.waitForURL('**/iphone-18-pro-max-256gb')
  expect(
    await page
      .getByRole('link', { name: /Xem giá tại/ })
      .first()
      .textContent(),
  ).toContain('Hà Nội')
})

test('search by words without accents, and the message when nothing is found', async () => {
  const page = await shop.enter('/')
  await page.getByRole('searchbox', { name: 'Tìm kiếm sản phẩm' }).fill('dien thoai iphone 18')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/tim-kiem?q=*')
  await page.getByRole('heading', { level: 1, name: /Tìm thấy \d+ sản phẩm/ }).waitFor()
  // A search box, or a combobox once its suggestions are loaded.
  await page.getByLabel('Tìm kiếm sản phẩm').fill('zzzz')
  await page.keyboard.press('Enter')
  await page.getByText('Không tìm thấy sản phẩm nào cho “zzzz”').waitFor()
  expect(await page.locator('main a').count()).toBeGreaterThan(3)
})

test('a sold-out product cannot be bought and shows others', async () => {
  const page = await shop.enter('/iphone-14-pro-max-128gb')
  await page.getByRole('link', { name: 'TẠM HẾT HÀNG Đăng ký nhận tin' }).waitFor()
  await page.getByRole('link', { name: 'Sản phẩm tương tự' }).first().waitFor()
  expect(await page.getByRole('button', { name: /^MUA NGAY/ }).count()).toBe(0)
})

test('going back restores the scroll position', async () => {
  const page = await shop.enter('/dien-thoai')
  const card = page.locator('main article a').nth(7)
  await card.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => Math.round(scrollY))
  await card.click()
  await page.getByRole('heading', { level: 2, name: 'Màu sắc' }).waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(before)
})
