import { expect, test } from 'vitest'
import type { Visit } from '#test/support/browser.ts'
import { delayScripts, extendPressLimit, openStatic } from '#test/support/early-press.ts'
import { journey } from '#test/support/journey.ts'
import {
  fillHomeAddress,
  goToPayment,
  goToPaymentInfo,
  itemInStock,
  putInCart,
} from '#test/support/shopping.ts'

const shop = journey()

const payments = {
  cash: [/Thanh toán khi nhận hàng/, /success\/cod/],
  transfer: [/Chuyển khoản/, /bank-transfer/],
} as const

/** Buys something; returns the page of its order. */
async function order(payment: keyof typeof payments): Promise<{ visit: Visit; path: string }> {
  const [method, path] = payments[payment]
  const visit = await shop.visit({ width: 390, height: 844 })
  const { page } = visit
  visit.context.setDefaultTimeout(40_000)
  await putInCart(
    visit,
    (await itemInStock(shop.db, 'redmi-note-15-pro-plus-5g-8gb-256gb')).item_id,
  )
  await goToPaymentInfo(visit)
  await fillHomeAddress(page)
  await goToPayment(page)
  await page.getByRole('radio', { name: method }).check()
  await page.getByRole('button', { name: 'Thanh toán', exact: true }).click()
  await page.waitForURL(path)
  const { pathname, search } = new URL(page.url())
  await page.addInitScript(extendPressLimit)
  return { visit, path: pathname + search }
}

/** Opens a page whose scripts come once `release` is called. */
async function openEarly(visit: Visit, path: string) {
  const release = await delayScripts(visit.page)
  await openStatic(visit.page, path)
  return release
}

test('a company that is typed before hydration stays, and its form is sent', async () => {
  const { visit, path } = await order('cash')
  const { page } = visit
  const release = await openEarly(visit, path)
  await page.getByText('Yêu cầu xuất hóa đơn công ty').click()
  const company = page.getByLabel('Tên công ty')
  await company.pressSequentially('Công ty TNHH')
  release()
  await visit.hydrated()
  await page.keyboard.type(' An Phát')
  expect(await company.inputValue()).toBe('Công ty TNHH An Phát')
  const again = await openEarly(visit, path)
  await page.getByText('Yêu cầu xuất hóa đơn công ty').click()
  await company.fill('Công ty TNHH An Phát')
  await page.getByLabel('Mã số thuế').fill('0101243150')
  await page.getByLabel('Địa chỉ công ty').fill('1 Tràng Tiền, Hà Nội')
  await page.getByLabel('Nhận hóa đơn qua email').fill('ketoan@an-phat.example')
  await page.getByRole('button', { name: 'Gửi yêu cầu' }).click()
  again()
  await page.getByText('Sửa hóa đơn công ty').waitFor()
  expect(await page.getByText(/An Phát · MST 0101243150/).count()).toBe(1)
})

test.each([
  ['an order', 'cash', 'huy', 'Giữ đơn hàng'],
  ['a transfer', 'transfer', 'cancel', 'Tiếp tục chuyển khoản'],
] as const)(
  'the question whether to cancel %s works before hydration',
  async (_of, payment, key, stay) => {
    const { visit, path } = await order(payment)
    const { page } = visit
    const question = `${path}&${key}=1`
    const heading = page.getByRole('heading', { name: 'Hủy đơn hàng?' })
    // What is typed stays, and the field keeps the cursor.
    const release = await openEarly(visit, question)
    await page.getByText('Lý do khác').click()
    const reason = page.getByLabel('Lý do của bạn')
    await reason.click()
    await reason.pressSequentially('Mua nhầm')
    release()
    await visit.hydrated()
    await page.waitForTimeout(500)
    await page.keyboard.type(' màu')
    expect(await reason.inputValue()).toBe('Mua nhầm màu')
    // Back without cancelling.
    const back = await openEarly(visit, question)
    await page.getByRole('link', { name: stay }).click()
    back()
    await heading.waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.has(key)).toBe(false)
    // The question is opened and answered early.
    const opened = await openEarly(visit, question)
    await page.getByText('Lý do khác').click()
    await reason.fill('Mua nhầm màu')
    await page.getByRole('button', { name: 'Hủy đơn hàng' }).click()
    opened()
    await page.getByRole('heading', { name: 'ĐƠN HÀNG ĐÃ HỦY' }).waitFor()
    expect(await page.getByText('Bạn đã hủy đơn: Mua nhầm màu', { exact: true }).count()).toBe(1)
  },
)
