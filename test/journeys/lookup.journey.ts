import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'
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
  await owner.page.getByRole('link', { name: 'Theo dõi đơn hàng' }).click()
  await owner.page.waitForURL(/\/tracuu/)
  expect(await owner.page.getByLabel('Mã đơn hàng').inputValue()).toBe(code)

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

async function phoneOf(code: string): Promise<string> {
  const row = await shop.db
    .selectFrom('sales_order')
    .select('phone')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return row.phone
}
