import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { axeProblems } from '#test/support/axe.ts'
import type { VisitOptions } from '#test/support/browser.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'
import { enterAsStaff } from '#test/support/staff.ts'

const shop = journey()

/** Two transfers that name no order. */
beforeEach(async () => {
  await sql`delete from payment_review`.execute(shop.db)
  await sql`delete from bank_message`.execute(shop.db)
  for (const relay_id of ['701', '702']) {
    await sql`
      with told as (
        insert into bank_message (relay, relay_id, amount, account_number, content, outcome, received_at)
        values ('sepay', ${relay_id}, 250000, '0987654321', 'mua dien thoai', 'review', now())
        returning bank_message_id)
      insert into payment_review (bank_message_id, reason, state, created_at)
      select bank_message_id, 'unknown_code', 'open', now() from told`.execute(shop.db)
  }
})

test.each([
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])('every page of staff is accessible and fits $width pixels', async (size) => {
  // Pages of one order are in staff-orders.journey.ts.
  const lists = Object.values(addresses).filter(({ path }) => !path.includes(':'))
  for (const { page: name, path } of lists) {
    const { page } = await enter(path, size)
    expect(await axeProblems(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await takePicture(page, `staff-${name}`)
  }
})

test('a decision needs no page load, and a refusal says why', async () => {
  const { page, forgive } = await enter(addresses.reconciliation.path)
  await page.evaluate(() => document.body.setAttribute('data-loaded', 'once'))
  const waiting = page.getByRole('heading', { name: 'Chờ xử lý (2)' })
  await waiting.waitFor()

  const row = page.getByRole('row', { name: /sepay 701/ })
  await row.getByLabel('Mã đơn hàng').fill('khong co don nay')
  await row.getByRole('button', { name: 'Nhận cho đơn hàng' }).click()
  await page.getByRole('alert').getByText('Hãy điền mã đơn hàng có thật').waitFor()
  expect(await row.getByLabel('Mã đơn hàng').inputValue()).toBe('khong co don nay')

  await row.getByRole('button', { name: 'Bỏ qua' }).click()
  await page.getByRole('heading', { name: 'Chờ xử lý (1)' }).waitFor()
  await row.getByText('Đã bỏ qua').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)

  await page.getByRole('link', { name: 'Hoàn tiền' }).click()
  await page.getByRole('heading', { level: 1, name: 'Hoàn tiền' }).waitFor()
  expect(await page.title()).toBe('Hoàn tiền')
  expect(await page.locator('body').getAttribute('data-loaded')).toBe('once')
  forgive(/answer 409|status of 409/)
})

test('the same works before scripts, by plain posts', async () => {
  const { page, forgive } = await enter(addresses.reconciliation.path, { javascript: false })
  const row = page.getByRole('row', { name: /sepay 702/ })
  await row.getByRole('button', { name: 'Nhận cho đơn hàng' }).click()
  await page.getByRole('alert').getByText('Hãy điền mã đơn hàng có thật').waitFor()
  await row.getByRole('button', { name: 'Bỏ qua' }).click()
  await page.getByRole('heading', { name: 'Chờ xử lý (1)' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(addresses.reconciliation.path)
  forgive(/answer 409|status of 409/)
})

async function enter(
  path: string,
  options: VisitOptions = {},
): Promise<{ page: Page; forgive: (expected: RegExp) => void }> {
  const { page, context, open, forgive } = await shop.visit(options)
  await enterAsStaff(context, shop.url)
  await open(path)
  return { page, forgive }
}
