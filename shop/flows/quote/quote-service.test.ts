import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { dataOf, home_address, refusalOf, type Buyer, type Quote } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import type { Answer } from '#test/support/door.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()
const path = '/api/cart/v1/quote'
const quoteOf = (answer: Answer) => dataOf<Quote>(answer)
const open = (buyer: Buyer) => buyer.call('GET', path)
const problemsOf = (answer: Answer) => {
  const data = answer.body?.error?.data as { problems: Record<string, string> } | undefined
  return data?.problems
}

async function buyerWithCart(): Promise<Buyer> {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(products.phone))
  dataOf(await buyer.add(products.cable, 2))
  return buyer
}

const setSale = (item_id: number, amount: number) =>
  sql`update price set sale_price = ${amount}
    where product_id = ${item_id} and province_id is null`.execute(checkout.own.db)
const setOnSale = (item_id: number, is_active: boolean) =>
  sql`update product set is_active = ${is_active} where product_id = ${item_id}`.execute(
    checkout.own.db,
  )

describe('POST /v1/quote', () => {
  test('opens a checkout with chosen items, priced and summed', async () => {
    const buyer = await buyerWithCart()
    const quote = quoteOf(await buyer.quote({ [products.phone]: 1, [products.cable]: 2 }))
    expect(quote.items.map((line) => [line.item_id, line.line_total])).toEqual([
      [products.phone, 30_990_000],
      [products.cable, 300_000],
    ])
    expect(quote.totals).toMatchObject({
      item_quantity: 3,
      list_total: 35_370_000,
      discount: 4_080_000,
      subtotal: 31_290_000,
      shipping_fee: 0,
      grand_total: 31_290_000,
    })
    expect(quote).toMatchObject({ type: 1, province_id: 30, recipient: null })
    expect(quoteOf(await open(buyer))).toEqual(quote)
  })

  test('reads bracket keys of a multipart form and JSON text in a field', async () => {
    const buyer = await buyerWithCart()
    const brackets = new FormData()
    brackets.set('Quote[type]', '1')
    brackets.set('Quote[province_id]', '30')
    brackets.set('QuoteItems[0][item_id]', String(products.cable))
    brackets.set('QuoteItems[0][item_quantity]', '2')
    const texts = new FormData()
    texts.set('Quote', JSON.stringify({ type: 1, province_id: 30 }))
    texts.set('QuoteItems', JSON.stringify([{ item_id: products.cable, item_quantity: 2 }]))
    for (const form of [brackets, texts]) {
      const quote = quoteOf(await checkout.door.call('POST', path, { token: buyer.token, form }))
      expect(quote.totals.grand_total).toBe(300_000)
    }
  })

  test('refuses an item with an unknown meta, which would have no effect', async () => {
    const buyer = await buyerWithCart()
    const line = { item_id: products.cable, item_quantity: 2 }
    const unknown_meta = 'Chưa hỗ trợ thông tin kèm theo này.'
    for (const meta of [{ imei: 7 }, { imei_id: 7, color: 'x' }, 'x', [], 7]) {
      const json = { Quote: { type: 1 }, QuoteItems: [{ ...line, meta }] }
      const quote = await checkout.door.call('POST', path, { token: buyer.token, json })
      expect([quote.status, problemsOf(quote)]).toEqual([
        422,
        { ['QuoteItems.0.meta']: unknown_meta },
      ])
      const cart = await checkout.door.call('POST', '/api/cart/v1/cart', {
        token: buyer.token,
        json: { ...line, meta },
      })
      expect([cart.status, problemsOf(cart)]).toEqual([422, { ['meta']: unknown_meta }])
      const price = await checkout.door.call('POST', '/api/cart/v1/calculate-price', {
        json: { items: [{ ...line, meta }] },
      })
      expect([price.status, problemsOf(price)]).toEqual([422, { ['items.0.meta']: unknown_meta }])
    }
    const json = { ...line, meta: { imei_id: 7 } }
    const { status } = await checkout.door.call('POST', '/api/cart/v1/cart', {
      token: buyer.token,
      json,
    })
    expect(status).toBe(404)
  })

  test('replaces the open one and keeps the address that was typed', async () => {
    const buyer = await buyerWithCart()
    const first = quoteOf(await buyer.quote({ [products.phone]: 1 }))
    quoteOf(await buyer.address())
    const second = quoteOf(await buyer.quote({ [products.cable]: 1 }))
    expect(second.quote_id).not.toBe(first.quote_id)
    expect(second.recipient?.street).toBe(home_address.street)
    expect(quoteOf(await open(buyer)).items).toHaveLength(1)
  })

  test('two tabs at once leave one open', async () => {
    const buyer = await buyerWithCart()
    const tabs = await Promise.all(
      [1, 2, 1, 2, 1].map((quantity) => buyer.quote({ [products.cable]: quantity })),
    )
    const ids = tabs.map((tab) => quoteOf(tab).quote_id)
    expect(ids).toContain(quoteOf(await open(buyer)).quote_id)
  })

  test('an item outside the caller’s cart is item_not_found, absent or foreign alike', async () => {
    const buyer = await checkout.buyer()
    dataOf(await buyer.add(products.cable))
    await buyerWithCart()
    const foreign = await buyer.quote({ [products.phone]: 1 })
    const absent = await buyer.quote({ 999999: 1 })
    expect(refusalOf(foreign)).toBe('404 item_not_found')
    expect(absent.text.replace('999999', '11')).toBe(foreign.text)
    const booking = await buyer.call('POST', path, {
      Quote: { type: 2 },
      QuoteItems: [{ item_id: products.cable, item_quantity: 1 }],
    })
    expect(refusalOf(booking)).toBe('404 item_not_found')
  })

  test('checks stock: sold_out, quantity_not_available, also for an item named twice', async () => {
    const buyer = await buyerWithCart()
    const twice = await buyer.call('POST', path, {
      Quote: {},
      QuoteItems: [3, 3].map((item_quantity) => ({ item_id: products.phone, item_quantity })),
    })
    expect(refusalOf(twice)).toBe('409 quantity_not_available')
    expect(twice.body?.error?.data).toEqual({
      item_id: products.phone,
      max_quantity: 5,
      name: 'Sản phẩm 11',
    })
    await setFreeStock(checkout.own.db, 0, sql`product_id = ${products.phone}`)
    const answer = await buyer.quote({ [products.phone]: 1 })
    expect(refusalOf(answer)).toBe('409 sold_out')
    expect(answer.body?.error?.data).toEqual({ item_id: products.phone, name: 'Sản phẩm 11' })
  })

  test('a loan is for one piece', async () => {
    const buyer = await checkout.buyer()
    dataOf(await buyer.call('POST', '/api/cart/v1/cart', { item_id: products.phone, item_type: 4 }))
    const inParts = (quantities: readonly number[]) =>
      buyer.call('POST', path, {
        Quote: { type: 4 },
        QuoteItems: quantities.map((item_quantity) => ({ item_id: products.phone, item_quantity })),
      })
    for (const quantities of [[2], [1, 1]]) {
      const refused = await inParts(quantities)
      expect(refusalOf(refused)).toBe('409 loan_of_one_piece')
      expect(refused.body?.error?.data).toMatchObject({ item_id: products.phone })
    }
    expect(quoteOf(await inParts([1])).items).toHaveLength(1)
  })

  test('needs items, a known province and whole numbers', async () => {
    const buyer = await buyerWithCart()
    const post = (json: unknown) => buyer.call('POST', path, json)
    const item = { item_id: products.cable, item_quantity: 1 }
    expect(problemsOf(await post({ Quote: {}, QuoteItems: [] }))).toHaveProperty('QuoteItems')
    const province = await post({ Quote: { province_id: 77 }, QuoteItems: [item] })
    expect(problemsOf(province)).toHaveProperty(['Quote.province_id'])
    for (const item_quantity of [-1, 0, 1.5, '1e3', 1e21]) {
      const answer = await post({ Quote: {}, QuoteItems: [{ ...item, item_quantity }] })
      expect(problemsOf(answer)).toHaveProperty(['QuoteItems.0.item_quantity'])
    }
    const forged = [{ ...item, price: 1, final_price: 1, line_total: 1, item_type: 4 }]
    const forging = await post({ Quote: { grand_total: 1 }, QuoteItems: forged, totals: {} })
    expect(quoteOf(forging).totals.grand_total).toBe(180_000)
  })

  test('has shown the price: the cart no longer marks it as changed', async () => {
    const buyer = await buyerWithCart()
    await setSale(products.phone, 29_990_000)
    expect((await buyer.cart()).items[0]?.previous_price).toBe(30_990_000)
    quoteOf(await buyer.quote({ [products.phone]: 1 }))
    expect((await buyer.cart()).items[0]?.previous_price).toBeNull()
    await setSale(products.phone, 30_990_000)
  })
})

describe('GET /v1/quote', () => {
  test('without an open checkout: quote_not_found, on every step', async () => {
    const buyer = await buyerWithCart()
    const steps = [
      open(buyer),
      buyer.address(),
      buyer.call('GET', `${path}/payment-method-list`),
      buyer.call('DELETE', `${path}/item`, { item_id: products.cable }),
    ]
    for (const step of await Promise.all(steps)) expect(refusalOf(step)).toBe('404 quote_not_found')
  })

  test('is priced now and saves the shown total', async () => {
    const buyer = await buyerWithCart()
    await buyer.quote({ [products.phone]: 1 })
    await setSale(products.phone, 29_990_000)
    expect(quoteOf(await open(buyer)).totals.grand_total).toBe(29_990_000)
    const { rows } = await sql<{ grand_total_seen: number }>`
      select grand_total_seen from quote order by quote_id desc limit 1`.execute(checkout.own.db)
    expect(rows[0]?.grand_total_seen).toBe(29_990_000)
    await setSale(products.phone, 30_990_000)
  })

  test('an item that is no longer sold stops every step: item_not_found with its name', async () => {
    const buyer = await buyerWithCart()
    await buyer.quote({ [products.phone]: 1, [products.cable]: 1 })
    await setOnSale(products.phone, false)
    const methods = buyer.call('GET', `${path}/payment-method-list`)
    const steps = await Promise.all([open(buyer), buyer.address(), methods])
    for (const step of steps) {
      expect(refusalOf(step)).toBe('404 item_not_found')
      expect(step.body?.error?.data).toEqual({ item_id: products.phone, name: 'Sản phẩm 11' })
    }
    const rest = await buyer.call('DELETE', `${path}/item`, { item_id: products.phone })
    expect(quoteOf(rest).items.map((line) => line.item_id)).toEqual([products.cable])
    await setOnSale(products.phone, true)
  })
})

test('DELETE /v1/quote/item removes a line; removing the last one closes the checkout', async () => {
  const buyer = await buyerWithCart()
  await buyer.quote({ [products.phone]: 1, [products.cable]: 1 })
  const remove = (item_id: number, item_type = 1) =>
    buyer.call('DELETE', `${path}/item`, { item_id, item_type })
  expect(refusalOf(await remove(999))).toBe('404 item_not_found')
  expect(refusalOf(await remove(products.phone, 2))).toBe('404 item_not_found')
  expect(quoteOf(await remove(products.phone)).totals.grand_total).toBe(180_000)
  expect(dataOf(await remove(products.cable))).toBeNull()
  expect(refusalOf(await open(buyer))).toBe('404 quote_not_found')
  expect((await buyer.cart()).items).toHaveLength(2)
})

describe('POST /v1/quote/address', () => {
  async function buyerAtAddress(): Promise<Buyer> {
    const buyer = await buyerWithCart()
    quoteOf(await buyer.quote({ [products.phone]: 2, [products.cable]: 1 }))
    return buyer
  }

  test('saves a delivery, the phone in national form', async () => {
    const buyer = await buyerAtAddress()
    const quote = quoteOf(
      await buyer.address({
        phone: '+84 (912) 345.678',
        email: 'an@vi.du.vn',
        note: ' Gọi\ttrước ',
      }),
    )
    expect(quote.recipient).toEqual({
      salutation: null,
      name: 'Nguyễn Văn An',
      phone: '0912345678',
      email: 'an@vi.du.vn',
      recipient_name: null,
      recipient_phone: null,
      shipping_method: 'home_delivery',
      province_id: 30,
      district_id: null,
      ward_id: null,
      ward_name: 'Phường Tân Định',
      province_code: null,
      legacy_address: null,
      dataset_version: null,
      promotion_announcement: false,
      company_invoice: null,
      data_transfer: false,
      promise: expect.objectContaining({ way: 'home', day: '2026-11-20', time: '17:30' }),
      street: '12 Trần Quang Khải',
      erp_shop_id: null,
      shop_name: null,
      address_text: '12 Trần Quang Khải, Phường Tân Định, Hồ Chí Minh',
      note: 'Gọi trước',
    })
    expect(quoteOf(await open(buyer)).recipient).toEqual(quote.recipient)
  })

  test('a small delivery costs a fee, a pick-up of the same does not', async () => {
    const buyer = await checkout.buyer()
    await buyer.add(products.cable)
    expect(quoteOf(await buyer.quote({ [products.cable]: 1 })).totals.shipping_fee).toBe(30_000)
    expect(quoteOf(await buyer.address()).totals.grand_total).toBe(180_000)
    const pickup = { shipping_method: 'store_pickup', erp_shop_id: shops.first }
    expect(quoteOf(await buyer.address(pickup)).totals).toMatchObject({
      shipping_fee: 0,
      grand_total: 150_000,
    })
  })

  test('a pick-up needs a shop that sells and has the full quantity', async () => {
    const buyer = await buyerAtAddress()
    const pickup = (erp_shop_id?: number) =>
      buyer.address({ shipping_method: 'store_pickup', province_id: 24, street: '', erp_shop_id })
    expect(quoteOf(await pickup(shops.first)).recipient).toMatchObject({
      shipping_method: 'store_pickup',
      province_id: 30,
      street: null,
      erp_shop_id: shops.first,
      shop_name: 'Cửa hàng 1',
      address_text: 'Cửa hàng 1, 1 Trần Quang Khải, Phường Tân Định',
    })
    for (const shop of [shops.repairs, 999]) {
      expect(refusalOf(await pickup(shop))).toBe('404 shop_not_found')
    }
    expect(problemsOf(await pickup())).toHaveProperty('erp_shop_id')
    const short = await pickup(shops.second)
    expect(refusalOf(short)).toBe('409 shop_out_of_stock')
    expect(short.body?.error?.data).toEqual({
      items: [
        { item_id: products.phone, name: 'Sản phẩm 11', max_quantity: 1 },
        { item_id: products.cable, name: 'Sản phẩm 21', max_quantity: 0 },
      ],
    })
    expect(quoteOf(await open(buyer)).recipient?.erp_shop_id).toBe(shops.first)
  })

  test('returns a message for every wrong field and saves nothing', async () => {
    const buyer = await buyerAtAddress()
    const answer = await buyer.address({ name: '…', phone: '01234567890', email: 'x', street: ' ' })
    expect(refusalOf(answer)).toBe('422 invalid_input')
    expect(problemsOf(answer)).toEqual({
      name: 'Họ tên cần có chữ cái.',
      phone: 'Đầu số 0123 đã đổi thành 083. Vui lòng nhập số mới có 10 chữ số.',
      email: 'Email không đúng. Ví dụ: ten@gmail.com.',
      street: 'Vui lòng nhập số nhà, tên đường.',
    })
    const nothing = await buyer.call('POST', `${path}/address`, {})
    expect(problemsOf(nothing)).toEqual({
      name: 'Vui lòng nhập họ và tên.',
      phone: 'Vui lòng nhập số điện thoại.',
      shipping_method: 'Vui lòng chọn cách nhận hàng.',
    })
    expect(problemsOf(await buyer.address({ province_id: 77 }))).toHaveProperty('province_id')
    expect(problemsOf(await buyer.address({ note: 'x'.repeat(501) }))).toHaveProperty('note')
    expect(quoteOf(await open(buyer)).recipient).toBeNull()
  })

  test('another recipient comes with name and phone', async () => {
    const buyer = await buyerAtAddress()
    const other = { recipient_name: 'Trần Thị Bình', recipient_phone: '0084 987 654 321' }
    expect(quoteOf(await buyer.address(other)).recipient).toMatchObject({
      recipient_name: 'Trần Thị Bình',
      recipient_phone: '0987654321',
    })
    expect(problemsOf(await buyer.address({ recipient_name: 'Bình' }))).toHaveProperty(
      'recipient_phone',
    )
  })
})

test('GET /v1/quote/payment-method-list begins with cash on delivery and bank transfer', async () => {
  const buyer = await buyerWithCart()
  await buyer.quote({ [products.phone]: 1 })
  const answer = await buyer.call('GET', `${path}/payment-method-list`)
  const { payment_methods } = dataOf<{ payment_methods: unknown[] }>(answer)
  expect(payment_methods.slice(0, 2)).toEqual([
    {
      code: 'cod',
      icon: 'cod',
      offer: null,
      unavailable_offers: [],
      adjustments: [],
      grand_total: 30_990_000,
      title: 'Thanh toán khi nhận hàng',
      description: expect.stringMatching(/nhân viên/),
    },
    {
      code: 'bank_transfer',
      icon: 'bank_transfer',
      offer: null,
      unavailable_offers: [],
      adjustments: [],
      grand_total: 30_990_000,
      title: 'Chuyển khoản ngân hàng qua mã QR',
      description: expect.stringMatching(/VietQR/),
    },
  ])
})
