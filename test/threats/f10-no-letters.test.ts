import { expect, test } from 'vitest'
import { services } from '#contracts/all.ts'
import type { Contract } from '#pure/contract.ts'
import { home_address } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

// F10: texts that PostgreSQL cannot hold, in every field and address (docs/threats.md).

const checkout = openCheckout()
const unstorable_texts = ['\0', 'DH261121-\0AAAAAAA', '\ud800']

/** Valid values; each test replaces one field. */
const valid_fields = {
  ...home_address,
  ...{ code: 'x', order_code: 'x', order_id_web: 'x', payment_method: 'cod', q: 'x', text: 'x' },
  ...{ item_id: products.cable, item_quantity: 1, province_id: 30 },
}

const every_field = Object.values(services).flatMap(({ prefix, contract }) =>
  Object.entries(contract as Contract).flatMap(([name, { method, path, input }]) => {
    const shape: object = 'shape' in input ? (input.shape as object) : {}
    const address = prefix + path.replace(/\{\w+\}/g, 'cod')
    return Object.keys(shape).map((field) => ({ name, method, address, field }))
  }),
)

test('no field of any operation fails with 5xx', async () => {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  const broken: unknown[] = []
  for (const { name, method, address, field } of every_field) {
    for (const text of unstorable_texts) {
      const fields = { ...valid_fields, [field]: text }
      const query = new URLSearchParams(
        Object.entries(fields).map(([key, value]) => [key, String(value).toWellFormed()]),
      )
      const requests =
        method === 'GET'
          ? [() => buyer.call('GET', `${address}?${query}`)]
          : [
              () => buyer.call(method, address, fields),
              () => buyer.call(method, address, undefined, { form: query }),
            ]
      for (const ask of requests) {
        const { status } = await ask()
        if (status >= 500) broken.push([name, field, text, status])
      }
    }
  }
  expect(every_field.length).toBeGreaterThan(60)
  expect(broken).toEqual([])
}, 60_000)

const key = 'a'.repeat(40)
test.each([
  ...['/%00', '/a%00.html', '/cart/success/cod?code=%00', `/cart/success/cod?code=x%00&key=${key}`],
  ...['/cart/bank-transfer-info?code=%00', '/cart/abandonment/%00', '/tim-kiem?q=%00'],
  ...['/cong-thanh-toan-thu/momo?t=%00', '/cong-thanh-toan-thu/vnpay?vnp_TxnRef=%00'],
  ...['/ngan-hang-thu?qr=%00', '/api/payment/notify/vnpay?vnp_TxnRef=%00', '/api/cart/%00'],
])('%s does not fail with 5xx', async (path) => {
  const buyer = await checkout.buyer()
  const headers = { cookie: `token=${buyer.token}`, 'sec-fetch-site': 'same-origin' }
  const form = new URLSearchParams({ intent: 'cancel', order_code: '\0', reference: '\0' })
  for (const address of [path, `/_data${path}`]) {
    expect((await checkout.door.call('GET', address, { headers })).status).toBeLessThan(500)
    expect((await checkout.door.call('POST', address, { form, headers })).status).toBeLessThan(500)
  }
})
