import { expect, test } from 'vitest'
import { paths } from '#member-site/addresses/paths.ts'
import { newMember } from '#test/members/member.ts'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'

const shop = journey({ seeded: false, host: 'localhost' })
const memberUrl = () => shop.url.replace('//localhost', '//smember.localhost')

test.each([
  [{ width: 390, height: 844 }, '+84912346001'],
  [{ width: 1440, height: 900 }, '+84912346002'],
])('a member asks for the erasure and takes it back: %j', async (size, phone) => {
  const { token } = await newMember(shop.db, { phone })
  await shop.db.updateTable('session').set({ confirmed_at: new Date() }).execute()
  const { page, context } = await shop.visit(size)
  await context.addCookies([{ name: 'smember', value: token, url: memberUrl() }])
  const look = async (name: string) => {
    expect([await axeProblems(page), await sidewaysScroll(page)]).toEqual([[], 0])
    await takePicture(page, `member-${name}`)
  }
  await page.goto(memberUrl())
  await page.getByRole('link', { name: 'Xóa tài khoản và dữ liệu' }).click()
  await page.waitForURL(memberUrl() + paths.close)
  await look('erasure')
  await page.getByRole('button', { name: 'Xóa tài khoản và dữ liệu' }).click()
  await page.getByText('sẽ được xóa sau').waitFor()
  await look('erasure-asked')
  await page.getByRole('button', { name: 'Giữ tài khoản' }).click()
  await page.getByText('Tài khoản của bạn được giữ lại.').waitFor()
})
