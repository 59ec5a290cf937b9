import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { formatDong } from '#pure/money.ts'
import { axeProblems } from '#test/support/axe.ts'
import type { Visit, VisitOptions } from '#test/support/browser.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture, takeWindow } from '#test/support/screens.ts'
import {
  type DemoItem,
  goToPayment,
  goToPaymentInfo,
  itemInStock,
  pay,
  putInCart,
  shopper,
  openDestination,
  openStep,
} from '#test/support/shopping.ts'

const shop = journey()
let item: DemoItem

beforeEach(async () => {
  item = await itemInStock(shop.db, 'iphone-17-256gb')
})

test('a ward is found by its first letters without accents and chosen by keyboard', async () => {
  const { page } = await atPaymentInfo({ width: 390, height: 844 })
  await fillBuyer(page)
  const ward = page.getByRole('combobox', { name: 'Phường / Xã' })
  await ward.pressSequentially('ben th')
  await page.getByRole('option', { name: 'Phường Bến Thành' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await takeWindow(page, 'ward-list-open')
  await ward.press('ArrowDown')
  expect(await ward.getAttribute('aria-activedescendant')).toBeTruthy()
  await ward.press('Enter')
  expect(await ward.inputValue()).toBe('Phường Bến Thành')
  expect(await page.getByRole('listbox').count()).toBe(0)
  await goToPayment(page)
  await page.getByText('12 Lê Lợi, Phường Bến Thành, Hồ Chí Minh').first().waitFor()
})

test('another province empties the ward field and offers its own wards', async () => {
  const { page } = await atPaymentInfo()
  const ward = page.getByRole('combobox', { name: 'Phường / Xã' })
  await ward.fill('Phường Bến Thành')
  await page.getByLabel('Tỉnh / Thành phố').first().selectOption({ label: 'Hà Nội' })
  expect(await ward.inputValue()).toBe('')
  await ward.fill('hoan k')
  await page.getByRole('option', { name: 'Phường Hoàn Kiếm' }).click()
  expect(await ward.inputValue()).toBe('Phường Hoàn Kiếm')
  await ward.press('Escape')
})

test.each([390, 1440])('an address from before 2025-07-01, at %i pixels', async (width) => {
  const { page } = await atPaymentInfo({ width })
  await fillBuyer(page)
  await page.getByRole('radio', { name: 'Địa chỉ cũ trước 01/07/2025' }).check()
  await page.getByLabel('Tỉnh, thành phố cũ').selectOption({ label: 'Đà Nẵng' })
  await page.getByLabel('Quận, huyện cũ').selectOption({ label: 'Quận Liên Chiểu' })
  await page.getByLabel('Phường, xã cũ').selectOption({ label: 'Phường Hòa Minh' })
  const split = page.getByRole('group', { name: /Phường Hòa Minh đã được chia/ })
  await split.waitFor()
  expect(await axeProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await takePicture(page, 'address-of-before')
  await page.getByRole('button', { name: 'Tiếp tục' }).click()
  await page.getByText(/đã được chia thành nhiều/).waitFor()
  const first = split.getByRole('radio').first()
  await expect.poll(() => first.evaluate((radio) => radio === document.activeElement)).toBe(true)
  await page.getByRole('radio', { name: /Phường Thanh Khê/ }).check()
  await goToPayment(page)
  await page.getByText('12 Lê Lợi, Phường Thanh Khê, Đà Nẵng').first().waitFor()
  await page.getByText('Phường Hòa Minh, Quận Liên Chiểu, Thành phố Đà Nẵng').waitFor()
})

test('the same without scripts, list by list', async () => {
  const visit = await atPaymentInfo({ javascript: false })
  const { page } = visit
  await fillBuyer(page)
  await page.getByRole('radio', { name: 'Địa chỉ cũ trước 01/07/2025' }).check()
  const next = page.getByRole('button', { name: 'Hiện danh sách tiếp theo' })
  await page.getByLabel('Tỉnh, thành phố cũ').selectOption({ label: 'Hồ Chí Minh' })
  await next.click()
  await page.getByLabel('Quận, huyện cũ').selectOption({ label: 'Quận 1' })
  await next.click()
  await page.getByLabel('Phường, xã cũ').selectOption({ label: 'Phường Bến Nghé' })
  await page.getByLabel('Số điện thoại', { exact: true }).fill('123')
  await page.getByRole('button', { name: 'Tiếp tục' }).click()
  await page.getByText('Số điện thoại không đúng').waitFor()
  expect(await page.getByLabel('Họ và tên', { exact: true }).inputValue()).toBe(shopper.name)
  await page.getByLabel('Số điện thoại', { exact: true }).fill(shopper.phone)
  await goToPayment(page)
  await page.getByText('Phường Sài Gòn').first().waitFor()
  await page.getByText('Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh').waitFor()
  visit.forgive(/409|422/)
})

test('a name that fits several wards asks the shopper to choose, also without scripts', async () => {
  const visit = await atPaymentInfo({ javascript: false })
  const { page } = visit
  await fillBuyer(page)
  await page.getByLabel('Phường / Xã').fill('tan')
  await page.getByRole('button', { name: 'Tiếp tục' }).click()
  expect(
    await page
      .getByRole('group', { name: /gần giống/ })
      .getByRole('radio')
      .count(),
  ).toBeGreaterThan(3)
  await page.getByRole('radio', { name: /Phường Tân Định/ }).check()
  await goToPayment(page)
  await page.getByText('12 Lê Lợi, Phường Tân Định, Hồ Chí Minh').first().waitFor()
  visit.forgive(/409/)
})

test.each([390, 1440])('a company invoice, at %i pixels', async (width) => {
  const { page } = await atPaymentInfo({ width })
  await fillBuyer(page)
  await page.getByLabel('Phường / Xã').fill(shopper.ward_name)
  expect(await page.getByLabel('Nhận email thông báo và ưu đãi').isChecked()).toBe(false)
  await openStep(page, 'Thêm yêu cầu khác')
  await page.getByRole('radio', { name: 'Có', exact: true }).check()
  await page.getByLabel('Tên công ty').fill('Công ty TNHH Ánh Sao')
  await page.getByLabel('Mã số thuế').fill('0314409059')
  await page.getByLabel('Địa chỉ công ty').fill('1 Lê Lợi, Phường Sài Gòn')
  await page.getByLabel('Nhận hóa đơn qua email').fill('ketoan@anhsao.vn')
  await page.getByRole('button', { name: 'Tiếp tục' }).click()
  await page.getByText('Mã số thuế không đúng').waitFor()
  expect(await axeProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await takePicture(page, 'company-invoice')
  await page.getByLabel('Mã số thuế').fill('0314409058')
  await goToPayment(page)
  await page.getByText(/Công ty TNHH Ánh Sao · MST 0314409058/).waitFor()
  await pay(page)
  await page.getByText(/Công ty TNHH Ánh Sao · MST 0314409058/).waitFor()
})

test.each([390, 1440])(
  'another province asks for confirmation first, at %i pixels',
  async (width) => {
    await cheaperInHanoi()
    const visit = await atPaymentInfo({ width })
    const { page } = visit
    await visit.open('/cart')
    await changeProvince(page)
    const dialog = page.getByRole('dialog', { name: 'Chọn tỉnh, thành phố' })
    await dialog.getByText('Chuyển sang Hà Nội?').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await takeWindow(page, 'province-changes-open')
    await dialog.getByRole('button', { name: 'Giữ Hồ Chí Minh' }).click()
    await dialog.getByRole('button', { name: 'Hà Nội', exact: true }).first().click()
    await dialog.getByRole('button', { name: 'Chuyển sang Hà Nội' }).click()
    await page.getByText('Đã chuyển sang giá và tồn kho tại Hà Nội').waitFor()
    await page.getByRole('link', { name: /Giá tại Hà Nội/ }).waitFor()
    visit.forgive(/409/)
  },
)

test('the same without scripts, on a separate page', async () => {
  await cheaperInHanoi()
  const visit = await atPaymentInfo({ javascript: false })
  const { page } = visit
  await page.goto('/chon-tinh-thanh?return_to=/cart')
  await page.getByRole('button', { name: 'Hà Nội', exact: true }).click()
  await page.waitForURL('**/cart/province?**')
  await page.getByRole('heading', { name: 'Chuyển sang Hà Nội?' }).waitFor()
  await page.getByRole('button', { name: 'Chuyển sang Hà Nội' }).click()
  await page.waitForURL('**/cart')
  const cookies = await visit.context.cookies()
  expect(cookies.find(({ name }) => name === 'province_id')?.value).toBe('24')
})

test.each([390, 1440])('that page is accessible, at %i pixels', async (width) => {
  await cheaperInHanoi()
  const visit = await atPaymentInfo({ width })
  await visit.open('/cart/province?province_id=24&return_to=/cart')
  expect(await axeProblems(visit.page)).toEqual([])
  expect(await sidewaysScroll(visit.page)).toBe(0)
  await takePicture(visit.page, 'province-changes')
})

test('the checkout shows the new total beside the old one before it applies', async () => {
  await cheaperInHanoi()
  const visit = await atPaymentInfo()
  const { page } = visit
  await fillBuyer(page)
  await changeProvince(page)
  const dialog = page.getByRole('dialog', { name: 'Chọn tỉnh, thành phố' })
  await dialog.getByRole('button', { name: 'Chuyển sang Hà Nội' }).click()
  await page
    .getByText(formatDong(item.sale_price - 500_000))
    .first()
    .waitFor()
  expect(await page.getByLabel('Họ và tên', { exact: true }).inputValue()).toBe(shopper.name)
  visit.forgive(/409/)
})

test.each([390, 1440])(
  'prices of another province than the delivery’s are told before the order, at %i pixels',
  async (width) => {
    await cheaperInHanoi()
    const { page } = await atPaymentInfo({ width })
    await fillBuyer(page)
    await page.getByLabel('Tỉnh / Thành phố').first().selectOption({ label: 'Hà Nội' })
    await page.getByRole('combobox', { name: 'Phường / Xã' }).fill('xã hoan kiem')
    await goToPayment(page)
    await page.getByText('theo giá tại Hồ Chí Minh, còn bạn nhận hàng tại Hà Nội').waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await takePicture(page, 'price-province')
    await page.getByRole('button', { name: 'Xem giá tại Hà Nội' }).click()
    await page.getByRole('button', { name: 'Chuyển sang Hà Nội' }).click()
    await page.waitForURL('**/cart/payment')
    expect(await page.getByText('theo giá tại').count()).toBe(0)
    await page
      .getByText(formatDong(item.sale_price - 500_000))
      .filter({ visible: true })
      .first()
      .waitFor()
  },
)

async function changeProvince(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Giá tại/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Chọn tỉnh, thành phố' })
  await dialog.getByRole('button', { name: 'Hà Nội', exact: true }).first().click()
}

async function cheaperInHanoi(): Promise<void> {
  await sql`delete from price where product_id = ${item.item_id} and province_id = 24`.execute(
    shop.db,
  )
  await sql`insert into price (product_id, province_id, list_price, sale_price)
    values (${item.item_id}, 24, ${item.list_price}, ${item.sale_price - 500_000})`.execute(shop.db)
}

async function fillBuyer(page: Page): Promise<void> {
  await page.getByLabel('Họ và tên', { exact: true }).fill(shopper.name)
  await page.getByLabel('Số điện thoại', { exact: true }).fill(shopper.phone)
  await openDestination(page)
  await page.getByLabel('Số nhà, tên đường').fill(shopper.street)
}

async function atPaymentInfo(options?: VisitOptions): Promise<Visit> {
  const visit = await shop.visit(options)
  await putInCart(visit, item.item_id)
  await goToPaymentInfo(visit)
  return visit
}
