import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  type Buyer,
  dataOf,
  home_address,
  type Order,
  type Quote,
  refusalOf,
} from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { repeats } from '#test/support/repeats.ts'
import { products } from '#test/support/small-shop.ts'
import { hostile_fields, wrong_quantities } from '#test/threats/hostile-fields.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'

// T1: prices, quantities and totals from the client (docs/threats.md).

const checkout = openCheckout()

/** Prices of the small shop by item and province. */
const catalogue: Record<number, Record<number, number>> = {
  [products.phone]: { 30: 30_990_000, 24: 30_490_000 },
  [products.cable]: { 30: 150_000, 24: 150_000 },
}

interface Basket {
  province_id: 30 | 24
  quantities: Record<number, number>
  /** Names of the hostile fields that are sent along. */
  hostile: string[]
}

const basket: fc.Arbitrary<Basket> = fc.record({
  province_id: fc.constantFrom(30, 24),
  quantities: fc
    .record({ phone: fc.integer({ min: 0, max: 2 }), cable: fc.integer({ min: 0, max: 9 }) })
    .filter(({ phone, cable }) => phone + cable > 0)
    .map(({ phone, cable }) =>
      Object.fromEntries(
        [
          [products.phone, phone],
          [products.cable, cable],
        ].filter(([, quantity]) => quantity !== 0),
      ),
    ),
  hostile: fc.subarray(Object.keys(hostile_fields)),
})

/** Adds to the cart, opens a checkout, sets the address and orders, with the fields of `extra` in every body. */
async function buy(
  buyer: Buyer,
  { province_id, quantities }: Basket,
  extra: object,
): Promise<Order> {
  const lines = Object.entries(quantities).map(([item_id, item_quantity]) => ({
    item_id: Number(item_id),
    item_quantity,
    ...extra,
  }))
  for (const line of lines) {
    dataOf(await buyer.call('POST', '/api/cart/v1/cart', { ...extra, ...line }))
    dataOf(await buyer.call('PUT', '/api/cart/v1/cart/item/quantity', { ...extra, ...line }))
  }
  dataOf<Quote>(
    await buyer.call('POST', '/api/cart/v1/quote', {
      ...extra,
      Quote: { ...extra, type: 1, province_id },
      QuoteItems: lines,
    }),
  )
  const ward_name = province_id === 30 ? 'Phường Tân Định' : 'Phường Hoàn Kiếm'
  const address = { ...extra, ...home_address, province_id, ward_name }
  dataOf(await buyer.call('POST', '/api/cart/v1/quote/address', address))
  return dataOf<Order>(
    await buyer.call('POST', '/api/cart/v1/order', { ...extra, payment_method: 'cod' }),
  )
}

/** The parts of an order that must be equal in two equal orders. */
function substance({ items, totals, state, payment_method, recipient }: Order) {
  const lines = items.map(({ line_id: _line, parent_line_id: _parent, ...line }) => line)
  return { lines, totals, state, payment_method, recipient }
}

test('with any additional fields an order costs what the catalogue says, and its lines add up', async () => {
  expect(Object.keys(hostile_fields).length).toBeGreaterThanOrEqual(40)
  await fc.assert(
    fc.asyncProperty(basket, async (example) => {
      await setFreeStock(checkout.own.db, 100, sql`quantity > 0`)
      const extra = Object.fromEntries(example.hostile.map((name) => [name, hostile_fields[name]]))
      const honest = await buy(await checkout.buyer(), example, {})
      const hostile = await buy(await checkout.buyer(), example, extra)
      expect(substance(hostile)).toEqual(substance(honest))
      const { totals, items } = hostile
      for (const { item_id, item_quantity, final_price, line_total } of items) {
        expect(final_price).toBe(catalogue[item_id]?.[example.province_id])
        expect(line_total).toBe(final_price * item_quantity)
      }
      const subtotal = items.reduce((sum, line) => sum + line.line_total, 0)
      const taken_off = totals.adjustments.reduce((sum, { amount }) => sum + amount, 0)
      expect(totals.subtotal).toBe(subtotal)
      expect(totals.list_total - totals.discount).toBe(subtotal)
      expect(totals.grand_total).toBe(subtotal - taken_off + totals.shipping_fee)
      expect(totals.grand_total).toBeGreaterThan(0)
      expect(totals.shipping_fee).toBeGreaterThanOrEqual(0)
      const { rows } = await sql<{ grand_total: number }>`
        select grand_total from sales_order where code = ${hostile.code}`.execute(checkout.own.db)
      expect(rows).toEqual([{ grand_total: totals.grand_total }])
    }),
    { numRuns: repeats({ verify: 8, soak: 25 }), seed: 20261121 },
  )
}, 120_000)

test('the same in a form with bracket keys', async () => {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(products.cable, 2))
  const form = new FormData()
  form.append('Quote[type]', '1')
  form.append('Quote[province_id]', '30')
  form.append('Quote[grand_total]', '1')
  form.append('QuoteItems[0][item_id]', String(products.cable))
  form.append('QuoteItems[0][item_quantity]', '2')
  for (const name of Object.keys(hostile_fields)) form.append(`QuoteItems[0][${name}]`, '1')
  form.append('QuoteItems[0][__proto__][price]', '1')
  form.append('__proto__[price]', '1')
  form.append('totals', '{"grand_total":1}')
  const quote = dataOf<Quote>(await buyer.call('POST', '/api/cart/v1/quote', undefined, { form }))
  expect(quote.totals.subtotal).toBe(300_000)
  expect(Object.hasOwn(Object.prototype, 'price')).toBe(false)
})

test('JSON with keys of the prototype is refused', async () => {
  const buyer = await checkout.buyer()
  for (const body of ['{"__proto__":{"price":1}}', '{"constructor":{"prototype":{"price":1}}}']) {
    const response = await fetch(`${checkout.door.url}/api/cart/v1/cart`, {
      method: 'POST',
      headers: { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
  }
})

describe('a quantity', () => {
  test.each(wrong_quantities.map((quantity) => [quantity]))(
    '%j is refused everywhere',
    async (item_quantity) => {
      const buyer = await checkout.buyer()
      dataOf(await buyer.add(products.cable))
      const before = await buyer.cart()
      const line = { item_id: products.cable, item_quantity }
      const answers = [
        await buyer.call('POST', '/api/cart/v1/cart', line),
        await buyer.call('PUT', '/api/cart/v1/cart/item/quantity', line),
        await buyer.call('POST', '/api/cart/v1/quote', { Quote: {}, QuoteItems: [line] }),
      ]
      expect(answers.map(refusalOf)).toEqual(Array<string>(3).fill('422 invalid_input'))
      expect(await buyer.cart()).toEqual(before)
    },
  )
})

describe('items, combos and totals that the buyer must not choose', () => {
  test('an item that is not in the cart, not for sale or unknown opens no checkout', async () => {
    const buyer = await checkout.buyer()
    dataOf(await buyer.add(products.cable))
    for (const item_id of [
      products.phone,
      products.withdrawn,
      products.unpriced,
      products.phone_version,
      999_999,
    ]) {
      expect(refusalOf(await buyer.quote({ [item_id]: 1 }))).toBe('404 item_not_found')
    }
  })

  test('a checkout cannot have a larger quantity than the cart', async () => {
    const buyer = await checkout.buyer()
    dataOf(await buyer.add(products.phone, 1))
    const answer = await buyer.quote({ [products.phone]: 60 })
    expect([409, 422]).toContain(answer.status)
  })

  test('a combo that does not exist makes nothing cheaper', async () => {
    const buyer = await checkout.buyer()
    dataOf(await buyer.add(products.phone))
    for (const forged of [
      { main_product_combo_id: products.phone, combo_item_id: 1 },
      { main_product_combo_id: 1, combo_item_id: products.phone },
      { main_product_combo_id: products.phone },
      { combo_item_id: 7 },
      { parent_item_id: products.phone, is_gift: true },
    ]) {
      await buyer.call('POST', '/api/cart/v1/cart', {
        item_id: products.cable,
        item_quantity: 1,
        ...forged,
      })
    }
    const { items } = await buyer.cart()
    for (const { item_id, final_price } of items) expect(final_price).toBe(catalogue[item_id]?.[30])
    const line = {
      item_id: products.phone,
      item_quantity: 1,
      main_product_combo_id: products.cable,
    }
    const opened = await buyer.call('POST', '/api/cart/v1/quote', { Quote: {}, QuoteItems: [line] })
    const subtotal = opened.status === 200 ? dataOf<Quote>(opened).totals.subtotal : 'refused'
    expect([30_990_000, 'refused']).toContain(subtotal)
  })

  test('a total from the client is compared and never charged', async () => {
    const buyer = await checkout.buyer()
    const { totals } = await buyer.prepare(products.phone)
    for (const grand_total of [0, 1, totals.grand_total - 1, totals.grand_total + 1]) {
      const answer = await buyer.order({ payment_method: 'cod', grand_total })
      expect(answer.status).toBe(409)
      expect(answer.body?.error).toMatchObject({
        code: 'grand_total_change',
        data: { grand_total: totals.grand_total },
      })
    }
    const order = dataOf<Order>(
      await buyer.order({ payment_method: 'cod', grand_total: totals.grand_total }),
    )
    expect(order.totals.grand_total).toBe(totals.grand_total)
  })
})
