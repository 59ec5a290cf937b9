import { expect, test } from 'vitest'
import { journey } from '#test/support/journey.ts'

const shop = journey()

const phone = { width: 390, height: 844 }

test('every slide of a phone has a button of a finger’s height, clear of what stands below', async () => {
  const { page, open } = await shop.visit(phone)
  await open('/')
  const slides = page.getByRole('region', { name: 'Nổi bật' }).locator('li > a')
  for (const slide of await slides.all()) {
    const button = await slide.locator('.banner-button').boundingBox()
    const picture = await slide.boundingBox()
    expect(button?.height).toBeGreaterThanOrEqual(44)
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(
      (picture?.y ?? 0) + (picture?.height ?? 0),
    )
  }
})

test('with text of twice the size no word of the slides’ tabs is cut or broken', async () => {
  const { page, context, open } = await shop.visit({ width: 320, height: 844 })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await open('/')
  const titles = page.getByRole('region', { name: 'Nổi bật' }).locator('button span.font-bold')
  const widths = await titles.evaluateAll((spans) =>
    spans.map((span) => {
      const word = document.createElement('span')
      word.style.cssText = 'position:absolute;white-space:nowrap'
      const words = span.textContent.split(' ').map((part) => {
        word.textContent = part
        span.append(word)
        return word.getBoundingClientRect().width
      })
      word.remove()
      return Math.max(...words) - span.clientWidth
    }),
  )
  expect(widths.length).toBeGreaterThan(1)
  expect(Math.max(...widths)).toBeLessThanOrEqual(1)
})

test('the footer of a phone folds its links, without scripts too, and shows the company', async () => {
  const { page, open } = await shop.visit({ ...phone, javascript: false })
  await open('/tracuu')
  const footer = page.locator('footer')
  expect((await footer.boundingBox())?.height).toBeLessThan(850)
  for (const words of ['1800 2064', /^Mã số thuế/]) {
    expect(await footer.getByText(words).first().isVisible()).toBe(true)
  }
  const link = footer.getByRole('link', { name: 'Chính sách bảo hành' })
  expect(await link.isVisible()).toBe(false)
  await footer.getByText('Chính sách', { exact: true }).last().click()
  expect(await link.isVisible()).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await footer.getByRole('link', { name: 'Thu cũ đổi mới', exact: true }).isVisible()).toBe(
    true,
  )
})

test('the backdrop of a dialog reaches the edge, and what lies beneath keeps its place', async () => {
  const { page, open } = await shop.visit()
  await open('/dien-thoai')
  const title = page.getByRole('heading', { level: 1 })
  const place = await title.boundingBox()
  // Browsers of tests hide their scroll bars: this one says that it has one of 15 px.
  await page.evaluate(() => {
    Object.defineProperty(document.documentElement, 'clientWidth', { value: innerWidth - 15 })
  })
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Xem giá tại/ })
    .last()
    .click()
  await page.getByRole('dialog').waitFor()
  expect((await title.boundingBox())?.x).toBe((place?.x ?? 0) - 7.5)
  expect((await page.locator('header').boundingBox())?.width).toBe(1440)
})

test('the menu fills its width, whatever lists a category has', async () => {
  const { page, open } = await shop.visit()
  await open('/')
  await page.getByRole('banner').getByRole('link', { name: 'Danh mục', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Danh mục sản phẩm' })
  await menu.waitFor()
  for (const category of ['Điện thoại', 'Tivi']) {
    await menu.getByRole('link', { name: category, exact: true }).first().focus()
    await menu.getByText(`Xem tất cả ${category}`).waitFor()
    const lists = await menu
      .locator('.menu-columns > section')
      .evaluateAll((sections) =>
        sections.reduce((width, section) => width + section.clientWidth, 0),
      )
    expect([category, lists > 780]).toEqual([category, true])
  }
})

test.each([
  ['/cart/booking', 'Chưa có dịch vụ nào.'],
  ['/cart/tra-gop', 'Chưa có sản phẩm trả góp.'],
  ['/cart', 'Giỏ hàng của bạn đang trống.'],
])('%s is as wide as the full cart', async (path, title) => {
  const { page, open } = await shop.visit()
  await open(path)
  await page.getByText(title).waitFor()
  expect((await page.locator('main').boundingBox())?.width).toBe(1136)
})

test('the button that books a repair is the widest at its price, on a phone and on a desktop', async () => {
  for (const size of [phone, { width: 1440, height: 900 }]) {
    const { page, open } = await shop.visit(size)
    await open('/thay-pin-iphone-13')
    const widthOf = async (name: RegExp) =>
      (await page.getByRole('button', { name }).boundingBox())?.width ?? 0
    expect(await widthOf(/^ĐẶT LỊCH NGAY/)).toBeGreaterThan(1.5 * (await widthOf(/^Thêm vào giỏ/)))
    await page.close()
  }
})
