import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addresses } from '#admin/addresses/addresses.ts'
import { usedLabelPath } from '#admin/addresses/paths.ts'
import { axeProblems } from '#test/support/axe.ts'
import { journey } from '#test/support/journey.ts'
import { photo } from '#test/pictures/test-pictures.ts'
import { no_problems, problemsOf, takePicture } from '#test/support/screens.ts'
import { fillHomeAddress, goToPayment, pay } from '#test/support/shopping.ts'
import { visitAsStaff } from '#test/support/staff.ts'

const shop = journey()

async function stateOf(imei_id: number): Promise<string> {
  const row = await shop.db
    .selectFrom('used_unit')
    .select('state')
    .where('imei_id', '=', imei_id)
    .executeTakeFirst()
  return row?.state ?? ''
}

/** The number of the first device that the page offers. */
async function chosenDevice(page: Page): Promise<number> {
  return Number(await page.locator('[name="meta[imei_id]"]').first().inputValue())
}

test.each([
  ['with scripts, wide', { width: 1440 }],
  ['with scripts, by touch', { width: 390, height: 844, touch: true }],
  ['without scripts', { width: 390, height: 844, javascript: false }],
] as const)('filter, choose a device, buy it, and nobody else can: %s', async (_way, options) => {
  const page = await shop.enter('/may-cu', options)
  await page.getByRole('link', { name: /^Điện thoại \(\d+\)$/ }).click()
  await page.waitForURL(/loai=dien-thoai/)
  await page.getByText('Lọc và sắp xếp').click()
  await page.locator('[name=sap_xep]').selectOption('price-asc')
  await page.getByRole('button', { name: 'Lọc' }).click()
  await page.waitForURL(/sap_xep=price-asc/)
  await page.locator('section[aria-label="Danh sách máy cũ"] h2 a').first().click()
  await page.getByRole('heading', { name: 'Danh sách máy' }).waitFor()
  const imei_id = await chosenDevice(page)
  await page
    .getByRole('button', { name: /^Chọn máy/ })
    .first()
    .click()
  await page.waitForURL('**/cart')
  await page.getByText(/Máy cũ, IMEI …/).waitFor()
  await page.getByRole('button', { name: 'Mua ngay (1)' }).click()
  await page.waitForURL('**/cart/payment-info')
  await fillHomeAddress(page)
  await goToPayment(page)
  await pay(page)
  expect(await stateOf(imei_id)).toBe('held')
  const other = await shop.enter(`/may-cu/${imei_id}`, options)
  await other.getByText('Đang giữ chỗ').waitFor()
  expect(await other.getByRole('button', { name: /^Mua máy này/ }).count()).toBe(0)
})

test('a device is found and put into the cart by the keyboard alone', async () => {
  const page = await shop.enter('/may-cu', { width: 1440 })
  await pressEnterAt(page.getByRole('link', { name: /^Điện thoại \(\d+\)$/ }))
  await page.waitForURL(/loai=dien-thoai/)
  await pressEnterAt(page.locator('section[aria-label="Danh sách máy cũ"] h2 a').first())
  await page.getByRole('heading', { name: 'Danh sách máy' }).waitFor()
  await pressEnterAt(page.getByRole('button', { name: /^Chọn máy/ }).first())
  await page.waitForURL('**/cart')
  await expect.poll(() => page.getByText(/Máy cũ, IMEI …/).count()).toBe(1)
})

/** Goes on by the Tab key until an element has the focus, then presses Enter. */
async function pressEnterAt(target: Locator): Promise<void> {
  await target.waitFor()
  const { keyboard } = target.page()
  for (let steps = 0; steps < 200; steps += 1) {
    await keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) break
  }
  await keyboard.press('Enter')
}

test('staff list a device from a phone: intake, photograph, price, label', async () => {
  const path = `${addresses.used_new.path}?q=${encodeURIComponent('iphone 15 128gb')}`
  const { page, open } = await visitAsStaff(shop, path, { width: 390, height: 844 })
  expect(await problemsOf(page, 'used-staff-new')).toEqual(no_problems)
  await page.locator('[name=codes]').fill('490154203237518')
  await page.locator('[name=battery]').fill('91')
  await page.getByRole('button', { name: 'Nhập máy, rồi chụp ảnh' }).click()
  await page.waitForURL(/may-cu\/\d+$/)
  const imei_id = Number(page.url().split('/').at(-1))
  await page.getByLabel('Thêm ảnh').setInputFiles({
    ...{ name: 'may.jpg', mimeType: 'image/jpeg', buffer: Buffer.from((await photo()).bytes) },
  })
  await page.getByRole('heading', { name: /^Ảnh · 1/ }).waitFor()
  expect(await problemsOf(page, 'used-staff-unit')).toEqual(no_problems)
  await page.getByRole('button', { name: 'Đăng bán' }).click()
  await page.getByText('Đang bán', { exact: true }).first().waitFor()
  await open(usedLabelPath(imei_id))
  await page.getByRole('img', { name: 'Mã QR của máy' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await takePicture(page, 'used-staff-label')
  await open(`/may-cu/${imei_id}`)
  const picture = page.locator(`img[src^="/may-cu/anh/${imei_id}/"]`)
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0)
})
