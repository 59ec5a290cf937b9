import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll } from '#test/support/screens.ts'
import {
  fillHomeAddress,
  goToPayment,
  goToPaymentInfo,
  itemInStock,
  pay,
  putInCart,
} from '#test/support/shopping.ts'
import type { Visit } from '#test/support/browser.ts'

const shop = journey()

async function atPayment(visit: Visit) {
  await putInCart(
    visit,
    (await itemInStock(shop.db, 'redmi-note-15-pro-plus-5g-8gb-256gb')).item_id,
  )
  await goToPaymentInfo(visit)
  await fillHomeAddress(visit.page)
  await goToPayment(visit.page)
  return visit.page
}

test('back after the order: the empty cart names the order, and forward shows it again', async () => {
  const visit = await shop.visit({ width: 320, height: 844 })
  const page = await atPayment(visit)
  const code = await pay(page)
  await page.goBack()
  await page.waitForURL('**/cart')
  const notice = page.getByRole('region', { name: 'Đơn hàng gần nhất' })
  expect(await notice.textContent()).toContain(`${code} · Chờ xác nhận`)
  expect(await axeProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  await page.goForward()
  await page.waitForURL(`**/cart/success/cod?code=${code}*`)
  await page.goBack()
  await notice.getByRole('link', { name: 'Xem đơn hàng' }).click()
  await page.getByText('ĐẶT HÀNG THÀNH CÔNG').waitFor()
})

test.each([true, false])(
  'back from the provider before paying, scripts: %s',
  async (javascript) => {
    const visit = await shop.visit({ javascript })
    const page = await atPayment(visit)
    await page.getByRole('radio', { name: /VNPAY/ }).check()
    await page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
    await page.waitForURL('**/cong-thanh-toan-thu/vnpay*')
    await visit.open('/cart/payment')
    await page.waitForURL('**/cart')
    const notice = page.getByRole('region', { name: 'Đơn hàng gần nhất' })
    expect(await notice.textContent()).toContain('Chờ thanh toán')
    await notice.getByRole('link', { name: 'Xem và thanh toán' }).click()
    await page.getByRole('heading', { name: 'ĐƠN HÀNG ĐANG CHỜ THANH TOÁN' }).waitFor()
    await page.getByRole('button', { name: 'Tiếp tục thanh toán' }).click()
    await page.waitForURL('**/cong-thanh-toan-thu/vnpay*')
  },
)
