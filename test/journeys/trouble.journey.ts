import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { takePicture } from '#test/support/screens.ts'

// Without a page cache: a cached page would be shown instead of the error.
const shop = journey({ env: { PAGE_CACHE_MB: '0' } })

afterEach(async () => {
  await sql`alter table if exists need_away rename to need`.execute(shop.db)
})

test.each([390, 1440])(
  'a page that fails: the error screen of the contract (%i px)',
  async (width) => {
    const visit = await shop.visit({ width })
    const { page } = visit
    await breakNeeds()
    const answer = await page.goto('/dien-thoai')
    expect(answer?.status()).toBe(500)
    await visit.hydrated()
    expect(await page.title()).toContain('Hệ thống có lỗi')
    await page.getByRole('heading', { name: 'Hệ thống đang gặp sự cố kỹ thuật' }).waitFor()
    const detail = page.getByText(/^Mã sự cố: /)
    expect(await detail.isVisible()).toBe(false)
    await page.getByText('Thông tin kỹ thuật').click()
    const reference = (await detail.textContent())?.replace('Mã sự cố: ', '') ?? 'none'
    expect(await page.content()).not.toMatch(/relation|syntax|select /i)
    expect(await axeProblems(page)).toEqual([])
    await takePicture(page, 'error')
    await expectComplaint(reference)
    visit.forgive(/500/)
    await sql`alter table need_away rename to need`.execute(shop.db)
    await page.getByRole('button', { name: 'Tải lại trang' }).click()
    await page.getByRole('heading', { level: 1, name: /Điện thoại/ }).waitFor()
  },
)

test('a page that fails after a click: the same screen, with a link home', async () => {
  const visit = await shop.visit()
  const { page } = visit
  await visit.open('/')
  await breakNeeds()
  await page
    .getByRole('link', { name: 'Laptop', exact: true })
    .filter({ visible: true })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Hệ thống đang gặp sự cố kỹ thuật' }).waitFor()
  expect(await page.title()).toContain('Hệ thống có lỗi')
  await sql`alter table need_away rename to need`.execute(shop.db)
  visit.forgive(/500/)
  await expectComplaint('a page broke')
  await page.getByRole('link', { name: 'Về trang chủ' }).click()
  await page.getByRole('heading', { level: 2, name: 'Laptop' }).waitFor()
})

test('a page that does not arrive: after ten seconds a screen says so, and a reload shows the page', async () => {
  const visit = await shop.visit()
  const { page } = visit
  await visit.open('/')
  await page.clock.install()
  await page.route('**/_data/laptop**', () => undefined)
  const requested = page.waitForRequest('**/_data/laptop**')
  const link = page.getByRole('link', { name: 'Laptop', exact: true }).filter({ visible: true })
  await link.first().click()
  await requested
  await page.clock.fastForward(10_000)
  await page.getByRole('heading', { name: 'Trang tải quá lâu' }).waitFor()
  expect(await page.title()).toContain('Trang tải quá lâu')
  await page.getByRole('button', { name: 'Tải lại trang' }).click()
  await page.getByRole('heading', { level: 1, name: 'Laptop' }).waitFor()
})

test('suggestions that do not arrive: the field still searches', async () => {
  const visit = await shop.visit()
  const { page } = visit
  await visit.open('/')
  await page.clock.install()
  await page.route('**/api/search/v1/suggest**', () => undefined)
  const requested = page.waitForRequest(/suggest\?q=iphone/)
  await page.locator('#search').fill('iphone')
  const request = await requested
  await page.clock.fastForward(10_000)
  await expect.poll(() => request.failure()?.errorText).toBe('net::ERR_ABORTED')
  await page.locator('#search').press('Enter')
  await page.waitForURL(/tim-kiem\?q=iphone/)
})

async function breakNeeds(): Promise<void> {
  await sql`alter table need rename to need_away`.execute(shop.db)
}

/** Expects the log to have the reference that the shopper sees, then clears the complaints. */
async function expectComplaint(text: string): Promise<void> {
  await expect.poll(() => shop.complaints.some((line) => line.includes(text))).toBe(true)
  shop.complaints.length = 0
}
