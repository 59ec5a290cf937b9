import { beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#contracts/all.ts'
import { type Quote, quote as contract } from '#contracts/storefront/quote.ts'
import { type Caller, Refusal } from '#pure/contract.ts'
import { changesAt, moveCheckout } from '#storefront/runtime/province-change.ts'
import { dataOf, type Buyer } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { products } from '#test/support/small-shop.ts'

const shop = openCheckout()
let buyer: Buyer
beforeEach(async () => {
  buyer = await shop.buyer()
  dataOf(await buyer.add(products.phone))
})

/** Sends POST /province as a browser does. The current province is 30. */
function choose(fields: Record<string, string>, accept = 'text/html') {
  const headers = { cookie: `token=${buyer.token}`, 'sec-fetch-site': 'same-origin', accept }
  return shop.door.call('POST', '/province', { form: new URLSearchParams(fields), headers })
}
const priced = async () => dataOf<Quote>(await buyer.call('GET', '/api/cart/v1/quote'))

describe('a chosen province', () => {
  test('away from cart and checkout, applies at once', async () => {
    const answer = await choose({ province_id: '24', return_to: '/dien-thoai' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dien-thoai'])
    expect(answer.headers.get('set-cookie')).toContain('province_id=24')
  })

  test('on the cart, first shows the list of changes', async () => {
    const answer = await choose({ province_id: '24', return_to: '/cart' })
    expect(answer.headers.get('location')).toBe('/cart/province?province_id=24&return_to=%2Fcart')
    expect(answer.headers.get('set-cookie') ?? '').not.toContain('province_id')
    const scripted = await choose({ province_id: '24', return_to: '/cart' }, 'application/json')
    expect(scripted.status).toBe(409)
    expect(JSON.parse(scripted.text)).toMatchObject({
      changes: {
        province_name: 'Hà Nội',
        lines: [{ item_id: products.phone, previous_price: 30_990_000, price: 30_490_000 }],
        previous_total: 30_990_000,
        grand_total: 30_490_000,
      },
    })
  })

  test('at the checkout, moves it once it is confirmed', async () => {
    dataOf(await buyer.quote({ [products.phone]: 1 }))
    const fields = { province_id: '24', return_to: '/cart/payment-info' }
    expect((await choose(fields, 'application/json')).status).toBe(409)
    expect((await priced()).province_id).toBe(30)
    const agreed = await choose({ ...fields, is_confirmed: 'true' })
    expect(agreed.headers.get('location')).toBe('/cart/payment-info')
    expect(agreed.headers.get('set-cookie')).toContain('province_id=24')
    expect(await priced()).toMatchObject({ province_id: 24, totals: { grand_total: 30_490_000 } })
  })

  test('asks nothing where nothing changes, and on pages without cart or checkout', async () => {
    expect((await choose({ province_id: '30', return_to: '/cart' })).status).toBe(303)
    const none = await choose({ province_id: '24', return_to: '/cart/payment' })
    expect(none.headers.get('location')).toBe('/cart/payment')
  })
})

describe('a refusal of the new province', () => {
  const choice = { path: '/cart/payment-info', from: 30, to: 24 }
  const caller = {} as Caller
  const refusing = (error: Refusal): Services => ({
    ...shop.door.services,
    quote: { ...shop.door.services.quote, setProvince: () => Promise.reject(error) },
  })

  test.each([
    contract.setProvince.refuse('quote_not_found'),
    contract.setProvince.refuse('item_not_found', { item_id: 1, name: 'iPhone' }),
  ])('is passed over if there is no checkout to move: $code', async (refusal) => {
    const services = refusing(refusal)
    expect(await changesAt(services, caller, choice)).toBeNull()
    await expect(moveCheckout(services, caller, choice)).resolves.toBeUndefined()
  })

  test('is thrown on for any other reason', async () => {
    const meaning = 'Too many requests.'
    const refusal = new Refusal('too_many_requests', { status: 429, meaning }, { retry_after: 1 })
    const services = refusing(refusal)
    await expect(changesAt(services, caller, choice)).rejects.toBe(refusal)
    await expect(moveCheckout(services, caller, choice)).rejects.toBe(refusal)
  })
})
