import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { member_addresses } from '#storefront/addresses/member.ts'
import { newMember } from '#test/members/member.ts'
import type { Visit } from '#test/support/browser.ts'
import { doubleText, isInSight, sidewaysScroll } from '#test/support/screens.ts'
import {
  fillHomeAddress,
  goToPayment,
  goToPaymentInfo,
  itemInStock,
  orderOf,
  pay,
  putInCart,
} from '#test/support/shopping.ts'

const shop = journey()
const product = '/iphone-18-pro-max-256gb'

/** A window of 1280 × 900 at a zoom of 200 % is laid out as one of half its size. */
test('the whole purchase at 200 % text size, without scrolling sideways and with nothing cut off', async () => {
  const wanted = await itemInStock(shop.db, product.slice(1))
  const page = await shop.enter('/', { width: 640, height: 450 })
  await looksRight(page)
  await page.getByRole('navigation', { name: 'Danh mục sản phẩm' }).getByText('Điện thoại').click()
  await page.waitForURL('**/dien-thoai')
  await looksRight(page)
  await page.locator(`main a[href="${product}"]`).first().click()
  await page.waitForURL(`**${product}`)
  await looksRight(page)
  await page.getByRole('button', { name: /^MUA NGAY/ }).click()
  await page.waitForURL('**/cart')
  await looksRight(page)
  await page.getByRole('button', { name: 'Mua ngay (1)' }).click()
  await page.waitForURL('**/cart/payment-info')
  await looksRight(page)
  await fillHomeAddress(page)
  await goToPayment(page)
  await looksRight(page)
  const order = await orderOf(shop.db, await pay(page))
  await looksRight(page)
  expect(order).toMatchObject({ state: 'pending', lines: [{ item_id: wanted.item_id }] })
})

test('a product can be bought at 200 % text size on a phone: nothing covers the buttons', async () => {
  const { page, open } = await shop.visit({ width: 390, height: 844, consent: null })
  await page.addInitScript(doubleText)
  await open(product)
  const buttons = ['Từ chối', 'Đồng ý', /^MUA NGAY/, 'Thêm vào giỏ'].map((name) =>
    page.getByRole('button', { name }),
  )
  for (const button of buttons) {
    expect([String(button), await button.evaluate(isInSight)]).toEqual([String(button), true])
  }
  // The words that are typed are seen: the field is not as narrow as its button.
  const field = await page.getByLabel('Tìm kiếm sản phẩm').boundingBox()
  expect(field?.width).toBeGreaterThan(250)
  await looksRight(page)
})

test.each([
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
])('the header makes room for large text at $width', async (size) => {
  const { page, open } = await shop.visit(size)
  await page.addInitScript(doubleText)
  await open('/tim-kiem?q=iphone')
  expect(await sidewaysScroll(page)).toBe(0)
  const parts = page.locator('body header').first().locator('a:visible, input, button:visible')
  const covered = await parts.evaluateAll(
    (all) =>
      all.filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect()
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        return seen === null || !(part.contains(seen) || seen.contains(part))
      }).length,
  )
  expect(covered).toBe(0)
})

const public_paths = [
  ...['/', '/dien-thoai', product, '/tim-kiem?q=iphone', '/tin-tuc', '/chinh-sach-doi-tra'],
  ...['/khuyen-mai-tet/dday', '/sale-black-friday', '/khuyen-mai-pin-iphone'],
  ...['/thay-pin-iphone-13', '/dat-lich', '/dia-chi-he-thong-sua-chua-dienthoaivui'],
  ...['/may-cu', '/may-cu/700001', '/iphone-16-pro-max-1tb-cu', '/he-thong-cua-hang'],
  ...['/thu-cu-doi-moi', '/thu-cu-doi-moi/iphone-13', `/tra-gop${product}`, '/tracuu'],
]

test('public pages fit the smallest phone at 200 % text size', async () => {
  const { page, open } = await smallestPhone()
  for (const path of public_paths) {
    await open(path)
    expect(await looksRight(page)).toEqual([])
  }
}, 240_000)

test.each([320, 390, 820])(
  'a banner has room for its words at twice the size of text, %i px',
  async (width) => {
    const { page, context, open } = await shop.visit({ width, height: 844 })
    const devtools = await context.newCDPSession(page)
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    for (const path of ['/', '/dien-thoai']) {
      await open(path)
      const outside = await page.locator('.banner').evaluateAll((banners) =>
        banners.flatMap((banner) => {
          const { left, right, top, bottom } = banner.getBoundingClientRect()
          return [...banner.querySelectorAll('.banner-words > *')].flatMap((words) => {
            const box = words.getBoundingClientRect()
            const is_inside =
              box.left >= left - 1 &&
              box.right <= right + 1 &&
              box.top >= top - 1 &&
              box.bottom <= bottom + 1 &&
              words.scrollWidth <= words.clientWidth + 1
            // A phone leaves out the eyebrow and the button.
            return is_inside || box.width === 0 ? [] : [words.textContent]
          })
        }),
      )
      expect({ path, outside }).toEqual({ path, outside: [] })
    }
  },
)

test('the pages of a member fit the smallest phone at 200 % text size', async () => {
  const { page, context, open } = await smallestPhone()
  const { token } = await newMember(shop.db)
  await context.addCookies([{ name: 'member_token', value: token, url: shop.url }])
  for (const { path } of Object.values(member_addresses)) {
    await open(path)
    expect(await looksRight(page)).toEqual([])
  }
})

test('what a member has stays whole on the smallest phone at 200 % text size', async () => {
  const visit = await smallestPhone()
  const { page, context, open } = visit
  const { token, customer_id } = await newMember(shop.db, { phone: '+84912345600' })
  await context.addCookies([{ name: 'member_token', value: token, url: shop.url }])
  const { item_id } = await itemInStock(shop.db, product.slice(1))
  await putInCart(visit, item_id)
  await goToPaymentInfo(visit)
  await fillHomeAddress(page)
  await goToPayment(page)
  await pay(page)
  await sql`insert into voucher (code, name, value, min_total, ends_at, customer_id)
    values ('SM4F7K2M9PQR', 'Quà sinh nhật', 500000, 5000000, now() + interval '9 days', ${customer_id})`.execute(
    shop.db,
  )
  await sql`insert into member_standing (customer_id, tier_code, spent, best_tier)
    values (${customer_id}, 's-vip', 62000000, 's-vip')`.execute(shop.db)
  await sql`update unit set state = 'sold', shop_id = null, warranty_from = current_date,
    warranty_until = current_date + 365, order_code = (select code from sales_order
      where customer_id = ${customer_id})
    where unit_id = (select min(unit_id) from unit where product_id = ${item_id})`.execute(shop.db)
  const { member, memberOrders, memberVouchers, memberWarranties } = member_addresses
  for (const { path } of [member, memberOrders, memberVouchers, memberWarranties]) {
    await open(path)
    expect([path, await page.evaluate(brokenWords)]).toEqual([path, []])
    expect([path, await sidewaysScroll(page)]).toEqual([path, 0])
  }
})

test('a purchase on the smallest phone at 200 % text size: every button is reached', async () => {
  const visit = await smallestPhone()
  const { page } = visit
  await putInCart(visit, (await itemInStock(shop.db, product.slice(1))).item_id)
  const press = async (name: string) => {
    await looksRight(page)
    const button = page.getByRole('button', { name, exact: true })
    await button.scrollIntoViewIfNeeded()
    expect([name, await button.evaluate(isInSight)]).toEqual([name, true])
    await button.click()
  }
  await visit.open('/cart')
  await press('Mua ngay (1)')
  await page.waitForURL('**/cart/payment-info')
  await fillHomeAddress(page)
  await press('Tiếp tục')
  await page.waitForURL('**/cart/payment')
  await press('Thanh toán')
  await page.waitForURL('**/cart/success/**')
  await looksRight(page)
})

test('the header of a phone scrolls away with large text, and stays with text of the usual size', async () => {
  const { page, context, open } = await shop.visit({ width: 390, height: 844 })
  const header = page.locator('body header').first()
  const bottomAfterScroll = async () => {
    await page.evaluate(() => scrollTo(0, 1_500))
    return header.evaluate((element) => element.getBoundingClientRect().bottom)
  }
  await open('/dien-thoai')
  expect(await bottomAfterScroll()).toBeGreaterThan(40)
  const devtools = await context.newCDPSession(page)
  // As in the settings of the browser: media queries in em follow it.
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  expect(await bottomAfterScroll()).toBeLessThanOrEqual(0)
  // Neither do the filters stay, which stick below the header.
  const filters = page
    .getByRole('button', { name: /^Bộ lọc/ })
    .or(page.getByRole('link', { name: /^Bộ lọc/ }))
  expect(
    await filters.first().evaluate((it) => it.getBoundingClientRect().bottom),
  ).toBeLessThanOrEqual(0)
  expect(await sidewaysScroll(page)).toBe(0)
})

test('on the smallest phone at 200 % text size no word is broken that has room in its line', async () => {
  const visit = await smallestPhone()
  const { page, open } = visit
  await putInCart(visit, (await itemInStock(shop.db, product.slice(1))).item_id)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const { item_id } = await itemInStock(shop.db, product.slice(1))
  const data = { item_id, item_quantity: 1, item_type: 4 }
  await visit.context.request.post('/api/cart/v1/cart', { headers, data })
  const paths = ['/cart', '/cart/tra-gop', `/tra-gop${product}`, '/thu-cu-doi-moi?len_doi=2']
  const others = ['/so-sanh?ids=1,6', '/sale-black-friday', '/danh-muc', '/', product, '/tin-tuc']
  const tools = ['/lich-van-nien', '/kiem-tra-linh-kien-may-tinh-online', '/chon-tinh-thanh']
  const trades = ['/thu-cu-doi-moi/iphone-13', '/tim-kiem?q=thay%20pin%20iphone%2013']
  for (const path of [...paths, ...others, ...tools, ...trades, '/quyen-rieng-tu']) {
    await open(path)
    expect([path, await page.evaluate(brokenWords)]).toEqual([path, []])
    expect([path, await sidewaysScroll(page)]).toEqual([path, 0])
  }
})

test('a booking without a service fits the smallest phone', async () => {
  const { page, open } = await shop.visit({ width: 320, height: 640, is_phone: true })
  await open('/dat-lich')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

/** Runs in the page: short words that stand in two lines. */
function brokenWords(): string[] {
  const main = document.querySelector('main') ?? document.body
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  const broken = new Set<string>()
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    const parent = text.parentElement
    // What only screen readers read has a size of one pixel.
    if (parent?.checkVisibility() !== true || parent.getBoundingClientRect().width < 2) continue
    for (const { 0: word, index } of text.data.matchAll(/(?<![^\s])[\p{L}\d./]{2,11}(?=\s|$)/gu)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
      if (new Set(tops).size > 1) broken.add(word)
    }
  }
  return [...broken]
}

/** 320 px, with text twice as large as in the settings of the browser: media queries in em follow it. */
async function smallestPhone(): Promise<Visit> {
  const visit = await shop.visit({ width: 320, height: 700 })
  const devtools = await visit.context.newCDPSession(visit.page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  return visit
}

async function looksRight(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
  expect([page.url(), await sidewaysScroll(page)]).toEqual([page.url(), 0])
  expect([page.url(), await page.evaluate(cutOff)]).toEqual([page.url(), []])
  const problems = await axeProblems(page)
  expect(problems).toEqual([])
  return problems
}

/** Runs in the page: the words of buttons and headings that do not fit into their element. */
function cutOff(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main :is(button, h1, h2, h3, label)')]
    .filter((element) => {
      const { overflowX, position } = getComputedStyle(element)
      // What only screen readers read has a size of one pixel.
      if (element.clientWidth < 2 || position === 'absolute') return false
      return overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
    })
    .map(({ textContent }) => textContent)
}
