import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { takePicture } from '#test/support/screens.ts'

const shop = journey({ seeded: false })

test.each([390, 1440])('an empty shop says what to do next (%i px)', async (width) => {
  const page = await shop.enter('/', { width })
  await page.getByRole('heading', { name: 'Cửa hàng chưa có sản phẩm' }).waitFor()
  expect(await page.locator('main').textContent()).toContain('SEED=demo npm start')
  expect(await axeProblems(page)).toEqual([])
  await takePicture(page, 'empty-shop')
})

test.each(['/danh-muc', '/tim-kiem?q=iphone', '/chon-tinh-thanh', '/cart'])(
  '%s works in an empty shop',
  async (path) => {
    const page = await shop.enter(path)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  },
)
