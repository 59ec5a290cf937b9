import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'
import { fillHomeAddress } from '#test/support/shopping.ts'
import { enterAsStaff } from '#test/support/staff.ts'
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

const part = '20.000.000đ'

test.each([
  { width: 390, javascript: true },
  { width: 1440, javascript: true },
  { width: 390, javascript: false },
])(
  'a card pays a part in parts, and the plan is changed after the order, at $width, scripts: $javascript',
  async ({ width, javascript }) => {
    const visit = await shop.visit({ javascript, width, height: 900 })
    const { page } = visit
    await visit.open(`${comparer}&cach=the&ngan_hang=VCB`)
    await page.getByLabel('Số tiền trả góp qua thẻ').fill('20.000.000')
    await page.getByRole('button', { name: 'Tính lại' }).click()
    await page.getByText('Thanh toán khi nhận máy').first().waitFor()
    await look(page, 'card-comparer', javascript)
    await page.getByRole('button', { name: /CHỌN 6 tháng qua thẻ/ }).click()
    await page.getByRole('heading', { name: 'Chọn gói trả góp' }).waitFor()
    await page.getByText('Thanh toán khi nhận máy').waitFor()
    await look(page, 'card-choice', javascript)
    await page.getByRole('link', { name: 'Tiếp tục', exact: true }).click()
    await page.waitForURL('**/cart/payment-info*')
    await fillHomeAddress(page)
    await page.getByRole('button', { name: 'Tiếp tục' }).click()
    await page.getByRole('heading', { name: 'Thanh toán trả góp' }).waitFor()
    await page.getByText('khi nhận máy trả').waitFor()
    await look(page, 'card-payment', javascript)
    await page.getByRole('button', { name: 'Đặt hàng và nhập thẻ' }).click()
    await page.waitForURL('**/cong-thanh-toan-thu/alepay*')

    // Back without paying: other months.
    await visit.open('/cart/success/alepay')
    await page.getByText(`6 tháng`).first().waitFor()
    await look(page, 'card-order-waits', javascript)
    await page.getByRole('link', { name: 'Đổi gói trả góp' }).click()
    await page.getByRole('heading', { name: 'Đổi gói trả góp' }).waitFor()
    await page.getByRole('link', { name: '12 tháng' }).click()
    await page.waitForURL(/thang=12/)
    await page.getByText('trong 12 tháng').waitFor()
    await look(page, 'card-plan', javascript)
    await page.getByRole('button', { name: 'Dùng gói này và nhập thẻ' }).click()
    await page.waitForURL('**/cong-thanh-toan-thu/alepay*')
    await page.locator('button[value=approve]').click()
    await page.waitForURL('**/cart/success/**')
    await page.getByText(/Bạn trả phần còn lại/).waitFor()
    expect(await page.getByText(`Cửa hàng đã nhận ${part} cho đơn hàng này`).count()).toBe(1)
    await page.getByText('12 tháng').first().waitFor()
    await look(page, 'card-part-paid', javascript)

    // Staff see the card, what it has paid, and what is collected.
    const code = new URL(page.url()).searchParams.get('code') ?? ''
    const staff = await shop.visit({ javascript, width, height: 900 })
    await enterAsStaff(staff.context, shop.url)
    await staff.open(`/noi-bo/don-hang/${code}`)
    await staff.page.getByText('thẻ VISA Vietcombank, 12 tháng: đã trả một phần').waitFor()
    await staff.page.getByText('thẻ đã trả phần trả góp').waitFor()
    await look(staff.page, 'card-staff', javascript)
    await staff.open('/noi-bo/doi-soat')
    await staff.page.getByText('Thẻ trả góp một phần').first().waitFor()
    await look(staff.page, 'card-reviews', javascript)
  },
  120_000,
)
