import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'
import { photo } from '#test/pictures/test-pictures.ts'

const shop = journey()
const comparer = '/tra-gop/iphone-18-pro-max-256gb?tra_truoc=30&thang=12'

/** Checks a page as it is. axe itself is a script. */
async function look(page: Page, name: string, javascript: boolean): Promise<void> {
  expect([name, await sidewaysScroll(page)]).toEqual([name, 0])
  if (!javascript) return
  expect([name, await axeProblems(page)]).toEqual([name, []])
  await takePicture(page, name)
}

test.each([
  { width: 390, javascript: true, phone: '0933000001' },
  { width: 1440, javascript: false, phone: '0933000002' },
])(
  'from the comparer to the signed contract, at $width, scripts: $javascript',
  async (one) => {
    const { width, javascript, phone } = one
    const visit = await shop.visit({ javascript, width, height: 900 })
    const { page } = visit
    await visit.open(comparer)
    await page.getByRole('button', { name: /ĐẶT MUA trả góp qua .*HD SAISON/ }).click()
    await page.getByRole('heading', { name: 'Chọn gói trả góp' }).waitFor()
    await page.getByText('Lãi suất thực, đã gồm mọi phí').waitFor()
    await look(page, 'loan-choice', javascript)
    await page.getByRole('link', { name: 'Làm hồ sơ trả góp' }).click()
    await page.getByRole('heading', { name: 'Hồ sơ trả góp' }).waitFor()

    // By the keyboard alone: whoever presses Enter is told of all that is missing.
    await page.getByLabel('Họ và tên như trên căn cước').press('Enter')
    await page.getByText('Số căn cước có 12 chữ số.').waitFor()
    visit.forgive(/422/)
    await look(page, 'loan-form', javascript)
    await page.getByLabel('Họ và tên như trên căn cước').fill('Nguyễn Văn An')
    await page.getByLabel('Số điện thoại').first().fill(phone)
    await page.getByLabel('Ngày sinh').fill('1990-05-20')
    await page.getByLabel('Số căn cước').fill(`00109000${phone.slice(-4)}`)
    await page.getByLabel('Thu nhập mỗi tháng').fill('15000000')
    await page.getByLabel('Nghề nghiệp').fill('Kế toán')
    await page.getByLabel('Nơi ở hiện tại').fill('12 Trần Quang Khải')
    const relative = page.getByRole('group', { name: 'Người thân 1' })
    await relative.getByLabel('Họ và tên').fill('Trần Thị Bình')
    await relative.getByLabel('Số điện thoại').fill('0912345679')
    await relative.getByLabel('Quan hệ').fill('Vợ')
    await page.getByLabel('Cửa hàng', { exact: true }).selectOption({ index: 1 })
    await page.getByRole('checkbox', { name: /Tôi đồng ý/ }).check()
    await page.getByRole('button', { name: 'Tiếp tục: ảnh giấy tờ' }).click()

    await page.getByRole('heading', { name: 'Gửi hồ sơ trả góp' }).waitFor()
    const send = page.getByRole('button', { name: 'Gửi hồ sơ và đặt hàng' })
    expect(await send.isDisabled()).toBe(true)
    const picture = { mimeType: 'image/jpeg', buffer: (await photo()).bytes, name: 'can-cuoc.jpg' }
    for (const side of ['trước', 'sau']) {
      await page.getByLabel(`Căn cước, mặt ${side}`).setInputFiles(picture)
    }
    await page.getByRole('button', { name: 'Gửi ảnh' }).click()
    await page.getByText('đã có').first().waitFor()
    await look(page, 'loan-send', javascript)
    await send.click()
    await page.getByRole('heading', { name: 'Đã tiếp nhận' }).waitFor()
    await look(page, 'loan-status', javascript)
    const link = await page.getByRole('link', { name: 'liên kết của hồ sơ' }).getAttribute('href')
    const code = new URL(link ?? '', shop.url).searchParams.get('code') ?? ''

    const staff = await shop.visit({ javascript, width, height: 900 })
    await staff.page.goto(`${shop.url}/noi-bo`)
    await staff.page.getByRole('button', { name: 'Vào với vai trò Cửa hàng trưởng' }).click()
    await staff.page.waitForURL(/\/noi-bo/)
    // The job has handed it over within seconds; its company is played by a page of its own.
    const officer = async () => {
      await staff.page.goto(`${shop.url}/noi-bo/tra-gop/${code}`)
      return staff.page.getByRole('link', { name: 'Đóng vai công ty (bản thử)' }).count()
    }
    const in_reach = await sql<{ shop_id: number }>`select shop_id from sales_order
    join loan_application using (order_id) where loan_application.code = ${code}`.execute(shop.db)
    expect(in_reach.rows).toHaveLength(1)
    await expect.poll(officer, { timeout: 20_000, interval: 1_000 }).toBe(1)
    await look(staff.page, 'loan-staff', javascript)
    await staff.page.getByRole('button', { name: 'Hiện tờ khai' }).click()
    await staff.page.getByText(`00109000${phone.slice(-4)}`).waitFor()
    await staff.page.getByRole('link', { name: 'Đóng vai công ty (bản thử)' }).click()
    for (const answer of ['Duyệt', 'Khách đã ký hợp đồng']) {
      await staff.page.getByRole('button', { name: answer, exact: true }).click()
      await staff.page.getByText('Cửa hàng đã nhận trả lời.').waitFor()
      await staff.page.goto(staff.page.url().replace('&xong=taken', ''))
    }
    // In another browser, by the link alone.
    const other = await shop.visit({ javascript, width, height: 900 })
    await other.open(link ?? '')
    await other.page.getByRole('heading', { name: 'Đã ký hợp đồng' }).waitFor()
    expect(await other.page.getByRole('link', { name: 'Rút hồ sơ' }).count()).toBe(0)
  },
  120_000,
)
