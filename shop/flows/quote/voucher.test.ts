import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { quote as contract } from '#contracts/storefront/quote.ts'
import type { Service } from '#pure/contract.ts'
import { dataOf, refusalOf, type Buyer, type Order, type Quote } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { endOffers, giveVoucher, startPromotion } from '#test/support/baskets/small-offers.ts'
import { products } from '#test/support/small-shop.ts'

type PaymentMethods = Awaited<ReturnType<Service<typeof contract>['paymentMethods']>>

const checkout = openCheckout()
const path = '/api/cart/v1/quote'
let buyer: Buyer

beforeEach(async () => {
  await endOffers(checkout.own.db)
  buyer = await checkout.buyer()
})

const enter = async (code: string) =>
  dataOf<Quote>(await buyer.call('POST', `${path}/voucher`, { code }))
const send = (json: Record<string, unknown>) => buyer.call('POST', `${path}/voucher`, json)
const cookie = () => ({ cookie: `token=${buyer.token}`, origin: 'http://localhost:3000' })
const sendForm = (fields: Record<string, string>) => {
  const form = new URLSearchParams({ intent: 'voucher', ...fields })
  return checkout.door.call('POST', '/cart/payment', { form, headers: cookie() })
}
const open = async (item_id: number = products.phone) => {
  dataOf(await buyer.add(item_id))
  return dataOf<Quote>(await buyer.quote({ [item_id]: 1 }))
}

describe('POST /v1/quote/voucher', () => {
  test('applies its reduction, in any spelling, and stays with the checkout', async () => {
    await giveVoucher(checkout.own.db, { code: 'TIEM50', value: 50_500 })
    await open()
    const quote = await enter(' tiem50 ')
    expect(quote.voucher).toEqual({ code: 'TIEM50', name: 'Mã TIEM50' })
    expect(quote.totals.adjustments).toMatchObject([
      { rule: 'voucher', reference: 'TIEM50', name: 'Mã TIEM50', amount: 50_500 },
      { rule: 'rounding', name: 'Làm tròn', amount: 500 },
    ])
    expect(quote.totals.grand_total).toBe(30_939_000)
    expect(dataOf<Quote>(await buyer.call('GET', path))).toEqual(quote)
    const again = dataOf<Quote>(await buyer.quote({ [products.phone]: 1 }))
    expect(again.totals.grand_total).toBe(30_939_000)
    const without = dataOf<Quote>(await buyer.call('DELETE', `${path}/voucher`))
    expect(without).toMatchObject({ voucher: null, totals: { grand_total: 30_990_000 } })
  })

  test('an unknown code is a wrong field', async () => {
    await open()
    const answer = await buyer.call('POST', `${path}/voucher`, { code: 'KHONGCO' })
    expect(refusalOf(answer)).toBe('422 invalid_input')
    expect(answer.body?.error?.data).toMatchObject({
      problems: { code: 'Mã giảm giá không tồn tại. Vui lòng kiểm tra lại.' },
    })
  })

  test('is refused without a checkout', async () => {
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
  ])('a code that gives nothing now is refused with the reason: %j', async (given, problem) => {
    await giveVoucher(checkout.own.db, { code: 'TIEM50', value: 50_000, ...given })
    await giveVoucher(checkout.own.db, { code: 'TIEM10', value: 10_000 })
    await open(products.cable)
    await enter('TIEM10')
    const answer = await send({ code: 'TIEM50' })
    expect(refusalOf(answer)).toBe('422 invalid_input')
    expect(answer.body?.error?.data).toMatchObject({ problems: { code: problem } })
    const { voucher, totals } = dataOf<Quote>(await buyer.call('GET', path))
    expect([voucher?.code, totals.grand_total]).toEqual(['TIEM10', 170_000])
  })

  test('is refused when an offer excludes it and is worth more', async () => {
    await giveVoucher(checkout.own.db, { code: 'TIEM5', value: 5_000, excludes: ['catalogue'] })
    const promotion = { kind: 'catalogue', name: 'Giá sốc', product_id: products.cable } as const
    await startPromotion(checkout.own.db, { ...promotion, value: 20_000 })
    const { totals } = await open(products.cable)
    expect(totals.subtotal).toBe(130_000)
    expect((await send({ code: 'TIEM5' })).body?.error?.data).toMatchObject({
      problems: { code: 'Mã TIEM5 không dùng cùng “Giá sốc”, đang có lợi hơn cho bạn.' },
    })
  })
})

describe('a second voucher', () => {
  test('replaces the first after one confirmation', async () => {
    await giveVoucher(checkout.own.db, { code: 'TIEM50', value: 50_000 })
    await giveVoucher(checkout.own.db, { code: 'TIEM90', value: 90_000 })
    await open()
    await enter('TIEM50')
    const asked = await send({ code: 'tiem90' })
    expect(refusalOf(asked)).toBe('409 voucher_change_needs_confirm')
    expect(asked.body?.error?.data).toEqual({
      previous: { code: 'TIEM50', name: 'Mã TIEM50', amount: 50_000 },
      next: { code: 'TIEM90', name: 'Mã TIEM90', amount: 90_000 },
      previous_total: 30_940_000,
      grand_total: 30_900_000,
    })
    expect(dataOf<Quote>(await buyer.call('GET', path)).voucher?.code).toBe('TIEM50')
    const confirmed = dataOf<Quote>(await send({ code: 'tiem90', is_confirmed: true }))
    expect(confirmed).toMatchObject({
      voucher: { code: 'TIEM90' },
      totals: { grand_total: 30_900_000 },
    })
    expect(await enter('TIEM90')).toEqual(confirmed)
  })

  test('is asked about on the payment page, without scripts', async () => {
    await giveVoucher(checkout.own.db, { code: 'TIEM50', value: 50_000 })
    await giveVoucher(checkout.own.db, { code: 'TIEM90', value: 90_000 })
    await buyer.prepare(products.phone)
    await enter('TIEM50')
    const asked = await sendForm({ code: 'TIEM90' })
    expect(asked.text).toContain('Đổi mã giảm giá?')
    expect(asked.text).toContain('Mã TIEM90 sẽ thay mã TIEM50.')
    expect(asked.text).toContain('name="is_confirmed" value="true"')
    expect((await sendForm({ code: 'TIEM90', is_confirmed: 'true' })).status).toBe(303)
    expect(dataOf<Quote>(await buyer.call('GET', path)).voucher?.code).toBe('TIEM90')
  })
})

describe('a voucher that stops applying', () => {
  const ended = () =>
    sql`update voucher set is_active = false where code = 'TIEM50'`.execute(checkout.own.db)

  test('leaves the checkout, which says why until another one is entered', async () => {
    await giveVoucher(checkout.own.db, { code: 'TIEM50', value: 50_000 })
    await giveVoucher(checkout.own.db, { code: 'TIEM90', value: 90_000 })
    await open()
    await enter('TIEM50')
    await ended()
    const left = {
      voucher: null,
      voucher_lost: 'Mã TIEM50 đã được bỏ khỏi đơn hàng. Mã TIEM50 đã hết hạn.',
      totals: { adjustments: [], grand_total: 30_990_000 },
    }
    expect(dataOf<Quote>(await buyer.call('GET', path))).toMatchObject(left)
    await sql`update voucher set is_active = true where code = 'TIEM50'`.execute(checkout.own.db)
    expect(dataOf<Quote>(await buyer.call('GET', path))).toMatchObject(left)
    const page = await checkout.door.call('GET', '/cart/payment-info', { headers: cookie() })
    expect(page.text).toContain(left.voucher_lost)
    expect(await enter('TIEM90')).toMatchObject({ voucher: { code: 'TIEM90' }, voucher_lost: null })
  })

  test('leaves when the checkout is opened again with less', async () => {
    await giveVoucher(checkout.own.db, { code: 'TIEM50', value: 50_000, min_total: 300_000 })
    dataOf(await buyer.add(products.cable, 2))
    dataOf(await buyer.quote({ [products.cable]: 2 }))
    await enter('TIEM50')
    const opened = dataOf<Quote>(await buyer.quote({ [products.cable]: 1 }))
    const voucher_lost = 'Mã TIEM50 đã được bỏ khỏi đơn hàng. Mua thêm 150.000đ để dùng mã TIEM50.'
    expect(opened).toMatchObject({ voucher: null, voucher_lost })
    expect(dataOf<Quote>(await buyer.call('GET', path))).toEqual(opened)
    expect(dataOf<Quote>(await buyer.call('DELETE', `${path}/voucher`)).voucher_lost).toBeNull()
  })

  test('is named on the payment page', async () => {
    await giveVoucher(checkout.own.db, { code: 'TIEM50', value: 50_000 })
    await buyer.prepare(products.phone)
    await enter('TIEM50')
    await ended()
    const page = await checkout.door.call('GET', '/cart/payment', { headers: cookie() })
    expect(page.text).toContain('Mã TIEM50 đã được bỏ khỏi đơn hàng. Mã TIEM50 đã hết hạn.')
  })
})

describe('GET /v1/quote/payment-method-list', () => {
  test('lists the offer and the total for each payment method', async () => {
    const offer = { kind: 'payment', payment_method: 'bank_transfer', value: 100_000 } as const
    await startPromotion(checkout.own.db, { ...offer, name: 'Chuyển khoản giảm 100.000đ' })
    await startPromotion(checkout.own.db, { ...offer, value: 900_000, min_total: 90_000_000 })
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

test('with every payment method the rows add up to its total, and a lost voucher is named', async () => {
  await giveVoucher(checkout.own.db, { code: 'TIEM50', value: 50_500 })
  const offer = { kind: 'payment' as const, value: 90_700, excludes: ['voucher'] }
  await startPromotion(checkout.own.db, { ...offer, payment_method: 'vnpay', name: 'VNPAY' })
  await startPromotion(checkout.own.db, { kind: 'payment', payment_method: 'momo', percent: 1 })
  await buyer.prepare(products.phone)
  const { totals } = await enter('TIEM50')
  const answer = await buyer.call('GET', `${path}/payment-method-list`)
  const { payment_methods } = dataOf<PaymentMethods>(answer)
  for (const { adjustments, grand_total } of payment_methods) {
    const off = adjustments.reduce((sum, { amount }) => sum + amount, 0)
    expect(totals.subtotal - off + totals.shipping_fee).toBe(grand_total)
  }
  const rowsOf = (code: string) =>
    payment_methods.find((one) => one.code === code)?.adjustments.map(({ rule }) => rule)
  expect(rowsOf('vnpay')).toEqual(['payment', 'rounding'])
  expect(rowsOf('momo')).toEqual(['voucher', 'payment', 'rounding'])
  const page = await checkout.door.call('GET', '/cart/payment', { headers: cookie() })
  expect(page.text).toContain('Không dùng cùng mã TIEM50: ưu đãi này có lợi hơn cho bạn.')
})

test('the page says when the offer of the chosen payment method takes the place of the voucher', async () => {
  await giveVoucher(checkout.own.db, { code: 'TIEM50', value: 50_500 })
  await buyer.prepare(products.phone)
  await enter('TIEM50')
  const shown = async () =>
    (await checkout.door.call('GET', '/cart/payment', { headers: cookie() })).text
  expect(await shown()).not.toContain('Chưa trừ vào đơn')
  const offer = { kind: 'payment' as const, value: 90_700, excludes: ['voucher'] }
  await startPromotion(checkout.own.db, { ...offer, payment_method: 'cod', name: 'Tiền mặt' })
  expect(await shown()).toContain('Chưa trừ vào đơn: ưu đãi của phương thức thanh toán đang chọn')
})

describe('PUT /v1/quote/province', () => {
  test('lists a promotion of the other province, and applies it when confirmed', async () => {
    const promotion = { kind: 'catalogue', product_id: products.cable, value: 50_000 } as const
    await startPromotion(checkout.own.db, { ...promotion, province_ids: [24] })
    await open(products.cable)
    const answer = await buyer.call('PUT', `${path}/province`, { province_id: 24 })
    expect(refusalOf(answer)).toBe('409 province_change_needs_confirm')
    expect(answer.body?.error?.data).toMatchObject({
      changes: {
        lines: [{ item_id: products.cable, previous_price: 150_000, price: 100_000 }],
        previous_total: 180_000,
        grand_total: 130_000,
      },
    })
    const confirmed = { province_id: 24, is_confirmed: true }
    const quote = dataOf<Quote>(await buyer.call('PUT', `${path}/province`, confirmed))
    expect(quote.totals.grand_total).toBe(130_000)
  })
})

test('the offer for the chosen payment method applies without another confirmation', async () => {
  const offer = { kind: 'payment', payment_method: 'cod', value: 40_000 } as const
  await startPromotion(checkout.own.db, offer)
  await startPromotion(checkout.own.db, {
    kind: 'gift',
    gift_product_id: products.cable,
    product_id: products.phone,
  })
  dataOf(await buyer.add(products.cable))
  const seen = await buyer.prepare(products.phone)
  const order = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
  expect(order.totals.grand_total).toBe(seen.totals.grand_total - 40_000)
  expect(order.items.map((line) => line.is_gift)).toEqual([false, true])
  // The cable given as a gift is not the cable in the cart.
  expect((await buyer.cart()).items.map((line) => line.item_id)).toEqual([products.cable])
})

describe('GET /v1/quote/vouchers', () => {
  type Vouchers = Awaited<ReturnType<Service<typeof contract>['vouchers']>>
  const list = async () => dataOf<Vouchers>(await buyer.call('GET', `${path}/vouchers`))
  const showOnWall = (...codes: string[]) =>
    sql`insert into landing_page (code, name, layout, theme, blocks)
      values ('ma-giam-gia', 'Mã giảm giá', 'landing-page', 'night', ${JSON.stringify([{ kind: 'vouchers', title: 'Mã', codes }])})
      on conflict (code) do update set blocks = excluded.blocks`.execute(checkout.own.db)

  test('lists what the shop shows, with the discount or the reason, and nothing secret', async () => {
    const { db } = checkout.own
    await giveVoucher(db, { code: 'TIEM50', value: 50_000 })
    await giveVoucher(db, { code: 'TIEM90', value: 90_000, min_total: 40_000_000 })
    await giveVoucher(db, { code: 'BIMAT', value: 500_000 })
    await showOnWall('TIEM50', 'TIEM90')
    const { totals } = await open()
    const { vouchers } = await list()
    expect(vouchers).toMatchObject([
      { code: 'TIEM50', amount: 50_000, problem: null, is_entered: false },
      { code: 'TIEM90', amount: 0, problem: 'Mua thêm 9.010.000đ để dùng mã TIEM90.' },
    ])
    expect(totals.grand_total).toBe(30_990_000)
    await enter('TIEM50')
    expect((await list()).vouchers[0]).toMatchObject({ code: 'TIEM50', is_entered: true })
  })

  test('names the cheapest voucher and payment method together; one press takes it', async () => {
    const { db } = checkout.own
    await giveVoucher(db, { code: 'TIEM50', value: 50_000 })
    await giveVoucher(db, { code: 'TIEM20', value: 20_000 })
    await startPromotion(db, {
      kind: 'payment',
      payment_method: 'bank_transfer',
      value: 100_000,
      name: 'Chuyển khoản giảm 100.000đ',
    })
    await showOnWall('TIEM50', 'TIEM20')
    await buyer.prepare(products.phone)
    await enter('TIEM20')
    expect((await list()).cheapest).toMatchObject({
      voucher_code: 'TIEM50',
      payment_method: 'bank_transfer',
      needs_method: true,
      grand_total: 30_840_000,
    })
    const page = await checkout.door.call('GET', '/cart/payment?', { headers: cookie() })
    expect(page.text).toContain('mã TIEM50, bớt thêm')
    const way = { payment_method: 'bank_transfer', code: 'TIEM50' }
    const from = { from_method: 'cod', from_code: 'TIEM20', can_undo: '1' }
    const taken = await sendForm({ ...way, intent: 'way', ...from })
    expect(taken.status).toBe(303)
    expect(dataOf<Quote>(await buyer.call('GET', path)).voucher?.code).toBe('TIEM50')
    const after = await checkout.door.call('GET', taken.headers.get('location') ?? '', {
      headers: cookie(),
    })
    expect(after.text).toContain(
      'Đã đổi sang Chuyển khoản ngân hàng qua mã QR + dùng mã TIEM50: bớt 130.000đ<',
    )
    expect(after.text).toContain('Hoàn tác')
    await sendForm({
      payment_method: 'cod',
      code: 'TIEM20',
      intent: 'way',
      from_method: 'bank_transfer',
      from_code: 'TIEM50',
    })
    expect(dataOf<Quote>(await buyer.call('GET', path)).voucher?.code).toBe('TIEM20')
    await sendForm({ intent: 'way', payment_method: 'cod', code: '', from_method: 'cod' })
    expect(dataOf<Quote>(await buyer.call('GET', path)).voucher).toBeNull()
  })
})
