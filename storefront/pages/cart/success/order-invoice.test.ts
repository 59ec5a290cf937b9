import { expect, test } from 'vitest'
import { successUrl } from '#storefront/addresses/cart-links.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const typed = {
  company_name: 'Công ty TNHH An Phát',
  company_tax_code: '0101243150',
  company_address: '1 Tràng Tiền, Hà Nội',
  company_email: 'ketoan@an-phat.example',
}

test('the page of the order has the form, keeps what was typed, and shows what was saved', async () => {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  const order = dataOf<Order>(await buyer.order())
  const page = successUrl('cod', order.code)
  const headers = { cookie: `token=${buyer.token}`, 'sec-fetch-site': 'same-origin' }
  const send = (fields: Record<string, string>) =>
    checkout.door.call('POST', page, {
      form: new URLSearchParams({ intent: 'invoice', order_code: order.code, ...fields }),
      headers,
    })
  const open = async () => (await checkout.door.call('GET', page, { headers })).text
  expect(await open()).toContain('Yêu cầu xuất hóa đơn công ty')
  const refused = await send({ ...typed, company_tax_code: '123' })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('value="Công ty TNHH An Phát"')
  expect(refused.text).toContain('Mã số thuế không đúng')
  expect(refused.text).toMatch(/<details open[^>]*><summary[^>]*>Yêu cầu xuất hóa đơn/)
  const sent = await send(typed)
  expect([sent.status, sent.headers.get('location')]).toEqual([303, page])
  const shown = await open()
  expect(shown).toContain('Sửa hóa đơn công ty')
  expect(shown).toContain(`${typed.company_name} · MST ${typed.company_tax_code}`)
  await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: order.code })
  expect(await open()).not.toContain('Sửa hóa đơn công ty')
})
