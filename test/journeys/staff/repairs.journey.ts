import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { journey } from '#test/support/journey.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { no_problems, problemsOf } from '#test/support/screens.ts'
import { visitAsStaff } from '#test/support/staff.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })
/** A battery of the demo shop. */
const service = 1_000_000_005

async function newest(column: 'code' | 'secret' | 'hand_code'): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    select ${sql.ref(column)} as value from repair_ticket order by ticket_id desc limit 1`.execute(
    shop.db,
  )
  return rows[0]?.value ?? ''
}

test.each([
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])('a repair from the counter and back, $width pixels wide', { timeout: 120_000 }, async (size) => {
  const staff = await visitAsStaff(shop, addresses.new_repair.path, size)
  const { page } = staff
  expect(await problemsOf(page, 'repair-new')).toEqual(no_problems)
  await page.getByLabel('Tên khách').fill('Trần Thị Bình')
  await page.getByLabel('Số điện thoại').fill('0912345678')
  await page.getByLabel('Máy (model, màu)').fill('iPhone 13 đen')
  await page.getByLabel('Khách báo máy bị gì').fill('Pin tụt nhanh')
  const { name, bytes } = await photo()
  await page
    .getByLabel(/^Ảnh tình trạng/)
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer: bytes })
  await page.getByRole('button', { name: 'Nhận máy và lập phiếu' }).click()
  await page.waitForURL(/SC\d+$/)
  await page.getByLabel('Thêm dịch vụ trong bảng giá').fill('pin iPhone 13')
  await page.keyboard.press('Enter')
  await page
    .getByRole('button', { name: /^Thêm .*iPhone 13 - / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Gửi báo giá cho khách' }).click()
  await page.getByRole('heading', { name: 'Khách trả lời báo giá' }).waitFor()
  expect(await problemsOf(page, 'repair-quoted')).toEqual(no_problems)
  await sql`insert into repair_part_stock as here (option_id, shop_id, quantity)
    select distinct option_id, shop_id, 3 from repair_ticket_line join repair_ticket using (ticket_id)
    on conflict (option_id, shop_id) do update set quantity = here.quantity + 3`.execute(shop.db)
  // The customer has no scripts: a link and a plain form are enough.
  const customer = await shop.visit({ ...size, javascript: false })
  const link = `/phieu-sua-chua?ma=${await newest('code')}&key=${await newest('secret')}`
  await customer.open(link)
  await customer.page.getByRole('link', { name: 'Từ chối' }).click()
  await customer.page.getByText('Bạn chắc chắn không sửa máy này?').waitFor()
  await customer.page.getByRole('link', { name: 'Quay lại' }).click()
  await customer.page.getByRole('button', { name: 'Đồng ý sửa' }).click()
  await customer.page.getByRole('heading', { level: 1, name: 'Đang sửa' }).waitFor()
  await page.reload()
  await page.getByLabel('Serial linh kiện').fill(`PIN-${size.width}`)
  await page.getByRole('button', { name: 'Đã dùng' }).click()
  await page.getByText(`Serial PIN-${size.width}`, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sửa xong' }).click()
  await page.getByRole('heading', { name: 'Trả máy' }).waitFor()
  expect(await problemsOf(page, 'repair-ready')).toEqual(no_problems)
  await page.getByRole('button', { name: 'Thu tiền' }).click()
  await page.getByText('Đủ', { exact: true }).waitFor()
  await page.getByLabel(/^Mã nhận máy/).fill(await newest('hand_code'))
  await page.getByRole('button', { name: 'Trả máy' }).click()
  await page.getByText('Đã trả máy', { exact: true }).waitFor()
  const reader = await shop.visit(size)
  await reader.open(link)
  await reader.page
    .getByText(/Bảo hành đến/)
    .first()
    .waitFor()
  expect(await problemsOf(reader.page, 'repair-customer')).toEqual(no_problems)
  // Somebody else waits for a device, and stands on the board of the day.
  await staff.open(addresses.new_repair.path)
  await page.getByLabel('Tên khách').fill('Lê Văn Cường')
  await page.getByLabel('Số điện thoại').fill('0912345677')
  await page.getByLabel('Máy (model, màu)').fill(`iPhone 13 rộng ${size.width}`)
  await page.getByLabel('Khách báo máy bị gì').fill('Ép kính')
  await page.getByLabel(/^Khách chờ lấy ngay/).selectOption('60')
  await page.getByRole('button', { name: 'Nhận máy và lập phiếu' }).click()
  await page.waitForURL(/SC\d+$/)
  await staff.open(addresses.bookings.path)
  await page.getByText(`iPhone 13 rộng ${size.width}`).waitFor()
  expect(await problemsOf(page, 'repair-waits')).toEqual(no_problems)
  await staff.open(addresses.repairs.path)
  expect(await problemsOf(page, 'repair-phases')).toEqual(no_problems)
  await staff.open(`${addresses.repairs.path}/${await newest('code')}/phieu`)
  expect(await problemsOf(page, 'repair-slip')).toEqual(no_problems)
})

test.each([
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])(
  'a visit is booked by links and one form, without scripts too, $width pixels wide',
  async (size) => {
    const path = `/dat-lich?dich_vu=${service}.${service}`
    const { page, open } = await shop.visit(size)
    await open(path)
    await page
      .getByText(/Có sẵn linh kiện|Linh kiện đặt về/)
      .first()
      .waitFor()
    expect(await problemsOf(page, 'booking-shop')).toEqual(no_problems)
    const plain = await shop.visit({ ...size, javascript: false })
    await plain.open(path)
    await plain.page
      .getByRole('link', { name: /Giờ mở cửa/ })
      .first()
      .click()
    await plain.page.locator('input[name=booking_date]:enabled').last().check({ force: true })
    await plain.page.getByLabel('Họ và tên').fill('Trần Bình')
    await plain.page
      .getByLabel('Số điện thoại')
      .fill(`09123${size.width}99`.padEnd(10, '1').slice(0, 10))
    await plain.page.getByRole('button', { name: 'Xác nhận đặt lịch' }).click()
    await plain.page.getByRole('heading', { name: 'ĐẶT LỊCH THÀNH CÔNG' }).waitFor()
    await plain.page.getByText('2 × ').first().waitFor()
    await open(page.url())
    await page
      .getByRole('link', { name: /Giờ mở cửa/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Xác nhận đặt lịch' }).waitFor()
    expect(await problemsOf(page, 'booking-form')).toEqual(no_problems)
  },
)
