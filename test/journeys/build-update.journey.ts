import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Visit } from '#test/support/browser.ts'
import { journey } from '#test/support/journey.ts'

declare global {
  interface Window {
    /** Set in a document that must not be replaced. */
    same_document?: boolean
  }
}

const shop = journey()
const hour_ms = 3_600_000
const category_chunk = /\/assets\/category-(?!tiles)[^/]+\.js$/

const mark = (page: Page) => page.evaluate(() => void (window.same_document = true))
const isSame = (page: Page) => page.evaluate(() => window.same_document === true)

/** Goes from the home page to the category of phones by a click. */
async function toPhones(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Điện thoại', exact: true }).first().click()
}

/** Makes data answers carry another build id from now on. */
async function update(page: Page, id = 'another-build'): Promise<void> {
  await page.route('**/_data/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-build-id': id } })
  })
}

test('the build id is the same in build.json, in a page and in data answers', async () => {
  const build = (await (await fetch(`${shop.url}/build.json`)).json()) as {
    id: string
    time: string
  }
  expect(build.id).toMatch(/^[0-9a-f]{16}$/)
  expect(new Date(build.time).getTime()).toBeGreaterThan(0)
  const html = await (await fetch(shop.url)).text()
  expect(html).toContain(`"build_id":"${build.id}"`)
  const { headers } = await fetch(`${shop.url}/_data/dien-thoai`)
  expect(headers.get('x-build-id')).toBe(build.id)
})

test('without an update pages change within one document', async () => {
  const { page, open } = await shop.visit()
  await open('/')
  await mark(page)
  await toPhones(page)
  await page.getByRole('heading', { level: 1, name: /Điện thoại/ }).waitFor()
  expect(await isSame(page)).toBe(true)
})

test('a tab that learns of a newer build loads its next page as a document, once', async () => {
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

test('the build id is polled once an hour; the open page stays until the next navigation', async () => {
  const { page, open } = await shop.visit()
  await page.clock.install()
  // What a tab does once begins after hydration, and the session is the last of it.
  const begun = page.waitForResponse('**/session')
  await open('/')
  await begun
  await mark(page)
  const requested: string[] = []
  await page.route('**/build.json?*', (route) => {
    requested.push(route.request().url())
    return route.fulfill({ json: { id: 'another-build', time: new Date().toISOString() } })
  })
  await page.clock.runFor(hour_ms - 60_000)
  expect(requested).toEqual([])
  const answered = page.waitForResponse('**/build.json?*')
  await page.clock.runFor(61_000)
  await answered
  expect(requested).toHaveLength(1)
  expect(requested[0]).toMatch(/\/build\.json\?\d{13}$/)
  expect(await isSame(page)).toBe(true)
  await toPhones(page)
  await page.waitForURL('**/dien-thoai')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  expect(await isSame(page)).toBe(false)
})

test('typed fields survive an update: a form is sent without a reload', async () => {
  const { page, open } = await shop.visit()
  await open('/iphone-18-pro-max-256gb')
  await mark(page)
  await update(page)
  await page.getByRole('button', { name: 'Thêm vào giỏ' }).click()
  await page.getByText('Đã thêm vào giỏ hàng').waitFor()
  expect(await isSame(page)).toBe(true)
})

test('a missing script file reloads the page, at most once in ten seconds', async () => {
  const visit = await shop.visit()
  const { page, open } = visit
  await open('/')
  await page.route(category_chunk, (route) => route.fulfill({ status: 404, body: 'gone' }))
  const documents = countDocuments(page)
  await toPhones(page)
  await page.waitForURL('**/dien-thoai')
  // The page is shown as HTML: its links work, though one of its script files is missing.
  await page.getByRole('heading', { level: 1, name: /Điện thoại/ }).waitFor()
  await page.waitForTimeout(1_500)
  expect(documents()).toBe(1)
  forgiveMissing(visit)
  await page.unroute(category_chunk)
  await page.reload()
  await visit.hydrated()
})

test('a file that is missing only once leaves no trace', async () => {
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

test('the click id of an ad is stored, the return address is cleared', async () => {
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

test('an answer that redirects to another site is refused', async () => {
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
