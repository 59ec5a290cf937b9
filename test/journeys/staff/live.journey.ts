import { sql } from 'kysely'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { live_path } from '#admin/addresses/paths.ts'
import { axeProblems } from '#test/support/axe.ts'
import { dataOf, guestOf } from '#test/support/buyer.ts'
import { journey } from '#test/support/journey.ts'
import { itemInStock } from '#test/support/shopping.ts'
import { enterAsStaff, visitAsStaff } from '#test/support/staff.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })

test('two tabs share one stream, and an order appears in both without a reload', async () => {
  const { context, page, open } = await shop.visit({ width: 360, height: 740 })
  await enterAsStaff(context, shop.url)
  const streams = streamsOf(context)
  await open(addresses.today.path)
  const other = await context.newPage()
  await other.goto(addresses.today.path)
  await other.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const before = Number(await numberOf(page).textContent())
  const places = await placesOf(page)
  const box = other.getByRole('searchbox')
  await box.fill('đang gõ')

  await place()
  for (const tab of [page, other])
    await numberOf(tab)
      .getByText(String(before + 1))
      .waitFor()
  expect(streams).toHaveLength(1)
  expect(await box.inputValue()).toBe('đang gõ')
  expect(await placesOf(page)).toEqual(places)
  const status = page.getByRole('status').filter({ hasText: `Đơn chờ xác nhận: ${before + 1}` })
  await status.waitFor({ state: 'attached' })

  // A hidden tab asks for nothing, and once when it is shown again.
  await show(other, 'hidden')
  await place()
  await numberOf(page)
    .getByText(String(before + 2))
    .waitFor()
  expect(await numberOf(other).textContent()).toBe(String(before + 1))
  await show(other, 'visible')
  await numberOf(other)
    .getByText(String(before + 2))
    .waitFor()

  // The tab with the stream closes: the other one takes over.
  await page.close()
  await place()
  await numberOf(other)
    .getByText(String(before + 3))
    .waitFor()
  expect(streams).toHaveLength(2)
})

test('the menu of any page counts, and an empty call queue says when somebody can be called', async () => {
  await sql`truncate sales_order cascade`.execute(shop.db)
  const { page } = await visitAsStaff(shop, addresses.order_calls.path)
  await page.getByText('Không có đơn nào cần gọi lúc này.').waitFor()
  await place()
  await page.getByRole('link', { name: 'Gọi khách 1 đang chờ' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  const { rows } = await sql`select from order_call`.execute(shop.db)
  expect(rows).toEqual([])
  await page.keyboard.press('e')
  await page.getByRole('heading', { level: 1, name: /^Gọi DH/ }).waitFor()
})

test('where the stream is refused, the page asks every 15 seconds', async () => {
  const { context, page, open, forgive } = await shop.visit()
  await enterAsStaff(context, shop.url)
  const streams = streamsOf(context)
  await context.route(`**${live_path}`, (route) => route.fulfill({ status: 503 }))
  await page.clock.install()
  await open(addresses.today.path)
  const before = Number(await numberOf(page).textContent())
  // What asks is loaded once the page works.
  await expect.poll(() => streams).toHaveLength(1)
  await place()
  await page.clock.fastForward(16_000)
  await numberOf(page)
    .getByText(String(before + 1))
    .waitFor()
  expect(streams).toHaveLength(1)
  forgive(/truc-tiep|503/)
})

/** The number of orders that wait for confirmation. */
function numberOf(page: Page) {
  return page.getByRole('link', { name: /^Đơn chờ xác nhận/ }).locator('.tabular-nums')
}

/** Tells a page that its tab is hidden or shown: tabs of this browser are never hidden by themselves. */
async function show(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

/** Where each tile stands, and how large it is. */
async function placesOf(page: Page) {
  const tiles = await page.locator('main li').all()
  return Promise.all(tiles.map((tile) => tile.boundingBox()))
}

/** The requests for an event stream of all tabs. */
function streamsOf(context: BrowserContext): string[] {
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith(live_path)) streams.push(request.url())
  })
  return streams
}

async function place(): Promise<void> {
  const buyer = await guestOf(shop)
  const { item_id } = await itemInStock(shop.db, 'redmi-note-15-pro-plus-5g-8gb-256gb')
  await buyer.prepare(item_id)
  dataOf(await buyer.order())
}
