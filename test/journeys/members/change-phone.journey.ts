import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { paths } from '#member-site/addresses/paths.ts'
import { newMember } from '#test/members/member.ts'
import { receivedCode } from '#test/members/received-code.ts'
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
  [{ width: 390, height: 844 }, '0912345011', '0987654011'],
  [{}, '0912345012', '0987654012'],
])(
  'a member proves both phones and keeps the account: %j',
  { timeout: 120_000 },
  async (size, old_phone, new_phone) => {
    const { token } = await newMember(shop.db, { phone: old_phone.replace(/^0/, '+84') })
    await sql`update session set created_at = now() - interval '2 days'`.execute(shop.db)
    const { page, context } = await shop.visit(size)
    await context.addCookies([{ name: 'smember', value: token, url: memberUrl() }])
    await page.goto(memberUrl())
    await page.getByRole('link', { name: 'Đổi số' }).click()
    await look(page, 'phone-new')
    await page.getByLabel('Số điện thoại mới').fill(new_phone)
    await page.getByRole('button', { name: 'Nhận mã qua số mới' }).click()
    await look(page, 'phone-code')
    await page.getByLabel('Mã 6 số').fill(await receivedCode(shop, new_phone))
    await page.getByRole('button', { name: 'Tiếp tục' }).click()
    await page.getByText('Không còn dùng số cũ?').waitFor()
    await look(page, 'phone-old')
    await page.getByRole('button', { name: `Nhận mã qua số cũ ${old_phone}` }).click()
    await page.getByLabel('Mã 6 số').fill(await receivedCode(shop, old_phone))
    await page.getByRole('button', { name: 'Tiếp tục' }).click()
    await page.getByText('Đã đổi số điện thoại').waitFor()
    await page.goto(memberUrl() + paths.account)
    expect(await page.getByText(new_phone).count()).toBe(1)
  },
)

test('without the old phone the change waits, without scripts too', async () => {
  const { token } = await newMember(shop.db, { phone: '+84912345013' })
  const { page, context } = await shop.visit({ width: 390, javascript: false })
  await context.addCookies([{ name: 'smember', value: token, url: memberUrl() }])
  await page.goto(memberUrl() + paths.phone)
  await page.getByLabel('Số điện thoại mới').fill('0987654013')
  await page.getByRole('button', { name: 'Nhận mã qua số mới' }).click()
  await page.getByLabel('Mã 6 số').fill(await receivedCode(shop, '0987654013'))
  await page.getByRole('button', { name: 'Tiếp tục' }).click()
  await page.getByRole('button', { name: 'Đổi sau 3 ngày' }).click()
  await page.getByText('Tài khoản sẽ đổi sang số').waitFor()
  await takePicture(page, 'member-phone-waiting')
  await page.getByRole('button', { name: 'Hủy đổi số' }).click()
  await page.getByRole('heading', { name: 'Tài khoản và bảo mật' }).waitFor()
  expect(await page.getByText('0912345013').count()).toBe(1)
})
