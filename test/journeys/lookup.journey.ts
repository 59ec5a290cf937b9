import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { openStatic, slowDown } from '#test/support/early-press.ts'
import { isInSight, sidewaysScroll, takePicture } from '#test/support/screens.ts'
import {
  fillHomeAddress,
  goToPayment,
  goToPaymentInfo,
  itemInStock,
  pay,
  putInCart,
} from '#test/support/shopping.ts'

const shop = journey()

test('an order is found by its code and phone, with and without scripts', async () => {
  const item = await itemInStock(shop.db, 'iphone-18-pro-max-256gb')
  const owner = await shop.visit()
  await putInCart(owner, item.item_id)
  await goToPaymentInfo(owner)
  await fillHomeAddress(owner.page)
  await goToPayment(owner.page)
  const code = await pay(owner.page)

  const phone = await phoneOf(code)

  for (const javascript of [true, false]) {
    for (const width of [390, 1440]) {
      const visit = await shop.visit({ javascript, width, height: 900 })
      const { page } = visit
      await visit.open('/tracuu')
      await page.getByLabel('Mã đơn hàng').fill(code)
      await page.getByLabel('Số điện thoại đặt hàng').fill('0987 654 321')
      await page.getByRole('button', { name: 'Tra cứu đơn hàng' }).click()
      await page.getByText('không khớp với đơn nào').waitFor()
      expect(await page.getByLabel('Mã đơn hàng').inputValue()).toBe(code)
      visit.forgive(/404/)
      await page.getByLabel('Số điện thoại đặt hàng').fill(phone)
      await page.getByRole('button', { name: 'Tra cứu đơn hàng' }).click()
      await page.getByRole('heading', { name: `ĐƠN HÀNG ${code}` }).waitFor()
      await page.getByText('Chờ xác nhận').first().waitFor()
      expect(await page.getByRole('link', { name: 'Xem chi tiết đơn hàng' }).count()).toBe(0)
      expect(await sidewaysScroll(page)).toBe(0)
      // axe itself is a script.
      expect(javascript ? await axeProblems(page) : []).toEqual([])
      if (javascript) await takePicture(page, 'lookup-order')
      expect(visit.problems).toEqual([])
    }
  }
}, 180_000)

/** The page came by a form of the shop, or by its link in a tab that has read something else before. */
test("an order's page leads to its history, whenever it is pressed", async () => {
  const owner = await shop.visit({ width: 390, height: 844 })
  const { page } = owner
  await putInCart(owner, (await itemInStock(shop.db, 'airpods-pro-3')).item_id)
  await goToPaymentInfo(owner)
  await fillHomeAddress(page)
  await goToPayment(page)
  await pay(page)
  const link = await page.getByLabel('Lưu liên kết này').inputValue()
  await seesHistory(page)
  for (const wait_ms of [100, 500, 3_000]) {
    const visit = await shop.visit({ width: 390, height: 844 })
    await visit.open('/dien-thoai')
    await visit.page.evaluate(() => scrollTo(0, 1_200))
    const calm = await slowDown(visit)
    await openStatic(visit.page, link)
    await visit.page.waitForTimeout(wait_ms)
    await seesHistory(visit.page)
    await calm()
    await visit.hydrated()
    await visit.page.waitForTimeout(500)
    expect([wait_ms, await historyIsSeen(visit.page)]).toEqual([wait_ms, true])
    // Back to where the button was.
    await visit.page.goBack()
    await expect.poll(() => visit.page.evaluate(() => scrollY)).toBeLessThan(200)
  }
}, 120_000)

async function seesHistory(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Theo dõi đơn hàng' }).click({ noWaitAfter: true })
  await page.waitForURL(/#lich-su$/, { waitUntil: 'commit' })
  await expect.poll(() => historyIsSeen(page)).toBe(true)
}

const historyIsSeen = (page: Page) =>
  page.getByRole('heading', { name: 'Lịch sử đơn hàng' }).evaluate(isInSight)

async function phoneOf(code: string): Promise<string> {
  const row = await shop.db
    .selectFrom('sales_order')
    .select('phone')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return row.phone
}
