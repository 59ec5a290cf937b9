import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { member_addresses } from '#storefront/addresses/member.ts'
import { newMember } from '#test/members/member.ts'
import { axeProblems } from '#test/support/axe.ts'
import type { Visit } from '#test/support/browser.ts'
import { journey } from '#test/support/journey.ts'
import { layoutShift, sidewaysScroll, takePicture } from '#test/support/screens.ts'
import {
  fillHomeAddress,
  goToPayment,
  goToPaymentInfo,
  itemInStock,
  orderOf,
  openDestination,
  pay,
  putInCart,
} from '#test/support/shopping.ts'

const shop = journey()

let signed_in = 0

/** A member of S-VIP with points, signed in. */
async function signedIn(visit: Visit) {
  signed_in += 1
  const phone = `+849110000${String(10 + signed_in)}`
  const member = await newMember(shop.db, {
    phone,
    name: 'Trần Thị Lan Anh',
    email: 'lan@example.vn',
  })
  const { customer_id } = member
  await sql`insert into member_standing (customer_id, tier_code, spent, best_tier)
    values (${customer_id}, 's-vip', 62000000, 's-vip')`.execute(shop.db)
  const url = new URL(shop.url).origin
  await visit.context.addCookies([
    { name: 'member_token', value: member.token, url, httpOnly: true },
  ])
  return member
}

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

test.each(sizes)('the price of a member is charged from cart to order at $width', async (size) => {
  const visit = await shop.visit(size)
  const { page } = visit
  const item = await itemInStock(shop.db, 'redmi-note-15-pro-plus-5g-8gb-256gb')
  await signedIn(visit)
  await putInCart(visit, item.item_id)
  await visit.open('/cart')
  const shown = await page
    .getByText(/^Tạm tính/)
    .locator('..')
    .innerText()
  expect(shown).not.toContain(item.sale_price.toLocaleString('vi-VN'))
  await goToPaymentInfo(visit)
  await page.getByLabel('Họ và tên', { exact: true }).fill('Trần Thị Lan Anh')
  await page.getByLabel('Số điện thoại', { exact: true }).fill('0911 000 001')
  await page.getByLabel(/^Email/).fill('lan@example.vn')
  await openDestination(page)
  await page.getByLabel('Phường / Xã').fill('Phường Bến Thành')
  await page.getByLabel('Số nhà, tên đường').fill('12 Lê Lợi')
  await goToPayment(page)
  const code = await pay(page)
  const order = await orderOf(shop.db, code)
  const [line] = order.lines
  expect(line?.final_price).toBeLessThan(item.sale_price)
  expect(shown).toContain((line?.final_price ?? 0).toLocaleString('vi-VN'))
})

test('a member pays a part with points, and has them back when the order is cancelled', async () => {
  const visit = await shop.visit({ width: 390, height: 844 })
  const { page } = visit
  const { customer_id } = await signedIn(visit)
  const item = await itemInStock(shop.db, 'redmi-note-15-pro-plus-5g-8gb-256gb')
  const toPayment = async () => {
    await putInCart(visit, item.item_id)
    await goToPaymentInfo(visit)
    await fillHomeAddress(page)
    await goToPayment(page)
  }
  await toPayment()
  const first = await orderOf(shop.db, await pay(page))
  // As if that order had been completed.
  await sql`insert into point_entry (customer_id, order_id, kind, points, happened_at)
    values (${customer_id}, ${first.order_id}, 'earn', 98900, now())`.execute(shop.db)
  await toPayment()
  await page.getByRole('button', { name: 'Dùng điểm', exact: true }).click()
  await page.getByRole('button', { name: 'Không dùng điểm' }).waitFor()
  await takePicture(page, 'smember-points-used')
  const second_code = await pay(page)
  const second = await orderOf(shop.db, second_code)
  expect(second.grand_total).toBe(first.grand_total - 98_000)
  await page.getByText('Dùng điểm Smember').waitFor()
  await page.getByText('Hủy đơn hàng').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hủy đơn hàng' }).click()
  await page.getByText('ĐƠN HÀNG ĐÃ HỦY').waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Lịch sử mua hàng' }).click()
  await page.getByRole('link', { name: second_code, exact: true }).waitFor()
  await visit.open(member_addresses.memberPoints.path)
  expect(await page.locator('main').innerText()).toContain('98.900 điểm')
  await page.getByText('+98.000 điểm').waitFor()
})

test.each(sizes)('the pages of a member at $width', async (size) => {
  const visit = await shop.visit(size)
  const { page } = visit
  await signedIn(visit)
  const item = await itemInStock(shop.db, 'redmi-note-15-pro-plus-5g-8gb-256gb')
  await putInCart(visit, item.item_id)
  await visit.open(member_addresses.memberAddresses.path)
  await page.getByLabel('Tên người nhận').fill('Trần Thị Lan Anh')
  await page.getByLabel('Số điện thoại').fill('0911 000 003')
  await page.getByLabel('Phường / Xã').fill('Bến Thành')
  await page.getByLabel('Số nhà, tên đường').fill('12 Lê Lợi')
  await page.getByRole('button', { name: 'Thêm địa chỉ' }).click()
  await page.getByRole('listitem').filter({ hasText: '12 Lê Lợi, Phường Bến Thành' }).waitFor()
  // The usual address fills the form of the checkout.
  await goToPaymentInfo(visit)
  expect(await page.getByLabel('Số nhà, tên đường').inputValue()).toBe('12 Lê Lợi')
  expect(await axeProblems(page)).toEqual([])
  await takePicture(page, 'smember-checkout')
  await goToPayment(page)
  await pay(page)
  for (const [name, { path }] of Object.entries(member_addresses)) {
    await visit.open(path)
    expect([path, await axeProblems(page)]).toEqual([path, []])
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await takePicture(page, name)
    expect(await layoutShift(page, path)).toBeLessThan(0.01)
  }
  expect(visit.problems).toEqual([])
})
