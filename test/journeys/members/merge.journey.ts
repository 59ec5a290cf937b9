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
  [{ width: 390, height: 844 }, '0912345021', '0987654021'],
  [{}, '0912345022', '0987654022'],
])(
  'a member proves a second account and merges it, once in two tabs: %j',
  { timeout: 120_000 },
  async (size, phone, other_phone) => {
    const { token } = await newMember(shop.db, { phone: phone.replace(/^0/, '+84') })
    await newMember(shop.db, { phone: other_phone.replace(/^0/, '+84') })
    const { page, context, forgive } = await shop.visit(size)
    await context.addCookies([{ name: 'smember', value: token, url: memberUrl() }])
    await page.goto(memberUrl())
    await page.getByRole('link', { name: 'Gộp tài khoản khác' }).click()
    await look(page, 'merge-phone')
    await page.getByLabel('Số điện thoại của tài khoản kia').fill(other_phone)
    await page.getByRole('button', { name: 'Nhận mã' }).click()
    await page.getByLabel('Mã 6 số').fill(await receivedCode(shop, other_phone))
    await page.getByRole('button', { name: 'Tiếp tục' }).click()
    await page.getByText('sẽ chuyển sang').waitFor()
    await look(page, 'merge-preview')
    const second = await context.newPage()
    await second.goto(page.url())
    await page.getByRole('button', { name: 'Gộp hai tài khoản' }).click()
    await page.getByText('Hai tài khoản đã là một').waitFor()
    await look(page, 'merged')
    await second.getByRole('button', { name: 'Gộp hai tài khoản' }).click()
    await second.getByText('tài khoản kia không còn').waitFor()
    forgive(/404/)
    await page.goto(memberUrl() + paths.account)
    expect(await page.getByText(phone).count()).toBe(1)
  },
)
