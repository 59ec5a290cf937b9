import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { paths } from '#member-site/addresses/paths.ts'
import { newMember } from '#test/members/member.ts'
import { addAuthenticator } from '#test/passkeys/virtual-authenticator.ts'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'

const shop = journey({ seeded: false, host: 'localhost' })
const memberUrl = () => shop.url.replace('//localhost', '//smember.localhost')

async function look(page: Page, name: string): Promise<void> {
  expect(await axeProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await takePicture(page, `member-${name}`)
}

test.each([
  [{ width: 390, height: 844 }, '+84912345001'],
  [{}, '+84912345002'],
])(
  'a member adds a passkey, names it, signs in with it and removes it: %j',
  { timeout: 120_000 },
  async (size, phone) => {
    const { token } = await newMember(shop.db, { phone })
    const { page, context } = await shop.visit(size)
    await addAuthenticator(context, page)
    const signInBy = (value: string) =>
      context.addCookies([{ name: 'smember', value, url: memberUrl() }])
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const told = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

    await signInBy(token)
    await page.goto(memberUrl())
    await look(page, 'account')
    await page.getByRole('link', { name: 'Thêm passkey' }).click()
    await look(page, 'passkeys-none')
    await page.getByLabel('Tên, để dễ nhận ra').fill('Máy của Bé')
    await button('Thêm passkey').click()
    await told('Đã thêm passkey')
    await look(page, 'passkeys-one')
    // This authenticator has one already.
    await button('Thêm passkey').click()
    await told('Thiết bị này đã có passkey của tài khoản.')
    await page.getByText('Đổi tên').click()
    await page.getByLabel('Tên mới').fill('Máy tính bảng')
    await button('Lưu tên').click()
    await told('Đã đổi tên')

    // The browser offers the passkey where the phone is typed; its authenticator of tests answers at once.
    await context.clearCookies()
    await page.goto(memberUrl() + paths.sign_in)
    await page.waitForURL(`${memberUrl()}/`)
    expect((await context.cookies(memberUrl())).map(({ name }) => name)).toContain('smember')

    await shop.db.updateTable('session').set({ confirmed_at: null }).execute()
    await page.goto(memberUrl() + paths.passkeys)
    await look(page, 'passkeys-locked')
    await page.getByRole('link', { name: 'Xác nhận là tôi' }).click()
    await look(page, 'confirm')
    await button('Dùng passkey').click()
    await page.waitForURL(`**${paths.passkeys}`)
    await button('Xóa Máy tính bảng').click()
    await told('Đã xóa passkey')
  },
)

test('the button signs in where the browser offers nothing by itself', async () => {
  const { token } = await newMember(shop.db, { phone: '+84912345003' })
  const { page, context } = await shop.visit({ width: 390, height: 844 })
  await addAuthenticator(context, page)
  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => false })
  })
  await context.addCookies([{ name: 'smember', value: token, url: memberUrl() }])
  await page.goto(memberUrl() + paths.passkeys)
  await page.getByRole('button', { name: 'Thêm passkey' }).click()
  await page.getByRole('status').filter({ hasText: 'Đã thêm passkey' }).waitFor()
  await context.clearCookies()
  await page.goto(memberUrl() + paths.sign_in)
  await look(page, 'sign-in')
  await page.getByRole('button', { name: 'Đăng nhập bằng passkey' }).click()
  await page.waitForURL(`${memberUrl()}/`)
  expect(await page.getByText('0912345003').count()).toBe(1)
})

test('without scripts code and password sign in, and no passkey is offered', async () => {
  const { page, context } = await shop.visit({ javascript: false, width: 390 })
  await page.goto(memberUrl() + paths.sign_in)
  await takePicture(page, 'member-sign-in-plain')
  const buttons = ['Nhận mã', 'Đăng nhập với Google', 'Đăng nhập với Zalo']
  expect(await page.getByRole('button').allTextContents()).toEqual(buttons)
  const { token } = await newMember(shop.db, { phone: '+84912345004' })
  await context.addCookies([{ name: 'smember', value: token, url: memberUrl() }])
  await page.goto(memberUrl() + paths.passkeys)
  await page.getByText('Passkey cần JavaScript.').waitFor()
  expect(await page.getByRole('button', { name: 'Thêm passkey' }).count()).toBe(0)
})
