import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { paths } from '#member-site/addresses/paths.ts'
import { openPasswordHasher } from '#shop/identity/password-hasher.ts'
import { newMember } from '#test/members/member.ts'
import { receivedCode } from '#test/members/received-code.ts'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'

const shop = journey({ seeded: false, host: 'localhost' })
const day_ms = 24 * 3_600_000
const memberUrl = () => shop.url.replace('//localhost', '//smember.localhost')

async function look(page: Page, name: string): Promise<void> {
  expect(await axeProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await takePicture(page, `member-${name}`)
}

/** Goes to what will move from the account of `other_phone`, which is proven by a code. */
async function toPreview(page: Page, other_phone: string): Promise<void> {
  await page.goto(memberUrl())
  await page.getByRole('link', { name: 'Gộp tài khoản khác' }).click()
  await look(page, 'merge-phone')
  await page.getByLabel('Số điện thoại của tài khoản kia').fill(other_phone)
  await page.getByRole('button', { name: 'Nhận mã' }).click()
  await page.getByLabel('Mã 6 số').fill(await receivedCode(shop, other_phone))
  await page.getByRole('button', { name: 'Tiếp tục' }).click()
  await page.getByText('sẽ chuyển sang').waitFor()
  await look(page, 'merge-preview')
}

test('a member proves a second account with its password and merges it, once in two tabs', async () => {
  const { token } = await newMember(shop.db, { phone: '+84912345022' })
  const other = await newMember(shop.db, { phone: '+84987654022' })
  const password = 'canh chua cá lóc'
  await shop.db
    .updateTable('member')
    .set({
      password_hash: await openPasswordHasher().hash(password),
      password_set_at: new Date(Date.now() - 2 * day_ms),
    })
    .where('customer_id', '=', other.customer_id)
    .execute()
  const { page, context, forgive } = await shop.visit()
  await context.addCookies([{ name: 'smember', value: token, url: memberUrl() }])
  await toPreview(page, '0987654022')
  const second = await context.newPage()
  await second.goto(page.url())
  for (const tab of [page, second]) {
    await tab.getByLabel('Mật khẩu của tài khoản 0987654022').fill(password)
  }
  await page.getByRole('button', { name: 'Gộp hai tài khoản' }).click()
  await page.getByText('Hai tài khoản đã là một').waitFor()
  await look(page, 'merged')
  await second.getByRole('button', { name: 'Gộp hai tài khoản' }).click()
  await second.getByText('tài khoản kia không còn').waitFor()
  forgive(/404/)
  await page.goto(memberUrl() + paths.account)
  expect(await page.getByText('0912345022').count()).toBe(1)
})

test('an account that only a code proves waits a day, on a phone, and either side can stop it', async () => {
  const { token } = await newMember(shop.db, { phone: '+84912345021' })
  await newMember(shop.db, { phone: '+84987654021' })
  const { page, context } = await shop.visit({ width: 390, height: 844 })
  await context.addCookies([{ name: 'smember', value: token, url: memberUrl() }])
  await toPreview(page, '0987654021')
  await page.getByRole('button', { name: 'Gộp sau 24 giờ' }).click()
  await page.getByText('sẽ được gộp vào tài khoản này lúc').waitFor()
  await look(page, 'merge-waits')
  await page.getByRole('button', { name: 'Hủy gộp tài khoản' }).click()
  await page.waitForURL(`**${paths.account}?xong=apart`)
  await page.goto(memberUrl() + paths.merge)
  expect(await page.getByLabel('Số điện thoại của tài khoản kia').count()).toBe(1)
})
