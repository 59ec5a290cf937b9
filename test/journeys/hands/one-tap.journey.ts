import { afterAll, expect, test } from 'vitest'
import { journey } from '#test/support/journey.ts'
import { doubleText, isInSight } from '#test/support/screens.ts'

const shop = journey({ host: 'localhost' })

// Known and harmless (decision 186).
const others = () => shop.complaints.filter((line) => !line.includes('Unsupported runtime'))
afterAll(() => void shop.complaints.splice(0, shop.complaints.length, ...others()))

test('the prompt of Google lies above the buttons that buy, at twice the size of text too', async () => {
  const { page, open } = await shop.visit({ width: 390, height: 844, one_tap: true })
  await page.addInitScript(doubleText)
  await open('/airpods-pro-3')
  await page.getByRole('region', { name: 'Đăng nhập nhanh bằng Google' }).waitFor()
  for (const size of ['200%', '100%']) {
    await page.evaluate((wanted) => {
      document.documentElement.style.fontSize = wanted
    }, size)
    for (const name of [/^MUA NGAY/, 'Thêm vào giỏ', 'Đóng']) {
      const button = page.getByRole('button', { name }).last()
      expect([size, String(name), await button.evaluate(isInSight)]).toEqual([
        size,
        String(name),
        true,
      ])
    }
  }
})
