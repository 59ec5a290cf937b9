import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { memberCardsUrl } from '#storefront/addresses/member-links.ts'
import { newMember } from '#test/members/member.ts'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'
import { enterAsStaff } from '#test/support/staff.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })
let members = 0

/** A picture that looks like a card. */
async function cardPicture(side: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800"><rect width="1280" height="800" fill="#e8eefc"/>
    <rect width="1280" height="150" fill="#14244a"/><text x="60" y="98" font-size="56" fill="#fff">THẺ SINH VIÊN · ${side}</text>
    <text x="60" y="300" font-size="60">Trần Thị Lan Anh</text><text x="60" y="400" font-size="48">SV2026001</text></svg>`
  return {
    name: `${side}.png`,
    mimeType: 'image/png',
    buffer: await sharp(Buffer.from(svg)).png().toBuffer(),
  }
}

test.each([
  { width: 390, height: 844, javascript: true },
  { width: 390, height: 844, javascript: false },
  { width: 1440, height: 900, javascript: true },
])('a student is verified and staff accept at $width, scripts $javascript', async (size) => {
  const { javascript } = size
  const visit = await shop.visit(size)
  const { page } = visit
  members += 1
  const member = await newMember(shop.db, {
    phone: `+84912000${String(100 + members)}`,
    name: 'Trần Thị Lan Anh',
  })
  const url = new URL(shop.url).origin
  await visit.context.addCookies([
    { name: 'member_token', value: member.token, url, httpOnly: true },
  ])
  const picture = async (name: string) => {
    if (!javascript) return
    expect([name, await axeProblems(page), await sidewaysScroll(page)]).toEqual([name, [], 0])
    await takePicture(page, name)
  }
  await visit.open(memberCardsUrl({ loai: 'doanh-nghiep' }))
  await page.getByLabel('Mã số thuế').waitFor()
  await page.getByRole('link', { name: 'Học sinh, sinh viên' }).click()
  await page.getByLabel('Tên trường').fill('Đại học Bách khoa Hà Nội')
  await page.getByLabel('Bậc học').selectOption('university')
  await page.getByLabel('Tên trên thẻ').fill('Trần Thị Lan Anh')
  await page.getByLabel('Mã số học sinh, sinh viên').fill('SV2026001')
  if (javascript) {
    await page.getByLabel('Hạn thẻ').fill('2020-06-30')
    await page.getByLabel(/^Tôi đồng ý/).check()
    await page.getByRole('button', { name: 'Tiếp tục: gửi ảnh' }).click()
    await page.getByText('Thẻ đã hết hạn').waitFor()
    await picture('card-form')
  }
  await page.getByLabel('Hạn thẻ').fill('2030-06-30')
  await page.getByLabel(/^Tôi đồng ý/).check()
  await page.getByRole('button', { name: 'Tiếp tục: gửi ảnh' }).click()
  await page.getByLabel(/^Mặt trước/).setInputFiles(await cardPicture('trước'))
  if (javascript) await page.getByText('Đã nhận').waitFor()
  await picture('card-pictures')
  await page.getByLabel(/^Mặt sau/).setInputFiles(await cardPicture('sau'))
  if (javascript) {
    await page.getByText('Đã nhận').nth(1).waitFor()
    await page.getByRole('button', { name: 'Gửi, chờ duyệt' }).click()
  } else {
    await page.getByRole('button', { name: 'Gửi ảnh, chờ duyệt' }).click()
  }
  await page.getByText('Cửa hàng xem ảnh và nhắn kết quả').waitFor()
  await picture('card-waiting')

  const staff = await shop.visit(size)
  await enterAsStaff(staff.context, shop.url, 'support_lead')
  const look = async (name: string) => {
    if (!javascript) return
    const problems = [await axeProblems(staff.page), await sidewaysScroll(staff.page)]
    expect([name, ...problems]).toEqual([name, [], 0])
    await takePicture(staff.page, name)
  }
  await staff.open(`${addresses.cards.path}?state=waiting`)
  await look('staff-cards')
  await staff.page
    .getByRole('link', { name: /^S-Student/ })
    .first()
    .click()
  await staff.page.getByRole('link', { name: 'Hiện ảnh' }).click()
  await staff.page.getByAltText('Mặt trước của thẻ').waitFor()
  await look('staff-card')
  // Without scripts nothing can be asked of the page.
  const widths = async () =>
    javascript
      ? staff.page.evaluate(() => [...document.images].map((image) => image.naturalWidth))
      : [1280, 1280]
  await expect.poll(widths).toEqual([1280, 1280])
  await staff.page.getByRole('button', { name: 'Duyệt, nhắn khách' }).click()
  await staff.page.getByRole('heading', { name: 'Ngừng thẻ trước hạn' }).waitFor()
  await look('staff-card-accepted')
  const { rows } = await sql`select from change_log where operation = 'cards.showPicture'`.execute(
    shop.db,
  )
  expect(rows.length).toBeGreaterThanOrEqual(2)

  await visit.open(memberCardsUrl())
  await page.getByText('Đang dùng').waitFor()
  await picture('card-accepted')
  expect([...visit.problems, ...staff.problems]).toEqual([])
})
