import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { takePicture } from '#test/support/screens.ts'

// A page that was kept would be shown instead of the trouble.
const shop = journey({ env: { PAGE_CACHE_MB: '0' } })

afterEach(async () => {
  await sql`alter table if exists banner_away rename to banner`.execute(shop.db)
})

test.each([390, 1440])('a page that breaks: the screen of the spec (%i px)', async (width) => {
  const visit = await shop.visit({ width })
  const { page } = visit
  await breakBanners()
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
  await complainedOf(reference)
  visit.forgive(/500/)
  await sql`alter table banner_away rename to banner`.execute(shop.db)
  await page.getByRole('button', { name: 'Tải lại trang' }).click()
  await page.getByRole('heading', { level: 1, name: /Điện thoại/ }).waitFor()
})

test('a page that breaks after a click: the same screen, and home is one click away', async () => {
  const visit = await shop.visit()
  const { page } = visit
  await visit.open('/')
  await breakBanners()
  await page
    .getByRole('link', { name: 'Laptop', exact: true })
    .filter({ visible: true })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Hệ thống đang gặp sự cố kỹ thuật' }).waitFor()
  expect(await page.title()).toContain('Hệ thống có lỗi')
  await sql`alter table banner_away rename to banner`.execute(shop.db)
  visit.forgive(/500/)
  await complainedOf('a page broke')
  await page.getByRole('link', { name: 'Về trang chủ' }).click()
  await page.getByRole('heading', { level: 2, name: 'Laptop' }).waitFor()
})

async function breakBanners(): Promise<void> {
  await sql`alter table banner rename to banner_away`.execute(shop.db)
}

/** The log holds what the shopper may quote. */
async function complainedOf(words: string): Promise<void> {
  await expect.poll(() => shop.complaints.some((line) => line.includes(words))).toBe(true)
  shop.complaints.length = 0
}
