import { beforeEach, describe, expect, test } from 'vitest'
import { dataOf, refusalOf, type Buyer, type Order, type Quote } from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import { endOffers, giveVoucher, startPromotion } from '#test/support/baskets/small-offers.ts'
import { goods } from '#test/support/small-shop.ts'

const counter = openCounter()
const path = '/api/cart/v1/quote'
let buyer: Buyer

beforeEach(async () => {
  await endOffers(counter.own.db)
  buyer = await counter.buyer()
})

const enter = async (code: string) =>
  dataOf<Quote>(await buyer.call('POST', `${path}/voucher`, { code }))
const open = async (item_id: number = goods.phone) => {
  dataOf(await buyer.add(item_id))
  return dataOf<Quote>(await buyer.quote({ [item_id]: 1 }))
}

describe('POST /v1/quote/voucher', () => {
  test('takes off what it gives, however it was typed, and stays with the checkout', async () => {
    await giveVoucher(counter.own.db, { code: 'TIEM50', value: 50_500 })
    await open()
    const quote = await enter(' tiem50 ')
    expect(quote.voucher).toEqual({ code: 'TIEM50', name: 'Mã TIEM50', problem: null })
    expect(quote.totals.adjustments).toMatchObject([
      { rule: 'voucher', reference: 'TIEM50', name: 'Mã TIEM50', amount: 50_500 },
      { rule: 'rounding', name: 'Làm tròn', amount: 500 },
    ])
    expect(quote.totals.grand_total).toBe(30_939_000)
    expect(dataOf<Quote>(await buyer.call('GET', path))).toEqual(quote)
    const again = dataOf<Quote>(await buyer.quote({ [goods.phone]: 1 }))
    expect(again.totals.grand_total).toBe(30_939_000)
    const without = dataOf<Quote>(await buyer.call('DELETE', `${path}/voucher`))
    expect(without).toMatchObject({ voucher: null, totals: { grand_total: 30_990_000 } })
  })

  test('a code that nobody gave out is a wrong field', async () => {
    await open()
    const answer = await buyer.call('POST', `${path}/voucher`, { code: 'KHONGCO' })
    expect(refusalOf(answer)).toBe('422 invalid_input')
    expect(answer.body?.error?.data).toMatchObject({
      problems: { code: 'Mã giảm giá không tồn tại. Vui lòng kiểm tra lại.' },
    })
  })

  test('without a checkout there is nothing to take off', async () => {
    const answer = await buyer.call('POST', `${path}/voucher`, { code: 'TIEM50' })
    expect(refusalOf(answer)).toBe('404 quote_not_found')
    expect(refusalOf(await buyer.call('DELETE', `${path}/voucher`))).toBe('404 quote_not_found')
  })

  const day = 86_400_000
  const later = new Date(Date.parse('2026-11-20T08:00:00Z') + day)
  const before = new Date(later.getTime() - 2 * day)
  test.each([
    [{ ends_at: before }, 'Mã TIEM50 đã hết hạn.'],
    [{ starts_at: later }, 'Mã TIEM50 chỉ dùng được từ 15:00 ngày 21/11/2026.'],
    [{ total: 0 }, 'Mã TIEM50 đã được dùng hết.'],
    [{ min_total: 200_000 }, 'Mua thêm 50.000đ để dùng mã TIEM50.'],
    [{ category_ids: [999] }, 'Mã TIEM50 không áp dụng cho sản phẩm trong đơn hàng này.'],
  ])('one that gives nothing now says why: %j', async (given, problem) => {
    await giveVoucher(counter.own.db, { code: 'TIEM50', value: 50_000, ...given })
    await open(goods.cable)
    const quote = await enter('TIEM50')
    expect(quote.voucher?.problem).toBe(problem)
    expect(quote.totals).toMatchObject({ adjustments: [], grand_total: 180_000 })
  })

  test('gives way to what it does not go with where that is worth more', async () => {
    await giveVoucher(counter.own.db, { code: 'TIEM5', value: 5_000, excludes: ['catalogue'] })
    const promotion = { kind: 'catalogue', name: 'Giá sốc', product_id: goods.cable } as const
    await startPromotion(counter.own.db, { ...promotion, value: 20_000 })
    await open(goods.cable)
    const quote = await enter('TIEM5')
    expect(quote.totals.subtotal).toBe(130_000)
    expect(quote.voucher?.problem).toBe(
      'Mã TIEM5 không dùng cùng “Giá sốc”, đang có lợi hơn cho bạn.',
    )
  })
})

describe('GET /v1/quote/payment-method-list', () => {
  test('tells what is offered for each way to pay, and what the order then comes to', async () => {
    const offer = { kind: 'payment', payment_method: 'bank_transfer', value: 100_000 } as const
    await startPromotion(counter.own.db, { ...offer, name: 'Chuyển khoản giảm 100.000đ' })
    await startPromotion(counter.own.db, { ...offer, value: 900_000, min_total: 90_000_000 })
    await open()
    const answer = await buyer.call('GET', `${path}/payment-method-list`)
    const { payment_methods } = dataOf<{ payment_methods: { code: string }[] }>(answer)
    expect(payment_methods.slice(0, 2)).toMatchObject([
      { code: 'cod', offer: null, grand_total: 30_990_000 },
      {
        code: 'bank_transfer',
        offer: { name: 'Chuyển khoản giảm 100.000đ', amount: 100_000 },
        grand_total: 30_890_000,
      },
    ])
  })
})

describe('PUT /v1/quote/province', () => {
  test('lists a promotion of the other province, and applies it when confirmed', async () => {
    const promotion = { kind: 'catalogue', product_id: goods.cable, value: 50_000 } as const
    await startPromotion(counter.own.db, { ...promotion, province_ids: [24] })
    await open(goods.cable)
    const answer = await buyer.call('PUT', `${path}/province`, { province_id: 24 })
    expect(refusalOf(answer)).toBe('409 province_change_needs_confirm')
    expect(answer.body?.error?.data).toMatchObject({
      changes: {
        lines: [{ item_id: goods.cable, previous_price: 150_000, price: 100_000 }],
        previous_total: 180_000,
        grand_total: 130_000,
      },
    })
    const confirmed = { province_id: 24, is_confirmed: true }
    const quote = dataOf<Quote>(await buyer.call('PUT', `${path}/province`, confirmed))
    expect(quote.totals.grand_total).toBe(130_000)
  })
})

test('what is offered for the chosen way to pay comes off without another question', async () => {
  const offer = { kind: 'payment', payment_method: 'cod', value: 40_000 } as const
  await startPromotion(counter.own.db, offer)
  await startPromotion(counter.own.db, {
    kind: 'gift',
    gift_product_id: goods.cable,
    product_id: goods.phone,
  })
  dataOf(await buyer.add(goods.cable))
  const seen = await buyer.prepare(goods.phone)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
  expect(order.totals.grand_total).toBe(seen.totals.grand_total - 40_000)
  expect(order.items.map((line) => line.is_gift)).toEqual([false, true])
  // The cable that was given is not the one that lies in the cart.
  expect((await buyer.cart()).items.map((line) => line.item_id)).toEqual([goods.cable])
})
