import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { paths } from '#member-site/addresses/paths.ts'
import { axeProblems } from '#test/support/axe.ts'
import type { Visit } from '#test/support/browser.ts'
import { journey } from '#test/support/journey.ts'
import { enterAsStaff } from '#test/support/staff.ts'

const env = { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' }
const shop = journey({ seeded: false, host: 'localhost', env })
const password = 'cá rô phi kho tộ'

const memberUrl = () => shop.url.replace('//localhost', '//smember.localhost')

/** Reads the newest code where staff of a demo see all messages. */
async function receivedCode(): Promise<string> {
  const { context, page } = await shop.visit()
  await enterAsStaff(context, shop.url)
  const message = page.locator('section', { hasText: 'Mã xác nhận' }).first()
  await expect
    .poll(async () => {
      await page.goto(`${shop.url}/noi-bo/hop-thu`)
      return (await message.textContent({ timeout: 2_000 }).catch(() => '')) ?? ''
    })
    .toMatch(/\d{6} l[aà] m[aã]/)
  const [, code = ''] = /(\d{6}) l[aà] m[aã]/.exec((await message.textContent()) ?? '') ?? []
  await context.close()
  return code
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Đăng xuất', exact: true }).last().click()
  await page.waitForURL(`**${paths.sign_in}`)
}

test('a shopper registers by a code, signs out, and signs in by password', async () => {
  const { page, context } = await shop.visit()
  await page.goto(memberUrl())
  await page.getByLabel('Số điện thoại').fill('0912 345 678')
  await page.getByRole('button', { name: 'Nhận mã' }).click()
  await page.getByText('Mã đã được gửi đến số').waitFor()
  await page.getByLabel('Mã 6 số').fill(await receivedCode())
  await page.getByRole('button', { name: 'Đăng nhập' }).click()
  await page.getByLabel('Họ và tên').fill('Trần Thị Bé')
  await page.getByLabel('Mật khẩu').fill(password)
  await page.getByRole('button', { name: 'Lưu và tiếp tục' }).click()
  await page.getByRole('heading', { name: 'Tài khoản và bảo mật' }).waitFor()
  expect(await page.getByLabel('Họ và tên').inputValue()).toBe('Trần Thị Bé')
  expect(await page.getByText('thiết bị này').count()).toBe(1)
  const cookies = await context.cookies(memberUrl())
  const cookie = cookies.find(({ name }) => name === 'smember')
  expect(cookie).toMatchObject({ name: 'smember', httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(await context.cookies(shop.url)).not.toContainEqual(
    expect.objectContaining({ name: 'smember' }),
  )
  await signOut(page)
  await page.getByRole('link', { name: 'Đăng nhập bằng mật khẩu' }).click()
  await page.getByLabel('Số điện thoại').fill('0912345678')
  await page.getByLabel('Mật khẩu').fill(password)
  await page.getByRole('button', { name: 'Đăng nhập' }).click()
  await page.getByRole('heading', { name: 'Tài khoản và bảo mật' }).waitFor()
})

/** Asks for two codes to a phone: the second one is refused. */
async function askTwice({ page }: Visit, phone: string): Promise<void> {
  // Senders of this machine's own network are not counted (decision 078).
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '113.160.0.9' })
  const ask = async () => {
    await page.goto(memberUrl() + paths.sign_in)
    await page.getByLabel('Số điện thoại').fill(phone)
    await page.getByRole('button', { name: 'Nhận mã' }).click()
  }
  await ask()
  await page.getByText('Mã đã được gửi đến số').waitFor()
  await shop.db
    .updateTable('otp')
    .set({ created_at: new Date(Date.now() - 90_000) })
    .execute()
  await ask()
}

test('the second code to a phone needs a captcha, which the page solves', async () => {
  const visit = await shop.visit({ width: 390 })
  const { page } = visit
  await askTwice(visit, '0987 654 321')
  // It says where the press was why it is asked for, and nothing says it twice.
  const notice = page.getByRole('alert').filter({ hasText: 'vui lòng nhấn xác thực' })
  const box = notice.getByRole('checkbox', { name: 'Tôi không phải là robot' })
  await expect.poll(() => notice.evaluate((own) => own === document.activeElement)).toBe(true)
  expect(await page.getByRole('alert').count()).toBe(1)
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Tab')
  expect(await box.evaluate((own) => own === document.activeElement)).toBe(true)
  await page.keyboard.press('Space')
  await page.getByText('Mã đã được gửi đến số').waitFor()
  const { rows } = await sql`select 1 from otp`.execute(shop.db)
  expect(rows).toHaveLength(3)
  visit.forgive(/answer 429|status of 429/)
})

test('without scripts the captcha of a code asks to wait and shows no box', async () => {
  const visit = await shop.visit({ width: 390, javascript: false })
  const { page } = visit
  await askTwice(visit, '0987 654 322')
  await page.getByText('Bạn cũng có thể chờ ít phút rồi thử lại.').waitFor()
  expect(await page.getByRole('checkbox', { name: 'Tôi không phải' }).isVisible()).toBe(false)
  expect(await page.getByLabel('Số điện thoại').inputValue()).toBe('0987 654 322')
  visit.forgive(/answer 429|status of 429/)
})
