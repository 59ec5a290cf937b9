import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeProblems } from '#test/support/axe.ts'
import type { Visit, VisitOptions } from '#test/support/browser.ts'
import { journey } from '#test/support/journey.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'
import {
  fillHomeAddress,
  goToPayment,
  goToPaymentInfo,
  itemInStock,
  openStep,
  orderOf,
  pay,
  putInCart,
  shopper,
} from '#test/support/shopping.ts'

const shop = journey()
const phone = { width: 390, height: 844 }
const onward = { name: 'Tiếp tục' }

test.each([390, 320])(
  'one step at a time at %i: folded ones keep what was typed',
  async (width) => {
    const { page } = await atPaymentInfo({ width, height: 844 })
    const ward = page.getByLabel('Phường / Xã')
    expect(await ward.isVisible()).toBe(false)
    await page.getByText('Chị', { exact: true }).click()
    await page.getByLabel('Họ và tên', { exact: true }).fill(shopper.name)
    await page.getByLabel('Số điện thoại', { exact: true }).fill('0912 345 678')
    await page.getByRole('button', onward).click()
    const heading = page.getByRole('heading', { name: 'THÔNG TIN NHẬN HÀNG' })
    await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.getByText(`Chị ${shopper.name} · 0912 345 678`).waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await takePicture(page, 'checkout-step-two')
    await ward.fill(shopper.ward_name)
    await page.getByLabel('Số nhà, tên đường').fill(shopper.street)
    await openStep(page, 'Thêm yêu cầu khác')
    await page.getByText('Nhờ nhân viên chuyển dữ liệu từ máy cũ').click()
    await page.getByText(`Giao đến ${shopper.street}, ${shopper.ward_name}`).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.goBack()
    await page.getByText('Chuyển dữ liệu từ máy cũ', { exact: true }).waitFor()
    expect(await ward.inputValue()).toBe(shopper.ward_name)
    await page.goBack()
    await page.getByLabel('Họ và tên', { exact: true }).waitFor()
    expect(await page.getByLabel('Họ và tên', { exact: true }).inputValue()).toBe(shopper.name)
    expect(new URL(page.url()).pathname).toBe('/cart/payment-info')
    await page.getByRole('button', onward).click()
    await goToPayment(page)
    await page.getByText(`Chị ${shopper.name}`).first().waitFor()
    const { recipient } = await orderOf(shop.db, await pay(page))
    expect(recipient).toMatchObject({
      salutation: 'chi',
      data_transfer: true,
      ward_name: shopper.ward_name,
    })
  },
)

test('the second step needs no scrolling: what is typed lies above the bar', async () => {
  const { page } = await atPaymentInfo(phone)
  for (const label of ['Họ và tên', 'Số điện thoại']) {
    expect(await isFree(page.getByLabel(label, { exact: true }))).toBe(true)
  }
  await page.getByLabel('Họ và tên', { exact: true }).fill(shopper.name)
  await page.getByLabel('Số điện thoại', { exact: true }).fill(shopper.phone)
  await page.getByRole('button', onward).click()
  await page
    .getByRole('button', { name: 'Sửa thông tin khách hàng' })
    .waitFor({ state: 'attached' })
  expect(await isFree(page.getByLabel('Phường / Xã'))).toBe(true)
  expect(await isFree(page.getByLabel('Số nhà, tên đường'))).toBe(true)
})

test('a problem opens the step that holds it, whatever step was sent', async () => {
  const { page } = await atPaymentInfo(phone)
  await page.getByRole('button', onward).click()
  await page.getByText('Vui lòng nhập họ và tên.').waitFor()
  expect(await page.getByText('Vui lòng nhập số nhà, tên đường.').count()).toBe(0)
  await page.getByLabel('Họ và tên', { exact: true }).fill('Nguyễn An 3')
  await page.getByLabel('Số điện thoại', { exact: true }).fill(shopper.phone)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sửa thông tin khách hàng' }).waitFor()
  await page.getByLabel('Phường / Xã').fill(shopper.ward_name)
  await page.getByLabel('Số nhà, tên đường').fill(shopper.street)
  await page.getByLabel('Số nhà, tên đường').press('Enter')
  const name = page.getByLabel('Họ và tên', { exact: true })
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
  expect(await name.isVisible()).toBe(true)
  await name.fill(shopper.name)
  await page.getByRole('button', onward).click()
  await page.getByRole('button', { name: 'Sửa thông tin khách hàng' }).waitFor()
  expect(await page.getByLabel('Số nhà, tên đường').inputValue()).toBe(shopper.street)
  await goToPayment(page)
})

test('who comes back has one press to go on', async () => {
  const { page, open } = await atPaymentInfo(phone)
  await fillHomeAddress(page)
  await goToPayment(page)
  await open('/cart/payment-info')
  await page.getByRole('button', { name: 'Sửa thông tin khách hàng' }).waitFor()
  await goToPayment(page)
  expect(new URL(page.url()).pathname).toBe('/cart/payment')
})

test.each([
  { ...phone, javascript: false },
  { width: 1440, height: 900 },
])('all steps stand open: %o', async (options) => {
  const { page } = await atPaymentInfo(options)
  for (const label of ['Họ và tên', 'Phường / Xã', 'Ghi chú']) {
    await page.getByLabel(label).first().waitFor()
  }
  expect(await page.getByRole('button', { name: /^(Sửa|Thêm) / }).count()).toBe(0)
  await fillHomeAddress(page)
  await goToPayment(page)
})

test.each([390, 1440])('the nearest shop comes first, only after a press, at %i', async (width) => {
  const visit = await shop.visit({ width, height: 844 })
  await visit.context.grantPermissions(['geolocation'])
  await visit.context.setGeolocation({ latitude: 21.03, longitude: 105.85 })
  const { page } = await atPaymentInfo({}, visit)
  await fillHomeAddress(page)
  await page.getByRole('radio', { name: /Nhận tại cửa hàng/ }).check()
  await page.getByText('không gửi đi và không lưu lại').waitFor()
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.getByRole('button', { name: 'Cửa hàng gần tôi' }).click()
  await page.getByText(/cửa hàng tại Hà Nội còn đủ hàng/).waitFor()
  const cards = page.getByRole('radiogroup').getByRole('radio')
  const texts = await page
    .getByRole('radiogroup')
    .getByText(/^Cách /)
    .filter({ visible: true })
    .allTextContents()
  expect(texts).toHaveLength(await cards.count())
  expect(sent.filter((one) => /21[.,]03|105[.,]85/.test(one))).toEqual([])
  expect(await axeProblems(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await takePicture(page, 'pick-up-nearest')
  await cards.first().check()
  const erp_shop_id = Number(await cards.first().getAttribute('value'))
  await goToPayment(page)
  expect((await orderOf(shop.db, await pay(page))).recipient).toMatchObject({ erp_shop_id })
})

test('a refused position has words, and a district narrows the list instead', async () => {
  const { page } = await atPaymentInfo(phone)
  await fillHomeAddress(page)
  await page.getByRole('radio', { name: /Nhận tại cửa hàng/ }).check()
  await page.getByRole('button', { name: 'Cửa hàng gần tôi' }).click()
  await page.getByText(/chưa cho phép dùng vị trí|Chưa xác định được vị trí/).waitFor()
  const cards = page.getByRole('radiogroup').getByRole('radio')
  const all = await cards.count()
  await page.getByRole('combobox', { name: /^Quận \/ Huyện/ }).selectOption({ index: 1 })
  await expect.poll(() => cards.count()).toBeLessThan(all)
  expect(await cards.count()).toBeGreaterThan(0)
})

async function atPaymentInfo(options: VisitOptions, opened?: Visit): Promise<Visit> {
  const visit = opened ?? (await shop.visit(options))
  const item = await itemInStock(shop.db, 'iphone-17-256gb')
  await putInCart(visit, item.item_id)
  await goToPaymentInfo(visit)
  return visit
}

/** Whether the middle of a field is seen and lies under nothing else, without scrolling. */
async function isFree(field: Locator): Promise<boolean> {
  await field.waitFor()
  return field.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) === element
  })
}
