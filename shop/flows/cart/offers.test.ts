import { beforeEach, describe, expect, test } from 'vitest'
import { dataOf, refusalOf, type Buyer, type Cart, type Quote } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { openFlashSale } from '#test/support/flash-crowd.ts'
import { endOffers, startCombo, startPromotion } from '#test/support/baskets/small-offers.ts'
import { products } from '#test/support/small-shop.ts'

const checkout = openCheckout()
let buyer: Buyer

beforeEach(async () => {
  await endOffers(checkout.own.db)
  buyer = await checkout.buyer()
})

const path = '/api/cart/v1/cart'
const ask = async (method: string, address: string, json: unknown) =>
  dataOf<Cart>(await buyer.call(method, address, json))
const beside = (combo_item_id: number, item_quantity = 1) => ({
  item_id: products.cable,
  main_product_combo_id: products.phone,
  combo_item_id,
  item_quantity,
})
const combo = () =>
  startCombo(checkout.own.db, {
    main_product_id: products.phone_version,
    product_id: products.cable,
    price: 99_000,
  })

describe('combos', () => {
  test('cost less beside the main product, as a line of their own', async () => {
    const combo_item_id = await combo()
    dataOf(await buyer.add(products.phone))
    dataOf(await buyer.add(products.cable))
    const { items, selected } = await ask('POST', path, beside(combo_item_id))
    expect(items).toMatchObject([
      { item_id: products.phone, parent_item_id: null },
      { item_id: products.cable, final_price: 150_000, parent_item_id: null },
      {
        item_id: products.cable,
        final_price: 99_000,
        mechanic_price: 150_000,
        previous_price: null,
        max_quantity: 1,
        parent_item_id: products.phone,
        main_product_combo_id: products.phone,
        combo_item_id,
      },
    ])
    expect(items[2]?.price_trace.at(-1)).toMatchObject({
      rule: 'combo',
      amount: 99_000,
      name: 'Mua kèm giá sốc',
      reference: String(combo_item_id),
    })
    expect(selected.subtotal).toBe(31_239_000)
  })

  test('are removed with their main line, and never have a higher quantity', async () => {
    const combo_item_id = await combo()
    dataOf(await buyer.add(products.phone, 2))
    await ask('POST', path, beside(combo_item_id, 2))
    const third = await buyer.call('POST', path, beside(combo_item_id))
    expect(refusalOf(third)).toBe('409 more_than_main_line')
    expect(third.body?.error?.data).toMatchObject({ max_quantity: 2 })
    const main = { item_id: products.phone }
    const fewer = await ask('PUT', `${path}/item/quantity`, { ...main, item_quantity: 1 })
    expect(fewer.items.map((line) => line.item_quantity)).toEqual([1, 1])
    const more = { ...beside(combo_item_id), item_quantity: 2 }
    const refused = await buyer.call('PUT', `${path}/item/quantity`, more)
    expect(refusalOf(refused)).toBe('409 more_than_main_line')
    expect((await ask('DELETE', `${path}/item`, main)).items).toEqual([])
  })

  test('are removed without changing the same item in its own line', async () => {
    const combo_item_id = await combo()
    for (const item of [products.phone, products.cable]) dataOf(await buyer.add(item))
    await ask('POST', path, beside(combo_item_id))
    const left = await ask('DELETE', `${path}/item`, beside(combo_item_id))
    expect(left.items.map((line) => [line.item_id, line.main_product_combo_id])).toEqual([
      [products.phone, null],
      [products.cable, null],
    ])
  })

  test('a combo that is over leaves its line at the normal price and shows the change', async () => {
    const combo_item_id = await combo()
    dataOf(await buyer.add(products.phone))
    await ask('POST', path, beside(combo_item_id))
    await endOffers(checkout.own.db)
    expect((await buyer.cart()).items[1]).toMatchObject({
      final_price: 150_000,
      previous_price: 99_000,
    })
  })

  test('the checkout has both prices of one item, and removes the lines beside a removed line', async () => {
    const combo_item_id = await combo()
    for (const item of [products.phone, products.cable]) dataOf(await buyer.add(item))
    await ask('POST', path, beside(combo_item_id))
    const { items, totals } = dataOf<Quote>(
      await buyer.call('POST', '/api/cart/v1/quote', {
        Quote: { type: 1, province_id: 30 },
        QuoteItems: [
          { item_id: products.phone, item_quantity: 1 },
          { item_id: products.cable, item_quantity: 1 },
          { item_id: products.cable, item_quantity: 1, main_product_combo_id: products.phone },
        ],
      }),
    )
    expect(items.map((line) => line.final_price)).toEqual([30_990_000, 150_000, 99_000])
    expect(totals.grand_total).toBe(31_239_000)
    const gone = await buyer.call('DELETE', '/api/cart/v1/quote/item', { item_id: products.phone })
    expect(dataOf<Quote>(gone).items.map((line) => line.final_price)).toEqual([150_000])
  })
})

describe('gifts', () => {
  test('are added and removed automatically, and are not counted', async () => {
    await startPromotion(checkout.own.db, {
      kind: 'gift',
      name: 'Tặng cáp',
      gift_product_id: products.cable,
      product_id: products.phone_version,
    })
    dataOf(await buyer.add(products.phone, 2))
    const cart = await buyer.cart()
    expect(cart.item_quantity).toBe(2)
    expect(cart.items).toMatchObject([
      { item_id: products.phone, is_gift: false },
      {
        item_id: products.cable,
        is_gift: true,
        item_quantity: 2,
        final_price: 0,
        line_total: 0,
        parent_item_id: products.phone,
      },
    ])
    const quote = dataOf<Quote>(await buyer.quote({ [products.phone]: 2 }))
    expect(quote.items[1]).toMatchObject({ is_gift: true, price: 190_000, line_total: 0 })
    expect(quote.totals).toMatchObject({ item_quantity: 2, grand_total: 61_980_000 })
    expect(cart.selected.saving).toBe(quote.totals.discount)
    expect((await ask('DELETE', `${path}/item`, { item_id: products.phone })).items).toEqual([])
  })

  test('a gift that no shop has is not given', async () => {
    await startPromotion(checkout.own.db, {
      kind: 'gift',
      gift_product_id: products.rare,
      product_id: products.phone,
    })
    dataOf(await buyer.add(products.phone))
    expect((await buyer.cart()).items).toHaveLength(1)
  })
})

describe('promotions of products', () => {
  test('apply to a colour, its version and its category; the most specific one decides the amount', async () => {
    const { db } = checkout.own
    const promotion_id = await startPromotion(db, {
      kind: 'catalogue',
      name: 'Giảm sâu',
      percent: 10,
      category_id: 1,
    })
    await db
      .insertInto('promotion_target')
      .values({ promotion_id, product_id: products.phone_version, value: 90_000 })
      .execute()
    dataOf(await buyer.add(products.phone))
    dataOf(await buyer.add(products.cable))
    const { items } = await buyer.cart()
    expect(items.map((line) => line.final_price)).toEqual([30_900_000, 135_000])
    expect(items[0]?.price_trace.map(({ rule, name }) => `${rule} ${name}`.trim())).toEqual([
      'list',
      'sale',
      'catalogue Giảm sâu',
    ])
  })

  test('apply in their provinces, in their time, and up to their quantity', async () => {
    const { db } = checkout.own
    const common = { kind: 'catalogue', product_id: products.cable } as const
    const day = 86_400_000
    const [yesterday, tomorrow] = [-day, day].map((ms) => new Date(checkout.now.getTime() + ms))
    await startPromotion(db, { ...common, value: 10_000, province_ids: [24] })
    await startPromotion(db, { ...common, value: 20_000, ...(tomorrow && { starts_at: tomorrow }) })
    await startPromotion(db, { ...common, value: 30_000, ...(yesterday && { ends_at: yesterday }) })
    await startPromotion(db, { ...common, value: 40_000, total: 0 })
    await startPromotion(db, { ...common, kind: 'student', value: 50_000 })
    await startPromotion(db, { ...common, kind: 'member', value: 60_000 })
    dataOf(await buyer.add(products.cable))
    expect((await buyer.cart()).items[0]?.final_price).toBe(150_000)
    const hanoi = dataOf<Cart>(await buyer.call('GET', `${path}?province_id=24`))
    expect(hanoi.items[0]?.final_price).toBe(140_000)
    checkout.now = new Date(checkout.now.getTime() + 2 * day)
    expect((await buyer.cart()).items[0]?.final_price).toBe(130_000)
  })
})

describe('flash sales', () => {
  test('the cart may have more than one customer may buy and shows it; the checkout refuses', async () => {
    const { flash_sale_item_id } = await openFlashSale(checkout.own.db, {
      item_id: products.cable,
      price: 90_000,
      slots: 10,
      now: checkout.now,
    })
    dataOf(await buyer.add(products.cable, 2))
    const [line] = (await buyer.cart()).items
    expect(line).toMatchObject({
      final_price: 90_000,
      item_quantity: 2,
      flash: { flash_sale_item_id, state: 'running', per_customer: 1, slots: 10, slots_left: 10 },
    })
    const refused = await buyer.quote({ [products.cable]: 2 })
    expect(refusalOf(refused)).toBe('409 exceed_quantity_flashsale')
    expect(refused.body?.error?.data).toMatchObject({ item_id: products.cable, per_customer: 1 })
    const quote = dataOf<Quote>(await buyer.quote({ [products.cable]: 1 }))
    expect(quote).toMatchObject({ is_online_only: true, totals: { subtotal: 90_000 } })
    const stored = await checkout.own.db
      .selectFrom('quote_item')
      .select('flash_sale_item_id')
      .where('quote_id', '=', quote.quote_id)
      .execute()
    expect(stored).toEqual([{ flash_sale_item_id }])
  })

  test('end at once, and a checkout that is shown again has the normal price', async () => {
    await openFlashSale(checkout.own.db, {
      item_id: products.cable,
      price: 90_000,
      slots: 10,
      now: checkout.now,
    })
    dataOf(await buyer.add(products.cable))
    dataOf(await buyer.quote({ [products.cable]: 1 }))
    checkout.now = new Date(checkout.now.getTime() + 7 * 3_600_000)
    const quote = dataOf<Quote>(await buyer.call('GET', '/api/cart/v1/quote'))
    expect(quote).toMatchObject({ is_online_only: false, items: [{ flash: null }] })
    expect(quote.totals.subtotal).toBe(150_000)
    const stored = await checkout.own.db
      .selectFrom('quote_item')
      .select('flash_sale_item_id')
      .where('quote_id', '=', quote.quote_id)
      .execute()
    expect(stored).toEqual([{ flash_sale_item_id: null }])
  })

  test('a sold out flash sale is shown at the normal price', async () => {
    await openFlashSale(checkout.own.db, {
      item_id: products.cable,
      price: 90_000,
      slots: 0,
      now: checkout.now,
    })
    dataOf(await buyer.add(products.cable))
    expect((await buyer.cart()).items[0]).toMatchObject({
      final_price: 150_000,
      flash: { state: 'sold_out', slots_left: 0 },
    })
  })
})
