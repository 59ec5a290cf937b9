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

test.each([
  [{ width: 390, height: 844 }, '0912345021'],
  [{}, '0912345022'],
])(
  'a member proves their mail, sees what a code has added, and signs in by mail: %j',
  { timeout: 120_000 },
  async (size, phone) => {
    const email = `be-${phone.slice(-2)}@mail.example`
    const { token, customer_id } = await newMember(shop.db, {
      ...{ phone: phone.replace(/^0/, '+84'), email },
    })
    const { page, context } = await shop.visit(size)
    await page.goto(memberUrl() + paths.email_sign_in)
    await look(page, 'email-sign-in')
    await context.addCookies([{ name: 'smember', value: token, url: memberUrl() }])
    await page.goto(memberUrl())
    await page.getByRole('link', { name: 'Xác minh email' }).click()
    await look(page, 'email')
    await page.getByRole('button', { name: 'Gửi mã xác minh' }).click()
    await look(page, 'email-code')
    await page.getByLabel('Mã 6 số').fill(await receivedCode(shop, email))
    await page.getByRole('button', { name: 'Xác minh email' }).click()
    await page.getByText('Email đã xác minh.').waitFor()

    // As if a session of a code had done it, to an account of before.
    await sql`update member set email_by_code_at = now() - interval '2 days',
      email_proven_at = now() - interval '2 days' where customer_id = ${customer_id}`.execute(
      shop.db,
    )
    await sql`update session set created_at = now() - interval '2 days'
      where customer_id = ${customer_id}`.execute(shop.db)
    await page.reload()
    await look(page, 'account-added')
    await page.getByRole('link', { name: 'Xem, giữ lại hoặc xóa' }).click()
    await look(page, 'added')
    await page.getByRole('button', { name: 'Không phải tôi' }).click()
    await page.getByText('Đã xóa những gì mới thêm').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('')

    // In a browser of before a code by mail signs in. Another member: a second mail would need a captcha.
    const other = phone.replace('0912', '0987')
    const mailbox = `hai-${phone.slice(-2)}@mail.example`
    const two = await newMember(shop.db, { phone: other.replace(/^0/, '+84'), email: mailbox })
    await sql`update member set email_proven_at = now() - interval '2 days'
      where customer_id = ${two.customer_id}`.execute(shop.db)
    await context.clearCookies({ name: 'smember' })
    await page.goto(memberUrl() + paths.sign_in)
    await page.getByLabel('Số điện thoại').fill(other)
    await page.getByRole('button', { name: 'Nhận mã' }).click()
    await page.getByLabel('Mã 6 số').fill(await receivedCode(shop, other))
    await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click()
    await page.waitForURL(`${memberUrl()}/`)
    await sql`update session set created_at = now() - interval '2 days', second_proof_at = null
      where customer_id = ${two.customer_id}`.execute(shop.db)
    await context.clearCookies({ name: 'smember' })
    await page.goto(memberUrl() + paths.email_sign_in)
    await page.getByLabel('Số điện thoại').fill(other)
    await page.getByRole('button', { name: 'Gửi mã qua email' }).click()
    await look(page, 'email-sign-in-code')
    await page.getByLabel('Mã 6 số').fill(await receivedCode(shop, mailbox))
    await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click()
    await page.waitForURL(`${memberUrl()}/`)
  },
)
