import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { receivedCode } from '#test/members/received-code.ts'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture, readOn } from '#test/support/screens.ts'

const shop = journey({ seeded: false, host: 'localhost' })
const phone = '0912345031'

// Known and harmless (decision 186).
const others = () => shop.complaints.filter((line) => !line.includes('Unsupported runtime'))
afterAll(() => void shop.complaints.splice(0, shop.complaints.length, ...others()))

async function look(page: Page, name: string): Promise<void> {
  expect(await axeProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await takePicture(page, `member-${name}`)
}

async function enterCode(page: Page): Promise<void> {
  await page.getByLabel('Số điện thoại').fill(phone)
  await page.getByRole('button', { name: 'Nhận mã' }).click()
  await page.getByLabel('Mã 6 số').fill(await receivedCode(shop, phone))
  await page.getByRole('button', { name: 'Liên kết và đăng nhập' }).click()
}

test('a shopper signs in by the prompt of Google, and elsewhere by Zalo', async () => {
  const size = { width: 390, height: 844 }
  const { page, open, forgive } = await shop.visit({ ...size, one_tap: true })
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as { value?: number }).value ?? 0
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(shop.url)) outside.push(request.url())
  })
  await open('/tracuu')
  const card = page.getByRole('region', { name: 'Đăng nhập nhanh bằng Google' })
  await readOn(page)
  await card.waitFor()
  await look(page, 'one-tap')
  const shifted = await page.evaluate(
    () => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum,
  )
  expect([shifted, outside]).toEqual([0, []])
  await card.getByRole('button', { name: 'Đăng nhập bằng Google' }).click()
  const prompt = page.frameLocator('iframe[title=Google]')
  await prompt.getByRole('button', { name: 'Nguyễn Minh An' }).waitFor()
  await look(page, 'one-tap-prompt')
  await prompt.getByRole('button', { name: 'Nguyễn Minh An' }).click()
  await page.getByText('minhan@example.com').waitFor()
  // The silent sign-in of the page that was left may answer now: its target origin keeps it from this one.
  forgive(/'postMessage' on 'DOMWindow': The target origin/)
  await look(page, 'identity-phone')
  await enterCode(page)
  await page.getByRole('link', { name: 'Để sau' }).click()
  await page.waitForURL(`${shop.url}/tracuu`)
  await page.locator('header a[href="/smember"]').first().waitFor({ state: 'attached' })

  const other = await shop.visit({ ...size, javascript: false })
  await other.page.goto(`${shop.url.replace('//localhost', '//smember.localhost')}/dang-nhap`)
  await other.page.getByRole('button', { name: 'Đăng nhập với Zalo' }).click()
  await other.page.getByRole('button', { name: 'Trần Thu Hà' }).click()
  await shop.db.deleteFrom('otp').execute()
  await enterCode(other.page)
  await other.page.getByText('Bạn có 2 liên kết.').waitFor()
})

test('the prompt that was closed stays away for a day, and is not offered after a sign-out', async () => {
  const { page, open, context } = await shop.visit({ one_tap: true })
  await open('/tracuu')
  const card = page.getByRole('region', { name: 'Đăng nhập nhanh bằng Google' })
  await readOn(page)
  await card.getByRole('button', { name: 'Đóng' }).click()
  expect(await card.count()).toBe(0)
  const closed_at = await page.evaluate(() => Number(localStorage.getItem('one-tap-closed')))
  expect(Date.now() - closed_at).toBeLessThan(60_000)
  await page.evaluate(() => localStorage.removeItem('one-tap-closed'))
  await context.addCookies([{ name: 'signed_out', value: '1', url: shop.url }])
  const answered = page.waitForResponse(`${shop.url}/session`)
  await page.reload()
  expect(await (await answered).json()).toMatchObject({ name: null, one_tap: false })
})
