import { expect, test } from 'vitest'
import { aMember } from '#test/members/loyalty.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout(relay_env)

test('an order to be paid stands apart from one that the shop is to confirm', async () => {
  const lan = await aMember(checkout)
  await lan.prepare(products.cable)
  const on_delivery = dataOf<Order>(await lan.order()).code
  await lan.prepare(products.cable)
  const unpaid = dataOf<Order>(await lan.order({ payment_method: 'bank_transfer' })).code
  const codesOf = async (tab: string) => {
    const headers = { cookie: `member_token=${lan.token}` }
    const { text } = await checkout.door.call('GET', `/smember/don-hang?tab=${tab}`, { headers })
    return [on_delivery, unpaid].map((code) => text.includes(code))
  }
  expect(await codesOf('')).toEqual([true, true])
  expect(await codesOf('unpaid')).toEqual([false, true])
  expect(await codesOf('waiting')).toEqual([true, false])
  expect(await codesOf('shipping')).toEqual([false, false])
})

test('an order of which a part came says what is missing', async () => {
  const lan = await aMember(checkout)
  await lan.prepare(products.phone)
  const { code } = dataOf<Order>(await lan.order({ payment_method: 'bank_transfer' }))
  const raw = sepayBody({ amount: 5_000_000, content: code.replace('-', '') })
  await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
  const headers = { cookie: `member_token=${lan.token}` }
  const { text } = await checkout.door.call('GET', '/smember/don-hang?tab=unpaid', { headers })
  expect(text).toContain('Đã nhận 5.000.000đ · Còn thiếu 25.990.000đ')
})
