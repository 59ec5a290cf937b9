import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll } from '#test/support/screens.ts'

const shop = journey({ seeded: false })

test('a finger plays a game on a phone: pause, sound, buttons, and the way out', async () => {
  const visit = await shop.visit({ width: 390, height: 844, touch: true })
  const { page } = visit
  await visit.open('/games')
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Hứng tiền' }).click()
  await page.getByRole('heading', { level: 1, name: 'Hứng tiền' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)

  await page.getByRole('button', { name: 'Chơi ngay' }).tap()
  const pause = page.getByRole('button', { name: 'Tạm dừng' })
  await pause.waitFor()
  const sound = page.getByRole('button', { name: 'Âm thanh' })
  expect(await sound.getAttribute('aria-pressed')).toBe('false')
  await sound.tap()
  expect(await sound.getAttribute('aria-pressed')).toBe('true')
  await page.touchscreen.tap(80, 500)
  await page.getByRole('button', { name: 'Sang phải' }).tap()
  await page.getByRole('status').filter({ hasText: 'Còn 3 tim' }).waitFor()
  await pause.tap()
  await page.getByRole('button', { name: 'Chơi tiếp' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Thoát trò chơi' }).tap()
  await page.getByRole('button', { name: 'Chơi ngay' }).waitFor()
})

test('keys play the other games, and a page without scripts says what it needs', async () => {
  const visit = await shop.visit({ width: 1440 })
  const { page } = visit
  for (const [path, key] of [
    ['/games/fruit-ninja', 'Digit3'],
    ['/games/jump-jump', 'ArrowRight'],
  ] as const) {
    await visit.open(path)
    await page.getByRole('button', { name: 'Chơi ngay' }).click()
    await page.getByRole('button', { name: 'Tạm dừng' }).waitFor()
    await page.keyboard.press(key)
    await page.keyboard.press('KeyP')
    await page.getByText('Tạm dừng', { exact: true }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
  }
  const plain = await shop.visit({ javascript: false })
  await plain.open('/games/fruit-ninja')
  await plain.page.getByText('Trình duyệt cần bật JavaScript để chơi.').waitFor()
  expect(await plain.page.getByRole('button', { name: 'Chơi ngay' }).isVisible()).toBe(false)
})
