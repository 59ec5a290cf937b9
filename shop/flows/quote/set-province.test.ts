import { beforeEach, describe, expect, test } from 'vitest'
import { dataOf, refusalOf, type Buyer, type Quote } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { endOffers, giveVoucher, startPromotion } from '#test/support/baskets/small-offers.ts'
import { products } from '#test/support/small-shop.ts'

const shop = openCheckout()
let buyer: Buyer
beforeEach(async () => {
  buyer = await shop.buyer()
})

const move = (fields: Record<string, string>) =>
  buyer.call('PUT', '/api/cart/v1/quote/province', undefined, { form: new URLSearchParams(fields) })
const open = async () => dataOf<Quote>(await buyer.call('GET', '/api/cart/v1/quote'))

describe('PUT /v1/quote/province', () => {
  test('lists what changes and applies nothing before it is confirmed', async () => {
    await buyer.prepare(products.phone, 1)
    const answer = await move({ province_id: '24' })
    expect(refusalOf(answer)).toBe('409 province_change_needs_confirm')
    expect(answer.body?.error?.data).toEqual({
      changes: {
        province_id: 24,
        province_name: 'Hà Nội',
        lines: [
          {
            line_id: expect.any(Number),
            item_id: products.phone,
            name: expect.any(String),
            color_name: 'Cam Vũ Trụ',
            item_quantity: 1,
            previous_price: 30_990_000,
            price: 30_490_000,
            previous_supply: 'nearby',
            supply: 'nearby',
          },
        ],
        offers: [],
        previous_shipping_fee: 0,
        shipping_fee: 0,
        previous_total: 30_990_000,
        grand_total: 30_490_000,
      },
    })
    expect(await open()).toMatchObject({ province_id: 30, totals: { grand_total: 30_990_000 } })
  })

  test('lists the voucher and the payment offers that begin or end there', async () => {
    await giveVoucher(shop.own.db, { code: 'TIEM90', value: 90_000, min_total: 30_900_000 })
    const offer = { kind: 'payment', value: 40_000 } as const
    const here = { ...offer, name: 'COD ở TP.HCM', payment_method: 'cod', province_ids: [30] }
    await startPromotion(shop.own.db, here)
    const there = { ...offer, payment_method: 'bank_transfer', province_ids: [24] }
    await startPromotion(shop.own.db, { ...there, name: 'Chuyển khoản ở Hà Nội' })
    await startPromotion(shop.own.db, { ...offer, name: 'Ví lạ', payment_method: 'no_such_way' })
    await buyer.prepare(products.phone, 1)
    dataOf(await buyer.call('POST', '/api/cart/v1/quote/voucher', { code: 'TIEM90' }))
    const answer = await move({ province_id: '24' })
    await endOffers(shop.own.db)
    const none = { previous_amount: 0, amount: 0 }
    expect(answer.body?.error?.data).toMatchObject({
      changes: {
        offers: [
          { ...none, rule: 'voucher', name: 'Mã TIEM90', previous_amount: 90_000 },
          { ...none, rule: 'payment', name: 'COD ở TP.HCM', previous_amount: 40_000 },
          { ...none, payment_method: 'bank_transfer', amount: 40_000 },
        ],
        previous_total: 30_900_000,
        grand_total: 30_490_000,
      },
    })
  })

  test('asks for confirmation also if only a payment offer begins, and shows the amount of a percentage', async () => {
    const way = { kind: 'payment', payment_method: 'cod' } as const
    const offer = { ...way, value: 9_000, province_ids: [24] }
    await startPromotion(shop.own.db, offer)
    await buyer.prepare(products.cable, 1)
    const begun = await move({ province_id: '24' })
    expect(begun.body?.error?.data).toMatchObject({
      changes: { lines: [], offers: [{ rule: 'payment', previous_amount: 0, amount: 9_000 }] },
    })
    await endOffers(shop.own.db)
    await giveVoucher(shop.own.db, { code: 'MOTPHAN', percent: 10 })
    await buyer.prepare(products.phone, 1)
    dataOf(await buyer.call('POST', '/api/cart/v1/quote/voucher', { code: 'MOTPHAN' }))
    const less = await move({ province_id: '24' })
    await endOffers(shop.own.db)
    expect(less.body?.error?.data).toMatchObject({
      changes: { offers: [{ previous_amount: 3_099_000, amount: 3_049_000 }] },
    })
  })

  test('applies confirmed changes, and the order is placed at that total', async () => {
    await buyer.prepare(products.phone, 1)
    const moved = dataOf<Quote>(await move({ province_id: '24', is_confirmed: 'true' }))
    expect(moved).toMatchObject({ province_id: 24, totals: { grand_total: 30_490_000 } })
    expect(moved.recipient).not.toBeNull()
    expect(dataOf(await buyer.order())).toMatchObject({ totals: { grand_total: 30_490_000 } })
  })

  test('asks nothing when nothing changes', async () => {
    await buyer.prepare(products.cable, 1)
    expect(dataOf(await move({ province_id: '24' }))).toMatchObject({ province_id: 24 })
    expect(dataOf(await move({ province_id: '24' }))).toMatchObject({ province_id: 24 })
  })

  test('lists items that are delivered from elsewhere there', async () => {
    await buyer.prepare(products.phone, 3)
    const answer = await move({ province_id: '24' })
    expect(answer.body?.error?.data).toMatchObject({
      changes: { lines: [{ previous_supply: 'nearby', supply: 'elsewhere' }] },
    })
  })

  test('refuses without a checkout, and for an unknown province', async () => {
    expect(refusalOf(await move({ province_id: '24' }))).toBe('404 quote_not_found')
    await buyer.prepare(products.cable, 1)
    expect((await move({ province_id: '999' })).status).toBe(422)
    expect((await move({ province_id: '' })).status).toBe(422)
    expect((await move({ province_id: '24', is_confirmed: 'maybe' })).status).toBe(422)
  })
})
