import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { addAuthenticator } from '#test/passkeys/virtual-authenticator.ts'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { knock } from '#test/support/knock.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'

const staff_token = 'Uz4kQ9w-2mBx7Rt1pLc6'
const password = 'Mười hai con giáp'
const shop = journey({ host: 'localhost', env: { STAFF_TOKEN: staff_token } })

async function look(page: Page, name: string): Promise<void> {
  expect(await axeProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await takePicture(page, `passkey-${name}`)
}

test.each([{ width: 390, height: 844 }, {}])(
  'a director registers a passkey, signs in with it and confirms a change with it: %j',
  { timeout: 120_000 },
  async (size) => {
    await createDirector()
    const { page, context, open, hydrated, forgive } = await shop.visit(size)
    await addAuthenticator(context, page)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const at = (path: string) => page.waitForURL((url) => url.pathname === path)

    await page.goto(auth_paths.sign_in)
    await look(page, 'sign-in')
    await page.getByLabel('Tên đăng nhập').fill('lan')
    await page.getByLabel('Mật khẩu').fill(password)
    await button('Đăng nhập').click()
    await look(page, 'first-code')
    await page.getByRole('link', { name: 'Dùng passkey thay cho ứng dụng' }).click()
    await look(page, 'enrol')
    await page.getByLabel('Tên passkey').fill('Máy của Lan')
    await button('Tạo passkey').click()
    await at('/noi-bo')

    await open(addresses.account.path)
    await page.getByRole('cell', { name: 'Máy của Lan' }).waitFor()
    await look(page, 'account')
    // This authenticator has one already.
    await button('Thêm passkey').click()
    await page.getByText('Thiết bị này đã có passkey của tài khoản.').waitFor()

    await context.clearCookies()
    await page.goto(auth_paths.sign_in)
    await page.getByRole('link', { name: 'Đăng nhập bằng passkey' }).click()
    await look(page, 'page')
    await button('Đăng nhập bằng passkey').click()
    await at('/noi-bo')

    await sql`update staff_session set second_step_at = now() - interval '1 hour'`.execute(shop.db)
    await open(addresses.account.path)
    await look(page, 'confirm')
    await button('Xác nhận bằng passkey').click()
    await button('Thêm passkey').waitFor()

    await sql`update staff_session set second_step_at = now() - interval '1 hour'`.execute(shop.db)
    await open(addresses.gateways.path)
    const cash = page.getByRole('region', { name: 'Thanh toán khi nhận hàng' })
    await cash.getByRole('button', { name: 'Lưu' }).click()
    await page.getByRole('alert').getByText('hãy xác nhận lại là bạn').waitFor()
    await hydrated()
    forgive(/403/)
    await cash.getByRole('button', { name: 'Xác nhận bằng passkey' }).click()
    await cash.getByText('Đã xác nhận').waitFor()
    await look(page, 'gateways')
    await cash.getByRole('button', { name: 'Lưu' }).click()
    await button('Xác nhận bằng passkey').first().waitFor({ state: 'detached' })
    await hydrated()
    expect(await page.getByRole('alert').count()).toBe(0)
  },
)

test('without scripts the sign-in offers a password, and no passkey', async () => {
  const { page } = await shop.visit({ javascript: false, width: 390 })
  await page.goto(auth_paths.sign_in)
  await page.getByLabel('Mật khẩu').waitFor()
  expect(await page.getByRole('link', { name: 'Đăng nhập bằng passkey' }).count()).toBe(0)
  await page.goto(auth_paths.passkey)
  await page.getByText('Passkey cần JavaScript.').waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
})

async function createDirector(): Promise<void> {
  await sql`delete from staff_passkey`.execute(shop.db)
  await sql`delete from gateway_setting`.execute(shop.db)
  const authorization = `Basic ${Buffer.from(`nv:${staff_token}`).toString('base64')}`
  const headers = { authorization, 'sec-fetch-site': 'same-origin' }
  const form = new URLSearchParams({ name: 'Lan', login_name: 'lan', password })
  await knock(shop.url + auth_paths.first_account, 'POST', { form, headers })
}
