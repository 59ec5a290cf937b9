import { expect, test } from 'vitest'

import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import {
  fillHomeAddress,
  goToPayment,
  goToPaymentInfo,
  itemInStock,
  putInCart,
} from '#test/support/shopping.ts'
import { layoutShift, sidewaysScroll, takeWindow } from '#test/support/screens.ts'

const shop = journey()
const widths = [
  [390, 844],
  [1440, 900],
] as const

test.each(widths)(
  'at %i px the question moves nothing and both answers end it',
  async (width, height) => {
    for (const answer of ['Từ chối', 'Đồng ý'] as const) {
      const visit = await shop.visit({ width, height, consent: null })
      const { page, context } = visit
      expect(await layoutShift(page, '/iphone-18-pro-max-256gb?gclid=Abc-123')).toBeLessThan(0.001)
      const banner = page.getByRole('complementary', { name: 'Quyền riêng tư' })
      await banner.waitFor()
      const sizes = await banner.getByRole('button').evaluateAll((buttons) =>
        buttons.map((button) => {
          const { width: wide, height: high } = button.getBoundingClientRect()
          const { backgroundColor, color, fontWeight } = getComputedStyle(button)
          return [Math.round(wide), Math.round(high), backgroundColor, color, fontWeight].join(' ')
        }),
      )
      expect(new Set(sizes).size).toBe(1)
      expect(await axeProblems(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await takeWindow(page, 'consent')
      const tracked = async () => {
        const cookies = (await context.cookies()).map(({ name }) => name)
        const workers = await page.evaluate(
          async () => (await navigator.serviceWorker.getRegistrations()).length,
        )
        return { has_gclid: cookies.includes('gclid'), workers }
      }
      expect(await tracked()).toEqual({ has_gclid: false, workers: 0 })
      await banner.getByRole('button', { name: answer }).click()
      await banner.waitFor({ state: 'hidden' })
      const agreed = answer === 'Đồng ý'
      await expect.poll(tracked).toEqual({ has_gclid: agreed, workers: agreed ? 1 : 0 })
      await visit.open('/he-thong-cua-hang')
      expect(await banner.isVisible()).toBe(false)
    }
  },
  180_000,
)

test('a click of an affiliate is remembered and goes with the order; another source ends it', async () => {
  const visit = await shop.visit({ width: 390 })
  const { page, open } = visit
  const item = await itemInStock(shop.db, 'iphone-17-256gb')
  await open('/iphone-17-256gb?utm_source=accesstrade&aff_sid=ats.9')
  const names = async () => (await visit.context.cookies()).map(({ name }) => name)
  await expect.poll(names).toContain('aff_session')
  await putInCart(visit, item.item_id)
  await goToPaymentInfo(visit)
  await visit.hydrated()
  await fillHomeAddress(page)
  await goToPayment(page)
  await expect.poll(() => page.locator('input[name=affClickId]').inputValue()).toBe('ats.9')
  await open('/dien-thoai?utm_source=zalo')
  await expect.poll(names).not.toContain('aff_session')
  await open('/cart/payment')
  expect(await page.locator('input[name=affClickId]').count()).toBe(0)
})

test('without scripts nothing is asked, and the page saves a choice', async () => {
  const { page, open } = await shop.visit({ javascript: false, consent: null, width: 390 })
  await open('/dien-thoai')
  expect(await page.locator('#consent').isVisible()).toBe(false)
  await open('/quyen-rieng-tu')
  await page.getByLabel(/Lưu trên máy này/).check()
  await page.getByRole('button', { name: 'Lưu lựa chọn' }).click()
  await page.getByText('Đã lưu lựa chọn của bạn').waitFor()
  expect(await page.getByLabel(/Lưu trên máy này/).isChecked()).toBe(true)
  expect(await page.getByLabel(/Đo hiệu quả quảng cáo/).isChecked()).toBe(false)
})
