import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { layoutShift, sidewaysScroll, takeWindow } from '#test/support/screens.ts'

const shop = journey()
const path = '/iphone-18-pro-max-256gb'
const widths = [
  [390, 844],
  [1440, 900],
] as const

test.each(widths)('at %i px a press likes, a second one does not', async (width, height) => {
  const { page, open } = await shop.visit({ width, height })
  expect(await layoutShift(page, path)).toBeLessThan(0.001)
  const button = page.getByRole('button', { name: 'Yêu thích' })
  const isPressed = () => button.getAttribute('aria-pressed')
  await expect.poll(isPressed).toBe('false')
  await button.click()
  await page.getByText('Đã thêm vào Yêu thích').waitFor()
  expect(await isPressed()).toBe('true')
  expect(new URL(page.url()).pathname).toBe(path)
  await takeWindow(page, 'wish-pressed')
  expect(await axeProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)

  // The cached page knows nobody: the heart arrives after it, and moves nothing.
  expect(await layoutShift(page, path)).toBeLessThan(0.001)
  await expect.poll(isPressed).toBe('true')
  await button.click()
  await page.getByText('Đã bỏ khỏi Yêu thích').waitFor()
  expect(await isPressed()).toBe('false')
  await button.click()
  await page.getByRole('link', { name: 'Xem danh sách' }).first().click()
  await page.getByRole('button', { name: /^Bỏ thích/ }).click()
  await page.getByText('Chưa có sản phẩm yêu thích').waitFor()
  await page.goBack()
  await expect.poll(isPressed).toBe('false')
  await open(path)
  await expect.poll(isPressed).toBe('false')
})

test('without scripts the form goes to the list', async () => {
  const { page, open } = await shop.visit({ javascript: false })
  await open(path)
  const button = page.getByRole('button', { name: 'Yêu thích' })
  expect(await button.getAttribute('aria-pressed')).toBe(null)
  await button.click()
  await page.getByText('Đã lưu').waitFor()
})
