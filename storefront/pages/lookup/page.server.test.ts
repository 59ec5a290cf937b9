import { expect, test } from 'vitest'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { lookupUrl } from '#storefront/addresses/account-links.ts'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { returnUrl } from '#storefront/addresses/order-return.ts'
import { deliverOrder } from '#test/goods/deliver-order.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'

const checkout = openCheckout(relay_env)

async function placed(payment_method: string): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  return { buyer, order: dataOf<Order>(await buyer.order({ payment_method })) }
}

/** What somebody else reads who knows the code and the phone. */
async function found({ code }: Order): Promise<string> {
  const { text } = await checkout.door.call('POST', '/tracuu', {
    form: new URLSearchParams({ intent: 'order', code, phone: '0912 345 678' }),
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  return text.replaceAll('<!-- -->', '')
}

async function transfer({ code, totals }: Order, amount = totals.grand_total): Promise<void> {
  const raw = sepayBody({ amount, content: code })
  await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
}

const cancel = ({ buyer, order }: { buyer: Buyer; order: Order }) =>
  buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code })

test('what the link of an order is for depends on its state and its money', async () => {
  const waiting = await placed('bank_transfer')
  expect(await found(waiting.order)).toContain('Để thanh toán hoặc hủy đơn, hãy mở liên kết')
  await transfer(waiting.order, 1_000)
  const part = await found(waiting.order)
  expect(part).toContain('Để trả nốt hoặc hủy đơn')
  expect(part).toMatch(/>Đã nhận<.*>Còn thiếu</)
  await cancel(waiting)
  const cancelled = await found(waiting.order)
  expect(cancelled).toContain('Để đặt lại')
  expect(cancelled).not.toContain('Còn thiếu')

  const paid = await placed('bank_transfer')
  await transfer(paid.order)
  const done = await found(paid.order)
  expect(done).toContain('Để xem chi tiết hoặc hủy đơn')
  expect(done).not.toMatch(/Để thanh toán|Còn phải trả/)
  await cancel(paid)
  expect(await found(paid.order)).toMatch(/Sẽ hoàn lại<\/dt><dd[^>]*>\d/)

  const cod = await placed('cod')
  expect(await found(cod.order)).not.toMatch(/Để thanh toán|Còn phải trả/)
})

test('a delivered order shows its returns with code, state and amount, as its own page does', async () => {
  const { db } = checkout.own
  const now = () => checkout.now
  const deps = await testProviders({ db, now, gateways: [cashOnDelivery] })
  const { services: office } = staffOffice(deps)
  const { staff_id } = await db
    .insertInto('staff')
    .values({ name: 'Lan', login_name: 'lan', created_at: now() })
    .returning('staff_id')
    .executeTakeFirstOrThrow()
  const lan = { ...test_staff, name: 'Lan', staff_id }
  const { buyer, order } = await placed('cod')
  await deliverOrder(office, order.code)
  const { code } = await office.returns.open(lan, {
    ...{ order_code: order.code, position: 1, reason: 'faulty', shop_id: shops.first },
  })
  await office.returns.inspect(lan, { code, version: 1, grade: 'sealed' })
  await office.returns.refund(lan, { code, version: 2 })
  const headers = { cookie: `token=${buyer.token}` }
  const own = await checkout.door.call('GET', successUrl('cod', order.code), { headers })
  const shown = [
    [await found(order), lookupUrl('phieu', code)],
    [own.text.replaceAll('<!-- -->', ''), returnUrl(order.code)],
  ] as const
  for (const [text, href] of shown) {
    expect(text).toContain(`href="${href.replaceAll('&', '&amp;')}"`)
    expect(text).toMatch(new RegExp(`Phiếu ${code}</a> · Đã nhận trả hàng`))
    expect(text).toMatch(/Số tiền hoàn: <span[^>]*>150\.000đ/)
  }
  const ticket = await checkout.door.call('GET', lookupUrl('phieu', code))
  expect(ticket.text).toContain(`value="${code}"`)
})
