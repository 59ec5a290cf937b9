import { expect, test } from 'vitest'
import { paths } from '#member-site/addresses/paths.ts'
import { member_addresses } from '#storefront/addresses/member.ts'
import { newMember } from '#test/members/member.ts'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { layoutShift, sidewaysScroll, takePicture } from '#test/support/screens.ts'

const shop = journey({ seeded: false, host: 'localhost' })
const memberUrl = () => shop.url.replace('//localhost', '//smember.localhost')

/** Pages that a browser opens by their address. The others answer forms or scripts. */
const stranger_pages = [paths.sign_in, paths.password, paths.reset]
const member_pages = [
  ...[paths.account, paths.welcome, paths.close, paths.passkeys, paths.phone, paths.merge],
  `${paths.confirm}?next=${paths.passkeys}`,
  `${paths.confirm_code}?next=${paths.passkeys}`,
]

test.each([{ width: 320, height: 640 }, { width: 390, height: 844 }, {}])(
  'every page of the member site fits and is accessible: %j',
  { timeout: 180_000 },
  async (size) => {
    const { page, context } = await shop.visit(size)
    const look = async (path: string) => {
      const moved = await layoutShift(page, memberUrl() + path)
      const found = [path, new URL(page.url()).pathname, await axeProblems(page)]
      expect([...found, await sidewaysScroll(page), moved]).toEqual([
        ...[path, path.split('?')[0], [], 0],
        expect.closeTo(0, 2),
      ])
      await takePicture(page, `member-page${path.split('?')[0]?.replaceAll('/', '-')}`)
    }
    for (const path of stranger_pages) await look(path)
    const phone = `+8491234${size.width ?? 1440}`.padEnd(12, '0')
    const { token, customer_id } = await newMember(shop.db, { phone })
    await context.addCookies([{ name: 'smember', value: token, url: memberUrl() }])
    // A session that has not been confirmed: the page that confirms shows itself.
    await shop.db
      .updateTable('session')
      .set({ confirmed_at: null })
      .where('customer_id', '=', customer_id)
      .execute()
    for (const path of member_pages) await look(path)
  },
)

test('the account page of the shop leads to the pages that keep the account safe', async () => {
  const { page, context, open } = await shop.visit({ width: 390, height: 844 })
  const { token, customer_id } = await newMember(shop.db, { phone: '+84912340000' })
  await context.addCookies([
    { name: 'smember', value: token, url: memberUrl() },
    { name: 'member_token', value: token, url: shop.url },
  ])
  expect(customer_id).toBeGreaterThan(0)
  for (const [link, heading] of [
    ['Mật khẩu', 'Đặt mật khẩu'],
    ['Passkey', 'Passkey của bạn'],
    ['Nơi đang đăng nhập', 'Nơi đang đăng nhập'],
    ['Đổi số điện thoại', 'Đổi số điện thoại'],
    ['Gộp tài khoản', 'Gộp tài khoản'],
  ] as const) {
    await open(member_addresses.memberProfile.path)
    if (link === 'Mật khẩu') await takePicture(page, 'smember-profile')
    await page.getByRole('main').getByRole('link', { name: link, exact: true }).click()
    await page.waitForURL(`${memberUrl()}/**`)
    await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
  }
})
