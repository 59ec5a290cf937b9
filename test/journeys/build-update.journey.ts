import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Visit } from '#test/support/browser.ts'
import { journey } from '#test/support/journey.ts'

declare global {
  interface Window {
    /** Set in a document that is not to be replaced. */
    same_document?: boolean
  }
}

const shop = journey()
const hour_ms = 3_600_000
const category_chunk = /\/assets\/category-(?!tiles)[^/]+\.js$/

const mark = (page: Page) => page.evaluate(() => void (window.same_document = true))
const isSame = (page: Page) => page.evaluate(() => window.same_document === true)

/** From the home page to the phones, by a click. */
async function toPhones(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Điện thoại', exact: true }).first().click()
}

/** Lets the server speak for another build from now on. */
async function update(page: Page, id = 'another-build'): Promise<void> {
  await page.route('**/_data/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-build-id': id } })
  })
}

test('the id is the same at its address, in a page and on data', async () => {
  const told = (await (await fetch(`${shop.url}/build.json`)).json()) as {
    id: string
    time: string
  }
  expect(told.id).toMatch(/^[0-9a-f]{16}$/)
  expect(new Date(told.time).getTime()).toBeGreaterThan(0)
  const html = await (await fetch(shop.url)).text()
  expect(html).toContain(`"build_id":"${told.id}"`)
  const { headers } = await fetch(`${shop.url}/_data/dien-thoai`)
  expect(headers.get('x-build-id')).toBe(told.id)
})

test('without an update pages change within one document', async () => {
  const { page, open } = await shop.visit()
  await open('/')
  await mark(page)
  await toPhones(page)
  await page.getByRole('heading', { level: 1, name: /Điện thoại/ }).waitFor()
  expect(await isSame(page)).toBe(true)
})

test('a tab that sees a newer build in an answer loads the page it goes to whole, once', async () => {
  const { page, open } = await shop.visit()
  await open('/')
  await mark(page)
  await update(page)
  const documents = countDocuments(page)
  await toPhones(page)
  await page.waitForURL('**/dien-thoai')
  await page.getByRole('heading', { level: 1, name: /Điện thoại/ }).waitFor()
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  expect(await isSame(page)).toBe(false)
  expect(documents()).toBe(1)
})

test('once an hour the build is asked for; what is open stays until it is left', async () => {
  const { page, open } = await shop.visit()
  await page.clock.install()
  await open('/')
  await mark(page)
  const asked: string[] = []
  await page.route('**/build.json?*', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ json: { id: 'another-build', time: new Date().toISOString() } })
  })
  await page.clock.runFor(hour_ms - 60_000)
  expect(asked).toEqual([])
  const answered = page.waitForResponse('**/build.json?*')
  await page.clock.runFor(61_000)
  await answered
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatch(/\/build\.json\?\d{13}$/)
  expect(await isSame(page)).toBe(true)
  await toPhones(page)
  await page.waitForURL('**/dien-thoai')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  expect(await isSame(page)).toBe(false)
})

test('what is typed survives an update: a form on the page is sent without a reload', async () => {
  const { page, open } = await shop.visit()
  await open('/iphone-18-pro-max-256gb')
  await mark(page)
  await update(page)
  await page.getByRole('button', { name: 'Thêm vào giỏ' }).click()
  await page.getByText('Đã thêm vào giỏ hàng').waitFor()
  expect(await isSame(page)).toBe(true)
})

test('a file that is gone loads the page whole, at most once in ten seconds', async () => {
  const visit = await shop.visit()
  const { page, open } = visit
  await open('/')
  await page.route(category_chunk, (route) => route.fulfill({ status: 404, body: 'gone' }))
  const documents = countDocuments(page)
  await toPhones(page)
  await page.waitForURL('**/dien-thoai')
  // The page is there as HTML: its links work, though this part of its scripts is missing.
  await page.getByRole('heading', { level: 1, name: /Điện thoại/ }).waitFor()
  await page.waitForTimeout(1_500)
  expect(documents()).toBe(1)
  forgiveMissing(visit)
  await page.unroute(category_chunk)
  await page.reload()
  await visit.hydrated()
})

test('a file that comes back with the new build leaves no trace', async () => {
  const visit = await shop.visit()
  const { page, open } = visit
  await open('/')
  let broken = 1
  await page.route(category_chunk, (route) =>
    broken-- > 0 ? route.fulfill({ status: 404, body: 'gone' }) : route.continue(),
  )
  const documents = countDocuments(page)
  await toPhones(page)
  await page.waitForURL('**/dien-thoai')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  expect(documents()).toBe(1)
  forgiveMissing(visit)
})

test('the click of an ad is kept, the place to return to is forgotten', async () => {
  const { page, context, open } = await shop.visit()
  await context.addCookies([{ name: 'redirectUri', value: '%2Fcart', url: shop.url }])
  await open('/?gclid=Cj0KCQ_a-b.1')
  await expect.poll(async () => namesOf(await context.cookies())).toContain('gclid')
  const cookies = await context.cookies()
  expect(namesOf(cookies)).not.toContain('redirectUri')
  const gclid = cookies.find((cookie) => cookie.name === 'gclid')
  expect(gclid).toMatchObject({ value: 'Cj0KCQ_a-b.1', path: '/', sameSite: 'Lax' })
  const days = ((gclid?.expires ?? 0) - Date.now() / 1_000) / 86_400
  expect(Math.round(days)).toBe(7)
  await page.goto('/?gclid=<script>')
  expect((await context.cookies()).find(({ name }) => name === 'gclid')?.value).toBe('Cj0KCQ_a-b.1')
})

test.each([
  'javascript:void(document.title="run")',
  'data:text/html,<title>run</title>',
  'vbscript:run',
])('a link to %s leads nowhere', async (href) => {
  const { page, open } = await shop.visit()
  await open('/')
  const title = await page.title()
  await page.evaluate((address) => {
    const link = document.createElement('a')
    link.href = address
    link.textContent = 'Mời bạn bấm'
    document.querySelector('main')?.prepend(link)
  }, href)
  await page.getByRole('link', { name: 'Mời bạn bấm' }).click()
  await page.waitForTimeout(300)
  expect(await page.title()).toBe(title)
  expect(page.url()).toBe(`${shop.url}/`)
})

test('an answer that would send the shopper elsewhere is refused', async () => {
  const visit = await shop.visit()
  const { page, open } = visit
  await open('/')
  await page.route('**/_data/dien-thoai*', (route) =>
    route.fulfill({ json: { kind: 'redirect', location: 'https://evil.example/' } }),
  )
  await toPhones(page)
  await expect.poll(() => page.title()).toContain('Hệ thống có lỗi')
  expect(new URL(page.url()).origin).toBe(shop.url)
  visit.forgive(/Navigation refused/)
})

function countDocuments(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count++
  })
  return () => count
}

function forgiveMissing(visit: Visit): void {
  visit.forgive(/404|dynamically imported module|category-/)
}

function namesOf(cookies: { name: string }[]): string[] {
  return cookies.map((cookie) => cookie.name)
}
