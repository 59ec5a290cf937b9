import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Answer } from '#test/support/door.ts'
import { dataOf, refusalOf, type Buyer, type Cart } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { offerUsed, usedPhone } from '#test/goods/used-devices.ts'
import { products, putInStock, shops } from '#test/support/small-shop.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

const checkout = openCheckout()
const cartOf = (answer: Answer) => dataOf<Cart>(answer)

const remove = (buyer: Buyer, json: unknown) => buyer.call('DELETE', '/api/cart/v1/cart/item', json)
const setQuantity = (buyer: Buyer, json: unknown) =>
  buyer.call('PUT', '/api/cart/v1/cart/item/quantity', json)

describe('POST /v1/cart', () => {
  test('adds an item with the price of the province, and adds up the quantity of an existing line', async () => {
    const buyer = await checkout.buyer()
    const cart = cartOf(await buyer.add(products.phone))
    expect(cart).toMatchObject({
      item_quantity: 1,
      items: [
        {
          item_id: products.phone,
          item_type: 1,
          item_quantity: 1,
          is_selected: true,
          sku: 'SKU-11',
          name: 'Sản phẩm 11',
          color_name: 'Cam Vũ Trụ',
          url_path: 'san-pham-11',
          thumbnail: '/media/products/11.webp',
          price: 34_990_000,
          final_price: 30_990_000,
          previous_price: null,
          line_total: 30_990_000,
          max_quantity: 5,
          state: 'available',
          parent_item_id: null,
          main_product_combo_id: null,
          combo_item_id: null,
        },
      ],
      selected: { item_quantity: 1, subtotal: 30_990_000, saving: 4_000_000 },
    })
    expect(cartOf(await buyer.add(products.phone, 2)).items[0]?.item_quantity).toBe(3)
  })

  test('adds once for one key, however often and from where it comes, and again for another', async () => {
    const buyer = await checkout.buyer()
    const press = (key: string) =>
      buyer.call(
        'POST',
        '/api/cart/v1/cart',
        { item_id: products.cable },
        { headers: { 'idempotency-key': key } },
      )
    const all = await Promise.all([press('lan-bam-1'), press('lan-bam-1'), press('lan-bam-1')])
    expect(all.map((answer) => cartOf(answer).item_quantity)).toEqual([1, 1, 1])
    expect(cartOf(await press('lan-bam-2')).item_quantity).toBe(2)
    expect(cartOf(await press('lan-bam-2')).item_quantity).toBe(2)
    expect(cartOf(await buyer.add(products.cable)).item_quantity).toBe(3)
  })

  test('accepts forms like JSON: multipart, urlencoded, JSON text in a field', async () => {
    const { door } = checkout
    const buyer = await checkout.buyer()
    const multipart = new FormData()
    multipart.set('item_id', String(products.cable))
    multipart.set('item_quantity', '2')
    multipart.set('item_type', '1')
    const form = new URLSearchParams({ item_id: String(products.cable), item_quantity: '3' })
    for (const body of [multipart, form]) {
      const path = '/api/cart/v1/cart'
      expect((await door.call('POST', path, { token: buyer.token, form: body })).status).toBe(200)
    }
    expect((await buyer.cart()).item_quantity).toBe(5)
  })

  test.each([products.unpriced, products.withdrawn, products.phone_version, 999_999, 2 ** 52])(
    'item %d is not sold here: item_not_found',
    async (item_id) => {
      const buyer = await checkout.buyer()
      const answer = await buyer.add(item_id)
      expect(refusalOf(answer)).toBe('404 item_not_found')
      expect(answer.body?.error?.data).toEqual({ item_id })
    },
  )

  test('an item postponed after it came into a cart can be neither added nor checked out', async () => {
    const buyer = await checkout.buyer()
    await buyer.add(products.cable)
    const launch = (day: string | null) =>
      sql`update product set launched_on = ${day}::date where product_id = ${products.cable - 1}`.execute(
        checkout.own.db,
      )
    await launch('2999-01-31')
    const answers = [
      await buyer.add(products.cable),
      await setQuantity(buyer, { item_id: products.cable, item_quantity: 2 }),
      await buyer.call('POST', '/api/cart/v1/quote', {
        QuoteItems: [{ item_id: products.cable, item_quantity: 1 }],
        Quote: { type: 1, province_id: 30 },
      }),
    ]
    await launch(null)
    expect(answers.map(refusalOf)).toEqual(Array(3).fill('409 not_on_sale_yet'))
    expect(answers[0]?.body?.error?.data).toEqual({
      item_id: products.cable,
      launched_on: '2999-01-31',
    })
  })

  test('stock of a shop that only repairs is not for sale: sold_out', async () => {
    const answer = await (await checkout.buyer()).add(products.rare)
    expect(refusalOf(answer)).toBe('409 sold_out')
    expect(answer.body?.error?.data).toEqual({ item_id: products.rare })
  })

  test('more than the stock: quantity_not_available, including the quantity in the cart', async () => {
    const buyer = await checkout.buyer()
    dataOf(await buyer.add(products.phone, 3))
    const answer = await buyer.add(products.phone, 3)
    expect(refusalOf(answer)).toBe('409 quantity_not_available')
    expect(answer.body?.error?.data).toEqual({ item_id: products.phone, max_quantity: 5 })
    expect((await buyer.cart()).item_quantity).toBe(3)
  })

  test('goods are not booked, and nothing stands beside a loan: item_type_not_offered', async () => {
    const buyer = await checkout.buyer()
    for (const line of [
      { item_type: 2 },
      { item_type: 4, main_product_combo_id: products.phone },
    ]) {
      const wanted = { item_id: products.cable, ...line }
      const answer = await buyer.call('POST', '/api/cart/v1/cart', wanted)
      expect(refusalOf(answer)).toBe('409 item_type_not_offered')
    }
  })

  test('installment has lines of one piece, of which one is selected', async () => {
    const buyer = await checkout.buyer()
    const path = '/api/cart/v1/cart'
    const add = (item_id: number, item_quantity = 1) =>
      buyer.call('POST', path, { item_id, item_type: 4, item_quantity })
    await buyer.add(products.cable, 2)
    dataOf(await add(products.phone))
    const cart = dataOf<Cart>(await add(products.cable))
    const lines = cart.items.filter(({ item_type }) => item_type === 4)
    expect(lines.map(({ item_id, is_selected }) => [item_id, is_selected])).toEqual([
      [products.phone, false],
      [products.cable, true],
    ])
    // What a checkout of goods would buy does not have them.
    expect(cart.item_quantity).toBe(4)
    expect(cart.selected).toMatchObject({ item_quantity: 2, subtotal: 300_000 })
    // A second press selects the line and adds nothing.
    const again = dataOf<Cart>(await add(products.phone))
    expect(again.items.find((item) => item.item_type === 4 && item.is_selected)).toMatchObject({
      ...{ item_id: products.phone, item_quantity: 1, max_quantity: 1 },
    })
    expect(refusalOf(await add(products.phone, 2))).toBe('409 loan_of_one_piece')
    const line_ids = lines.map(({ line_id }) => line_id)
    const both = { item_type: 4, line_ids }
    expect((await buyer.call('PUT', `${path}/item/selection`, both)).status).toBe(422)
    const two = { line_id: line_ids[0], item_type: 4, item_quantity: 2 }
    const grown = await buyer.call('PUT', `${path}/item/quantity`, two)
    expect(refusalOf(grown)).toBe('409 loan_of_one_piece')
    const quote = (items: (number | null)[], Quote: object = { type: 4, province_id: 30 }) =>
      buyer.call('POST', '/api/cart/v1/quote', {
        Quote,
        QuoteItems: items.map((line_id) => ({ line_id, item_quantity: 1 })),
      })
    expect((await quote(line_ids)).status).toBe(422)
    expect(dataOf(await quote([line_ids[0] ?? null]))).toMatchObject({
      type: 4,
      installment_type: 1,
    })
  })

  test('what can be there once is there once, however often its button is pressed at the same moment', async () => {
    const buyer = await checkout.buyer()
    const { product_id } = await offerUsed(checkout.own.db, usedPhone(700))
    const presses = [{ item_id: products.phone, item_type: 4 }, { item_id: product_id }]
    for (const line of presses) {
      const tabs = Array.from({ length: 12 }, () => buyer.call('POST', '/api/cart/v1/cart', line))
      const answers = await Promise.all(tabs)
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }
    const { items } = await buyer.cart()
    expect(items.map(({ item_id, item_quantity }) => [item_id, item_quantity])).toEqual([
      [products.phone, 1],
      [product_id, 1],
    ])
  })

  test.each([
    -1,
    0,
    1.5,
    '1e3',
    '1.0',
    '',
    ' 1',
    '-1',
    1e21,
    '99999999999999999999',
    null,
    [],
    {},
    true,
    100,
  ])('a quantity of %j changes nothing', async (item_quantity) => {
    const buyer = await checkout.buyer()
    const json = { item_id: products.cable, item_quantity }
    const answer = await buyer.call('POST', '/api/cart/v1/cart', json)
    expect(refusalOf(answer)).toBe('422 invalid_input')
    expect(answer.body?.error?.data).toHaveProperty('problems.item_quantity')
    expect((await buyer.cart()).items).toEqual([])
  })

  test('forty unknown fields change nothing', async () => {
    const [honest, greedy] = [await checkout.buyer(), await checkout.buyer()]
    const expected = cartOf(await honest.add(products.cable))
    const forged = Object.fromEntries(extra_fields.map((field) => [field, 1]))
    const answer = await greedy.call('POST', '/api/cart/v1/cart', {
      ...forged,
      item_id: products.cable,
    })
    expect(extra_fields).toHaveLength(40)
    const line_id = expect.any(Number)
    expect(cartOf(answer)).toEqual({ ...expected, items: [{ ...expected.items[0], line_id }] })
  })

  test.each([
    { main_product_combo_id: products.phone, combo_item_id: 1 },
    { main_product_combo_id: products.phone },
    { combo_item_id: 1 },
    { main_product_combo_id: products.cable, combo_item_id: 987_654 },
  ])('a combo that nobody offers is refused: %j', async (combo) => {
    const buyer = await checkout.buyer()
    dataOf(await buyer.add(products.phone))
    const item = { item_id: products.cable, ...combo }
    const answer = await buyer.call('POST', '/api/cart/v1/cart', item)
    expect(refusalOf(answer)).toBe('409 combo_not_available')
    expect((await buyer.cart()).items).toHaveLength(1)
  })
})

test('quantities added by many tabs at once add up, up to the stock', async () => {
  const buyer = await checkout.buyer()
  const tabs = await Promise.all(Array.from({ length: 12 }, () => buyer.add(products.phone)))
  expect(tabs.filter((tab) => tab.status === 200)).toHaveLength(5)
  expect(new Set(tabs.filter((tab) => tab.status !== 200).map(refusalOf))).toEqual(
    new Set(['409 quantity_not_available']),
  )
  const cart = await buyer.cart()
  expect(cart.items).toHaveLength(1)
  expect(cart.item_quantity).toBe(5)
})

test('a cart has at most fifty lines, also when sixty are added at once', async () => {
  const { db } = checkout.own
  const ids = Array.from({ length: 60 }, (_, index) => 2_000 + index)
  await sql`insert into product (product_id, sku, type, parent_id, family_id, brand_id, category_id,
      name, color_slug)
    select id, 'MANY-' || id, 'simple', ${products.phone_version}, ${products.phone_version}, 1, 1,
      'Món ' || id, 'mau-' || id
    from unnest(${ids}::bigint[]) as id`.execute(db)
  await sql`insert into price (product_id, list_price)
    select id, 10000 from unnest(${ids}::bigint[]) as id`.execute(db)
  await putInStock(
    db,
    ids.map((item_id) => ({ item_id, free: { [shops.first]: 5 } })),
  )
  const buyer = await checkout.buyer()
  const answers = await Promise.all(ids.map((id) => buyer.add(id)))
  expect(new Set(answers.filter((one) => one.status !== 200).map(refusalOf))).toEqual(
    new Set(['409 cart_full']),
  )
  for (const id of ids) await buyer.add(id)
  const cart = await buyer.cart()
  expect(cart.items).toHaveLength(50)
  const outside = ids.find((id) => cart.items.every((item) => item.item_id !== id)) ?? 0
  expect(refusalOf(await buyer.add(outside))).toBe('409 cart_full')
  const inside = cart.items[0]?.item_id ?? 0
  expect((await buyer.add(inside)).status).toBe(200)
})

describe('PUT /v1/cart/item/quantity', () => {
  test('sets the quantity of a line', async () => {
    const buyer = await checkout.buyer()
    await buyer.add(products.phone, 3)
    const cart = cartOf(await setQuantity(buyer, { item_id: products.phone, item_quantity: 5 }))
    expect(cart.item_quantity).toBe(5)
  })

  test('refuses an item that is not in the cart, out of stock, or no longer sold', async () => {
    const { db } = checkout.own
    const buyer = await checkout.buyer()
    await buyer.add(products.phone)
    const asked = { item_id: products.phone, item_quantity: 2 }
    expect(refusalOf(await setQuantity(buyer, { ...asked, item_id: products.cable }))).toBe(
      '404 item_not_in_cart',
    )
    const too_many = await setQuantity(buyer, { ...asked, item_quantity: 6 })
    expect(refusalOf(too_many)).toBe('409 quantity_not_available')
    await setFreeStock(db, 0, sql`product_id = ${products.phone}`)
    expect(refusalOf(await setQuantity(buyer, asked))).toBe('409 sold_out')
    await sql`update product set is_active = false where product_id = ${products.phone}`.execute(db)
    const withdrawn = await setQuantity(buyer, asked)
    await sql`update product set is_active = true where product_id = ${products.phone}`.execute(db)
    expect(refusalOf(withdrawn)).toBe('404 item_not_found')
  })
})

test('DELETE /v1/cart/item takes a line out; another item or type is item_not_in_cart', async () => {
  const buyer = await checkout.buyer()
  await buyer.add(products.phone)
  await buyer.add(products.cable)
  expect(cartOf(await remove(buyer, { item_id: products.phone })).items).toHaveLength(1)
  expect(refusalOf(await remove(buyer, { item_id: products.phone }))).toBe('404 item_not_in_cart')
  expect(refusalOf(await remove(buyer, { item_id: products.cable, item_type: 2 }))).toBe(
    '404 item_not_in_cart',
  )
})

test('PUT /v1/cart/item/selection chooses the lines to buy', async () => {
  const buyer = await checkout.buyer()
  await buyer.add(products.phone)
  await buyer.add(products.cable, 2)
  const select = (json: unknown) => buyer.call('PUT', '/api/cart/v1/cart/item/selection', json)
  expect(refusalOf(await select({ item_ids: [products.cable, 999] }))).toBe('404 item_not_in_cart')
  const cart = cartOf(await select({ item_ids: [products.cable] }))
  expect(cart.items.map((item) => item.is_selected)).toEqual([false, true])
  expect(cart.selected).toEqual({ item_quantity: 2, subtotal: 300_000, saving: 80_000 })
  const form = new URLSearchParams([['item_ids[]', String(products.phone)]])
  const answer = await checkout.door.call('PUT', '/api/cart/v1/cart/item/selection', {
    token: buyer.token,
    form,
  })
  expect(cartOf(answer).items.map((item) => item.is_selected)).toEqual([true, false])
  expect(cartOf(await select({})).selected.item_quantity).toBe(0)
})

describe('GET /v1/cart', () => {
  test('returns the prices of the requested province', async () => {
    const buyer = await checkout.buyer()
    await buyer.add(products.phone)
    const hanoi = cartOf(await buyer.call('GET', '/api/cart/v1/cart?province_id=24'))
    expect(hanoi.items[0]?.final_price).toBe(30_490_000)
    const nowhere = cartOf(await buyer.call('GET', '/api/cart/v1/cart?province_id=77'))
    expect(nowhere.items[0]?.final_price).toBe(30_990_000)
  })

  test('shows changes of price, stock and sale since the last view', async () => {
    const { db } = checkout.own
    const buyer = await checkout.buyer()
    await buyer.add(products.phone, 2)
    const first = async () => (await buyer.cart()).items[0]
    const sale = (amount: number) =>
      sql`update price set sale_price = ${amount}
        where product_id = ${products.phone} and province_id is null`.execute(db)
    const setStock = (quantity: number) =>
      putInStock(db, [{ item_id: products.phone, free: { [shops.first]: quantity } }])
    await setStock(2)
    await sale(31_990_000)
    expect(await first()).toMatchObject({ previous_price: 30_990_000, final_price: 31_990_000 })
    await sale(30_990_000)
    await setStock(1)
    expect(await first()).toMatchObject({ state: 'not_enough', max_quantity: 1 })
    await setStock(0)
    expect(await first()).toMatchObject({ state: 'sold_out', max_quantity: 0 })
    await sql`update product set is_active = false where product_id = ${products.phone}`.execute(db)
    expect(await first()).toMatchObject({ state: 'unavailable', previous_price: null })
    await sql`update product set is_active = true where product_id = ${products.phone}`.execute(db)
  })

  test('shows only the caller’s lines, and nobody else can change them', async () => {
    const [owner, stranger] = [await checkout.buyer(), await checkout.buyer()]
    await owner.add(products.cable, 2)
    expect((await stranger.cart()).items).toEqual([])
    const absent = { item_id: 999_999, item_quantity: 1 }
    const foreign = { item_id: products.cable, item_quantity: 1 }
    expect((await remove(stranger, foreign)).body).toEqual((await remove(stranger, absent)).body)
    expect((await setQuantity(stranger, foreign)).body).toEqual(
      (await setQuantity(stranger, absent)).body,
    )
    expect((await owner.cart()).item_quantity).toBe(2)
  })
})

// Fields that attackers and careless clients send (threats T1); none of them is read.
const extra_fields = [
  ...['price', 'final_price', 'special_price', 'total', 'grand_total', 'subtotal', 'discount'],
  ...['discount_amount', 'line_total', 'row_total', 'shipping_fee', 'mechanic_price', 'cost'],
  ...['customer_id', 'owner_id', 'user_id', 'session_id', 'cart_id', 'cart_item_id', 'quote_id'],
  ...['is_selected', 'parent_item_id', 'main_product_combo', 'combo_items', 'price_seen'],
  ...['stock', 'max_quantity', 'state', 'status', 'is_free', 'is_admin', 'role', 'kind'],
  ...['customer_group_id', 'voucher', 'coupon', 'metadata', 'sku', 'name', 'currency'],
]
