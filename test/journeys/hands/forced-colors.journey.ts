import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { journey } from '#test/support/journey.ts'
import { fillHomeAddress, goToPayment, itemInStock, orderOf, pay } from '#test/support/shopping.ts'

const shop = journey()
const product = '/iphone-18-pro-max-256gb'

test('the whole purchase in forced colours: what is chosen and focused is seen without its ground', async () => {
  const wanted = await itemInStock(shop.db, product.slice(1))
  const page = await shop.enter(product, { forced_colors: true })
  expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true)
  await differs(page.getByRole('region', { name: 'Màu sắc' }).getByRole('link'))
  const buy = page.getByRole('button', { name: /^MUA NGAY/ })
  await isSeen(buy)
  await buy.press('Enter')
  await page.waitForURL('**/cart')
  const on = page.getByRole('button', { name: 'Mua ngay (1)' })
  await isSeen(on)
  await on.press('Enter')
  await page.waitForURL('**/cart/payment-info')
  await differs(page.locator('label:has(input[type=radio])'))
  await fillHomeAddress(page)
  await isSeen(page.getByRole('button', { name: 'Tiếp tục' }))
  await goToPayment(page)
  await isSeen(page.getByRole('button', { name: 'Thanh toán', exact: true }))
  const order = await orderOf(shop.db, await pay(page))
  expect(order).toMatchObject({ state: 'pending', lines: [{ item_id: wanted.item_id }] })
})

// axe is of no use here: it reads the colours that the page asks for, not those that are forced.

/** A button has an edge of its own without its ground, and a ring when it is focused. */
async function isSeen(button: Locator): Promise<void> {
  await button.waitFor()
  const edge = await button.evaluate((element) => getComputedStyle(element).borderTopWidth)
  await button.focus()
  const ring = await button.evaluate((element) => getComputedStyle(element).outlineStyle)
  expect([String(button), edge !== '0px', ring !== 'none']).toEqual([String(button), true, true])
}

/** One of several is chosen: its edge or its control looks unlike the others'. */
async function differs(all: Locator): Promise<void> {
  await all.first().waitFor()
  const looks = await all.evaluateAll((elements) =>
    elements.map((element) => {
      const { borderTopWidth, borderTopColor, outlineStyle, boxShadow } = getComputedStyle(element)
      const control = element.querySelector<HTMLInputElement>('input')
      return [borderTopWidth, borderTopColor, outlineStyle, boxShadow, control?.checked].join(' ')
    }),
  )
  expect(looks.length).toBeGreaterThan(1)
  expect(new Set(looks).size).toBeGreaterThan(1)
}
