import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { orderGoodsPath } from '#admin/addresses/paths.ts'
import { axeProblems } from '#test/support/axe.ts'
import type { VisitOptions } from '#test/support/browser.ts'
import { buyerWith, dataOf, type Order } from '#test/support/buyer.ts'
import { journey } from '#test/support/journey.ts'
import { knock } from '#test/support/knock.ts'
import { sidewaysScroll, takePicture } from '#test/support/screens.ts'
import { itemInStock } from '#test/support/shopping.ts'
import { enterAsStaff } from '#test/support/staff.ts'

const shop = journey({ env: { RATE_LIMITS: 'off' } })
const none = { axe: [], sideways: 0 }
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

test.each(sizes)('a paid order is swapped for dearer goods, at $width pixels', async (size) => {
  const code = await placed({ [phone]: 1, [charger]: 1 })
  await pay(code)
  const { page } = await enter(orderGoodsPath(code), size)
  await page.getByLabel(/^Bỏ bao nhiêu.*Redmi/).fill('1')
  await page.getByLabel('Tìm tên hoặc quét SKU').fill('iphone 17 pro')
  await page.keyboard.press('Enter')
  const more = page.getByLabel(/^Thêm bao nhiêu/).first()
  await more.fill('1')
  await page.keyboard.press('Enter')
  await page.getByText('Khách trả thêm khoảng').waitFor()
  expect(await problemsOf(page, 'order-apart')).toEqual(none)
  await page.getByRole('button', { name: 'Lập đơn riêng' }).click()
  await page.getByText('Đổi món của đơn').waitFor()
  expect(await problemsOf(page, 'order-apart-draft')).toEqual(none)
  await page.getByRole('button', { name: 'Đặt, trả tiền khi nhận hàng' }).click()
  await page.getByRole('link', { name: `Món thêm của đơn ${code}` }).waitFor()
  expect(await problemsOf(page, 'order-apart-order')).toEqual(none)
  await page.getByRole('link', { name: `Món thêm của đơn ${code}` }).click()
  await page.getByRole('heading', { level: 1, name: code }).waitFor()
  await page.getByText('bỏ bớt món').first().waitFor()
})

const phone = 'redmi-note-15-pro-plus-5g-8gb-256gb'
const charger = 'cap-anker-bio-usb-c-to-c-240w-1-8m'

async function problemsOf(page: Page, name: string) {
  await takePicture(page, name)
  return { axe: await axeProblems(page), sideways: await sidewaysScroll(page) }
}

async function enter(path: string, options: VisitOptions = {}) {
  const visit = await shop.visit(options)
  await enterAsStaff(visit.page.context(), shop.url)
  await visit.open(path)
  return visit
}

/** An order, paid on delivery, of units of products by their page. */
async function placed(goods: Readonly<Record<string, number>>): Promise<string> {
  const call = (method: string, path: string, ask = {}) => knock(shop.url + path, method, ask)
  const { token } = dataOf<{ token: string }>(
    await call('POST', '/api/sso/auth/guest-token', { json: {} }),
  )
  const buyer = buyerWith({ call }, token)
  const chosen: Record<number, number> = {}
  for (const [page, quantity] of Object.entries(goods)) {
    const { item_id } = await itemInStock(shop.db, page)
    dataOf(await buyer.add(item_id, quantity))
    chosen[item_id] = quantity
  }
  dataOf(await buyer.quote(chosen))
  dataOf(await buyer.address({ name: 'Nguyễn Văn An', phone: '0912 345 678', ward_id: 26_737 }))
  return dataOf<Order>(await buyer.order()).code
}

/** Its whole total came by transfer. */
async function pay(code: string): Promise<void> {
  await sql`
    with own as (update sales_order set is_paid = true where code = ${code} returning order_id, grand_total),
      came as (insert into bank_message (relay, relay_id, order_id, amount, account_number, content, outcome, received_at)
        select 'sepay', ${code}, order_id, grand_total, '0987654321', ${code}, 'paid', now() from own)
    update payment set state = 'paid' from own where payment.order_id = own.order_id`.execute(
    shop.db,
  )
}
