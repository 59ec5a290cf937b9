import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { tradeInPath } from '#admin/addresses/paths.ts'
import { tradeDeviceUrl, tradeListUrl } from '#storefront/addresses/trade-in-links.ts'
import { journey } from '#test/support/journey.ts'
import { no_problems, problemsOf } from '#test/support/screens.ts'
import { visitAsStaff } from '#test/support/staff.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })

const answers = [
  'Lên nguồn bình thường',
  'Đẹp, không xước',
  'Như mới',
  'Từ 90%',
  'Đã đăng xuất',
  'Còn đủ',
  'Còn bảo hành',
]

/** Types what a quote needs, and returns the address of the quote. */
async function askForQuote(page: Page, phone: string): Promise<string> {
  await page.getByLabel('Cửa hàng', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Họ và tên').fill('Nguyễn Văn An')
  await page.getByLabel('Số điện thoại').fill(phone)
  await page.getByRole('button', { name: 'Nhận mã báo giá' }).click()
  await page.getByRole('heading', { name: 'ĐÃ CÓ MÃ BÁO GIÁ' }).waitFor()
  return page.url()
}

const codeIn = (url: string) => new URL(url).searchParams.get('code') ?? ''

test.each([
  { width: 390, height: 844, phone: '0912 700 001', imei: '356938035643809' },
  { width: 1440, height: 900, phone: '0912 700 002', imei: '490154203237518' },
])('an old phone is quoted, checked, agreed on and paid at $width pixels', async (about) => {
  const { phone, imei, ...size } = about
  const owner = await shop.enter(tradeListUrl(null), size)
  expect(await problemsOf(owner, 'trade-in')).toEqual(no_problems)
  await owner.getByRole('searchbox', { name: 'Tìm sản phẩm muốn thu cũ' }).fill('iphone 13')
  await owner.keyboard.press('Enter')
  await owner.getByRole('link', { name: /^iPhone 13 Giá thu/ }).click()
  await owner.getByRole('heading', { level: 1, name: 'Thu cũ iPhone 13' }).waitFor()
  // By keyboard alone: a radio is chosen with the space bar, and the page knows at once.
  for (const label of answers) {
    await owner
      .getByRole('radio', { name: new RegExp(`^${label}`) })
      .first()
      .focus()
    await owner.keyboard.press('Space')
  }
  await owner.getByRole('button', { name: 'Tiếp tục định giá' }).waitFor()
  expect(await problemsOf(owner, 'trade-in-valued')).toEqual(no_problems)
  await owner.getByRole('button', { name: 'Tiếp tục định giá' }).click()
  await owner.getByRole('heading', { name: 'Hoàn tất báo giá' }).waitFor()
  expect(await problemsOf(owner, 'trade-in-ask')).toEqual(no_problems)
  const url = await askForQuote(owner, phone)
  expect(await problemsOf(owner, 'trade-in-quoted')).toEqual(no_problems)

  const code = codeIn(url)
  const { page, open } = await visitAsStaff(shop, `${addresses.trade_ins.path}?q=${code}`, {
    ...size,
    role: 'sales',
  })
  await page.getByRole('heading', { level: 1, name: code }).waitFor()
  await page.getByRole('button', { name: 'Khách đã mang máy đến' }).click()
  await page.getByLabel('IMEI hoặc số serial').fill(imei)
  await page.getByLabel('Thân máy').selectOption('Xước nhẹ')
  await page.getByRole('checkbox', { name: /^Đã đăng xuất/ }).check()
  await page.getByLabel('Giá thu cuối cùng').fill('4.300.000')
  expect(await problemsOf(page, 'staff-trade-in-check')).toEqual(no_problems)
  await page.getByRole('button', { name: 'Báo giá cho khách' }).click()
  await page.getByText('Giá khác báo giá thì phải chọn lý do').waitFor()
  await page.getByLabel('Lý do, nếu khác').selectOption('Tình trạng khác khai báo')
  await page.getByRole('button', { name: 'Báo giá cho khách' }).click()
  await page.getByRole('button', { name: 'Khách đồng ý bán' }).waitFor()

  await owner.goto(url)
  await owner.getByText('Tình trạng máy khác với khai báo').first().waitFor()
  expect(await problemsOf(owner, 'trade-in-offered')).toEqual(no_problems)
  await owner.getByRole('button', { name: 'Đồng ý bán 4.300.000đ' }).click()
  await owner.getByRole('heading', { name: 'BẠN ĐÃ ĐỒNG Ý BÁN' }).waitFor()

  await open(tradeInPath(code))
  await page.getByLabel('Họ tên trên căn cước').fill('NGUYỄN VĂN AN')
  await page.getByLabel('Số căn cước').fill(`07909${imei.slice(-7)}`)
  await page.getByLabel('Địa chỉ trên căn cước').fill('1 Lê Lợi, Huế')
  await page.getByRole('button', { name: 'Ghi người bán' }).click()
  await page.getByText(`••••••${imei.slice(-3)}`).waitFor()
  const manager = await visitAsStaff(shop, tradeInPath(code), size)
  await manager.page.getByRole('button', { name: 'Đã trả tiền, nhận máy' }).waitFor()
  expect(await problemsOf(manager.page, 'staff-trade-in-pay')).toEqual(no_problems)
  await manager.page.getByRole('button', { name: 'Đã trả tiền, nhận máy' }).click()
  await manager.page.getByText('4.300.000đ · Tiền mặt').waitFor()
  await manager.open(addresses.purchases.path)
  await manager.page.getByText('NGUYỄN VĂN AN').first().waitFor()
  expect(await problemsOf(manager.page, 'staff-purchases')).toEqual(no_problems)
  await manager.open(addresses.trade_ins.path)
  expect(await problemsOf(manager.page, 'staff-trade-ins')).toEqual(no_problems)
})

test('before scripts, the same forms quote a device and cancel the quote', async () => {
  const page = await shop.enter(tradeDeviceUrl('iphone-16'), { javascript: false })
  for (const label of answers) {
    await page
      .getByRole('radio', { name: new RegExp(`^${label}`) })
      .first()
      .check()
  }
  await page.getByRole('button', { name: 'Xem giá thu' }).click()
  await page.getByRole('searchbox', { name: 'Tìm máy muốn lên đời' }).fill('iphone 18')
  await page.getByRole('button', { name: 'Tìm', exact: true }).last().click()
  await page
    .getByRole('link', { name: /iPhone 18/ })
    .last()
    .click()
  await page.getByText('Số tiền bù thêm').waitFor()
  await page.getByRole('button', { name: 'Tiếp tục định giá' }).click()
  await askForQuote(page, '0912 700 003')
  await page.getByRole('button', { name: 'Hủy báo giá' }).click()
  await page.getByRole('heading', { name: 'BÁO GIÁ ĐÃ HỦY' }).waitFor()
  expect(await page.getByRole('button', { name: 'Hủy báo giá' }).count()).toBe(0)
})
