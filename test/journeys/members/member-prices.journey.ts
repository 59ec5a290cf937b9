import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formatDong } from '#pure/money.ts'
import { newMember } from '#test/members/member.ts'
import { axeProblems } from '#test/support/axe.ts'
import type { Visit } from '#test/support/browser.ts'
import { journey } from '#test/support/journey.ts'
import { layoutShift, sidewaysScroll, takeWindow } from '#test/support/screens.ts'
import {
  goToPayment,
  goToPaymentInfo,
  itemInStock,
  openDestination,
  orderOf,
  pay,
} from '#test/support/shopping.ts'

const shop = journey()

const path = 'redmi-note-15-pro-plus-5g-8gb-256gb'
const list = '/tim-kiem?q=redmi%20note%2015%20pro'
const sizes = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

let signed_in = 0

/** A member of S-VIP, signed in. */
async function signedIn({ context }: Visit): Promise<void> {
  signed_in += 1
  const phone = `+849110000${10 + signed_in}`
  const { customer_id, token } = await newMember(shop.db, { phone, name: 'Trần Thị Lan Anh' })
  await sql`insert into member_standing (customer_id, tier_code, spent, best_tier)
    values (${customer_id}, 's-vip', 62000000, 's-vip')`.execute(shop.db)
  const url = new URL(shop.url).origin
  await context.addCookies([{ name: 'member_token', value: token, url, httpOnly: true }])
}

test.each(sizes)(
  'the price of a member is the same đồng from list to e-mail at $width',
  async (size) => {
    const visit = await shop.visit(size)
    const { page } = visit
    const item = await itemInStock(shop.db, path)
    await signedIn(visit)
    await visit.open(list)
    const card = page.locator('article', { has: page.locator(`a[href="/${path}"]`) }).first()
    await card.getByText('Giá Smember').waitFor()
    const [price = ''] = /[\d.]+đ/.exec(await card.getByText('Giá Smember').innerText()) ?? []
    expect(price).not.toBe(formatDong(item.sale_price))
    await takeWindow(page, 'member-list')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await visit.open(`/${path}`)
    await page.getByText(`, còn ${price}`).waitFor()
    // One request brings what is this member's.
    expect(asked.filter((one) => one === '/session')).toHaveLength(1)
    expect(asked).not.toContain('/api/member/prices')
    await page.getByText(`, còn ${price}`).scrollIntoViewIfNeeded()
    await takeWindow(page, 'member-product')
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Thêm vào giỏ' }).first().click()
    await page.getByText('Đã thêm vào giỏ hàng').waitFor()
    await visit.open('/cart')
    await page.getByText(/^Smember giảm thêm/).waitFor()
    expect(await page.locator('main').innerText()).toContain(price)
    await takeWindow(page, 'member-cart')
    await goToPaymentInfo(visit)
    await page.getByLabel('Họ và tên', { exact: true }).fill('Trần Thị Lan Anh')
    await page.getByLabel('Số điện thoại', { exact: true }).fill('0911 000 001')
    await page.getByLabel(/^Email/).fill('lan@example.vn')
    await openDestination(page)
    await page.getByLabel('Phường / Xã').fill('Phường Bến Thành')
    await page.getByLabel('Số nhà, tên đường').fill('12 Lê Lợi')
    await goToPayment(page)
    expect(await page.locator('main').innerText()).toContain(price)
    await takeWindow(page, 'member-payment')
    const order = await orderOf(shop.db, await pay(page))
    expect(formatDong(order.lines[0]?.final_price ?? 0)).toBe(price)
    expect(formatDong(order.grand_total)).toBe(price)
    const mail = async () => {
      const sent = shop.db.selectFrom('outbox').where('order_id', '=', order.order_id)
      const [first] = await sent.where('channel', '=', 'email').select('body').execute()
      return first?.body ?? ''
    }
    await expect.poll(mail, { timeout: 20_000 }).toContain(price)
    expect(await mail()).toContain('Chiết khấu Smember')
  },
)

test.each(sizes)('nothing moves when the price of a member arrives at $width', async (size) => {
  const visit = await shop.visit(size)
  await signedIn(visit)
  for (const address of ['/', '/dien-thoai', `/${path}`]) {
    expect([address, (await layoutShift(visit.page, shop.url + address)) < 0.01]).toEqual([
      address,
      true,
    ])
    await visit.page
      .getByText(/^Giá Smember|^Smember giảm thêm/)
      .first()
      .waitFor({ state: 'attached' })
    expect(await sidewaysScroll(visit.page)).toBeLessThanOrEqual(0)
  }
})

test('a click on a link brings the price of what is shown then', async () => {
  const visit = await shop.visit({ width: 1440, height: 900 })
  await signedIn(visit)
  const { page } = visit
  await visit.open('/')
  await page.goto(`${shop.url}/dien-thoai`)
  await page
    .getByText(/^Giá Smember/)
    .first()
    .waitFor()
  const asked = page.waitForResponse('**/api/member/prices**')
  await page.locator('main article a').first().click()
  await page.getByText(/^Smember giảm thêm .*, còn/).waitFor()
  expect((await asked).status()).toBe(200)
})
