import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createLog } from '#platform/observe/log.ts'
import type { Caller } from '#pure/contract.ts'
import { orderService } from '#shop/flows/order-service.ts'
import { dataOf, home_address, refusalOf, type Buyer, type Order } from '#test/support/buyer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { testProviders } from '#test/support/providers.ts'
import type { Answer } from '#test/support/door.ts'
import { products, freeStock, shops, putInStock } from '#test/support/small-shop.ts'

const checkout = openCheckout()
const path = '/api/cart/v1/order'
const orderOf = (answer: Answer) => dataOf<Order>(answer)
const orderCount = async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from sales_order`.execute(
    checkout.own.db,
  )
  return rows[0]?.n ?? 0
}
const claimsOf = async (code: string) => {
  const { rows } = await sql<{ shop_id: number; quantity: number }>`
    select c.shop_id, c.quantity from reservation c join sales_order o using (order_id)
    where o.code = ${code} and c.kind = 'stock' order by c.shop_id`.execute(checkout.own.db)
  return rows
}
const setSale = (amount: number) =>
  sql`update price set sale_price = ${amount}
    where product_id = ${products.phone} and province_id is null`.execute(checkout.own.db)

async function ready(item_id: number = products.phone, quantity = 1): Promise<Buyer> {
  const buyer = await checkout.buyer()
  await buyer.prepare(item_id, quantity)
  return buyer
}

describe('POST /v1/order', () => {
  test('makes the checkout an order with cash on delivery', async () => {
    const buyer = await ready()
    const order = orderOf(await buyer.order({ payment_method: 'cod', affClickId: 'ats-1' }))
    expect(order).toMatchObject({
      state: 'pending',
      payment_method: 'cod',
      created_at: '2026-11-20T08:00:00.000Z',
      expires_at: null,
      items: [{ item_id: products.phone, final_price: 30_990_000, line_total: 30_990_000 }],
      recipient: { phone: '0912345678', address_text: expect.stringMatching(/Hồ Chí Minh/) },
      totals: { item_quantity: 1, shipping_fee: 0, grand_total: 30_990_000 },
    })
    expect(order.code).toMatch(/^DH261120-[0-9A-Z]{8}$/)
    expect(await freeStock(checkout.own.db, products.phone)).toBe(4)
    expect((await buyer.cart()).items).toEqual([])
    const { rows } = await sql`
      select o.phone, o.aff_click_id, p.method, p.state, p.amount, e.state as event,
        l.price_trace->-1->>'rule' as last_rule
      from sales_order o join payment p using (order_id) join sales_order_event e using (order_id)
        join sales_order_line l using (order_id)
      where o.code = ${order.code}`.execute(checkout.own.db)
    expect(rows).toEqual([
      {
        phone: '+84912345678',
        aff_click_id: 'ats-1',
        method: 'cod',
        state: 'due_on_delivery',
        amount: 30_990_000,
        event: 'pending',
        last_rule: 'sale',
      },
    ])
  })

  test('items that were not ordered stay in the cart', async () => {
    const buyer = await checkout.buyer()
    await buyer.add(products.phone, 3)
    await buyer.add(products.cable)
    await buyer.quote({ [products.phone]: 2 })
    await buyer.address()
    orderOf(await buyer.order())
    const cart = await buyer.cart()
    expect(cart.items.map((item) => [item.item_id, item.item_quantity])).toEqual([
      [products.phone, 1],
      [products.cable, 1],
    ])
  })

  test('stock is taken from the province first, then from elsewhere', async () => {
    const near = orderOf(await (await ready(products.phone, 3)).order())
    expect(await claimsOf(near.code)).toEqual([
      { shop_id: shops.first, quantity: 2 },
      { shop_id: shops.second, quantity: 1 },
    ])
    const far = orderOf(await (await ready(products.phone, 2)).order())
    expect(await claimsOf(far.code)).toEqual([{ shop_id: shops.hanoi, quantity: 2 }])
  })

  test('a pick-up takes from its shop: shop_out_of_stock when others were faster', async () => {
    const at = { shipping_method: 'store_pickup', erp_shop_id: shops.second }
    const [buyer, faster] = [await ready(), await ready()]
    dataOf(await buyer.address(at))
    dataOf(await faster.address(at))
    const first = orderOf(await faster.order())
    expect(await claimsOf(first.code)).toEqual([{ shop_id: shops.second, quantity: 1 }])
    const late = await buyer.order()
    expect(refusalOf(late)).toBe('409 shop_out_of_stock')
    expect(late.body?.error?.data).toEqual({
      items: [{ item_id: products.phone, name: 'Sản phẩm 11', max_quantity: 0 }],
    })
    dataOf(await buyer.address())
    orderOf(await buyer.order())
  })

  test('refuses without checkout, without address, and with an unknown payment method', async () => {
    const buyer = await checkout.buyer()
    expect(refusalOf(await buyer.order())).toBe('404 quote_not_found')
    await buyer.add(products.phone)
    await buyer.quote({ [products.phone]: 1 })
    expect(refusalOf(await buyer.order())).toBe('409 address_missing')
    await buyer.address()
    expect(refusalOf(await buyer.order({ payment_method: 'bitcoin' }))).toBe(
      '409 payment_method_not_available',
    )
    expect(refusalOf(await buyer.order({ payment_method: '../etc' }))).toBe('422 invalid_input')
    expect(refusalOf(await buyer.order({ quote_id: 1 }))).toBe('404 quote_not_found')
    expect(await freeStock(checkout.own.db, products.phone)).toBe(5)
  })

  test('refuses items that are gone meanwhile: sold_out, quantity_not_available, item_not_found', async () => {
    const buyer = await ready(products.phone, 2)
    const setStock = (quantity: number) =>
      putInStock(checkout.own.db, [{ item_id: products.phone, free: { [shops.first]: quantity } }])
    await setStock(1)
    const few = await buyer.order()
    expect(refusalOf(few)).toBe('409 quantity_not_available')
    expect(few.body?.error?.data).toMatchObject({ item_id: products.phone, max_quantity: 1 })
    await setStock(0)
    const none = await buyer.order()
    expect(refusalOf(none)).toBe('409 sold_out')
    expect(none.body?.error?.data).toEqual({ item_id: products.phone, name: 'Sản phẩm 11' })
    await sql`update product set is_active = false where product_id = ${products.phone}`.execute(
      checkout.own.db,
    )
    const gone = await buyer.order()
    await sql`update product set is_active = true where product_id = ${products.phone}`.execute(
      checkout.own.db,
    )
    expect(refusalOf(gone)).toBe('404 item_not_found')
    expect((await buyer.cart()).item_quantity).toBe(2)
  })

  test('a total that changed since it was seen is refused once, then accepted', async () => {
    const buyer = await ready()
    await setSale(31_990_000)
    const answer = await buyer.order()
    expect(refusalOf(answer)).toBe('409 grand_total_change')
    expect(answer.body?.error?.data).toEqual({
      previous_total: 30_990_000,
      grand_total: 31_990_000,
      problems: [],
    })
    expect(await freeStock(checkout.own.db, products.phone)).toBe(5)
    expect(orderOf(await buyer.order()).totals.grand_total).toBe(31_990_000)
    await setSale(30_990_000)
  })

  test('an amount in the request is only compared, never charged', async () => {
    const buyer = await ready()
    for (const grand_total of [1, 0, -30_990_000, '1']) {
      const answer = await buyer.order({ payment_method: 'cod', grand_total })
      expect(refusalOf(answer)).toBe('409 grand_total_change')
    }
    for (const grand_total of [1.5, '1e9', '30990000.0', 1e21, 'NaN', {}]) {
      const answer = await buyer.order({ payment_method: 'cod', grand_total })
      expect(refusalOf(answer)).toBe('422 invalid_input')
    }
    const forged = { price: 1, totals: { grand_total: 1 }, discount: 1, items: [], customer_id: 1 }
    const order = await buyer.order({ ...forged, payment_method: 'cod', grand_total: '30990000' })
    expect(orderOf(order).totals.grand_total).toBe(30_990_000)
  })
})

test('the whole way as forms, multipart as the cart client sends them', async () => {
  const buyer = await checkout.buyer()
  const post = (to: string, fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return checkout.door.call('POST', `/api/cart/v1/${to}`, { token: buyer.token, form })
  }
  dataOf(
    await post('cart', { item_id: String(products.cable), item_type: '1', item_quantity: '2' }),
  )
  const item = { item_id: products.cable, item_quantity: 2 }
  dataOf(await post('quote', { Quote: '{"type":1}', QuoteItems: JSON.stringify([item]) }))
  const address = { ...home_address, province_id: '30', need_confirm: 'true', erp_shop_id: '' }
  dataOf(await post('quote/address', address))
  const order = orderOf(await post('order', { affClickId: '' }))
  expect(order.state).toBe('awaiting_payment')
  const paid = dataOf<{ order: Order }>(await post('order/payment', { payment_method: 'cod' }))
  expect(paid.order).toMatchObject({ code: order.code, state: 'pending' })
})

test('the log names the order, but no phone, address or token', async () => {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const { db } = checkout.own
  const now = () => checkout.now
  const providers = await testProviders({ db, now, gateways: [cashOnDelivery] })
  const log = createLog({ service: 'test', level: 'trace', destination })
  const service = orderService({ providers: { ...providers, log } })
  const buyer = await ready()
  const identity = { json: { token: buyer.token } }
  const caller = dataOf<Caller>(
    await checkout.door.call('POST', '/api/sso/auth/identify', identity),
  )
  const { code } = await service.createOrder(caller, {})
  await service.startPayment(caller, { payment_method: 'cod' })
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    expect(line).toContain(code)
    expect(line).not.toMatch(/912345678|345 678|g_[\w-]{43}|Trần|Nguyễn/)
  }
})

describe('one checkout makes one order', () => {
  const twenty = Array.from({ length: 20 })

  test('a double click without any key', async () => {
    const before = await orderCount()
    const buyer = await ready()
    const answers = await Promise.all(twenty.map(() => buyer.order()))
    const first = orderOf(answers[0] as Answer)
    expect(answers.map(orderOf)).toEqual(twenty.map(() => first))
    expect(orderOf(await buyer.order())).toEqual(first)
    expect(await orderCount()).toBe(before + 1)
    expect(await freeStock(checkout.own.db, products.phone)).toBe(4)
  })

  test('the same key at once, later, and with another checkout open', async () => {
    const before = await orderCount()
    const buyer = await ready()
    const key = { 'idempotency-key': 'tab-1-confirm' }
    const answers = await Promise.all(twenty.map(() => buyer.order({ payment_method: 'cod' }, key)))
    const first = orderOf(answers[0] as Answer)
    expect(answers.map(orderOf)).toEqual(twenty.map(() => first))
    const next = await buyer.prepare(products.cable)
    expect(orderOf(await buyer.order({ payment_method: 'cod' }, key))).toEqual(first)
    const named = { payment_method: 'cod', quote_id: next.quote_id }
    expect(orderOf(await buyer.order(named, key))).toEqual(first)
    const other = orderOf(await buyer.order(named, { 'idempotency-key': 'tab-2-confirm' }))
    expect(other.code).not.toBe(first.code)
    expect(await orderCount()).toBe(before + 2)
  })

  test('a late click for a named checkout finds its own order, not the new checkout', async () => {
    const buyer = await checkout.buyer()
    const { quote_id } = await buyer.prepare(products.phone)
    const first = orderOf(await buyer.order({ payment_method: 'cod', quote_id }))
    await buyer.prepare(products.cable)
    const late = await buyer.order({ payment_method: 'cod', quote_id: String(quote_id) })
    expect(orderOf(late)).toEqual(first)
  })

  test('a checkout that was replaced or emptied makes no order', async () => {
    const buyer = await checkout.buyer()
    const { quote_id } = await buyer.prepare(products.phone)
    await buyer.quote({ [products.phone]: 1 })
    expect(refusalOf(await buyer.order({ quote_id }))).toBe('404 quote_not_found')
    await buyer.call('DELETE', '/api/cart/v1/quote/item', { item_id: products.phone })
    expect(refusalOf(await buyer.order())).toBe('404 quote_not_found')
  })

  test('a refused request leaves the key free', async () => {
    const buyer = await ready()
    const key = { 'idempotency-key': 'try-again-1' }
    await setSale(31_990_000)
    expect(refusalOf(await buyer.order({}, key))).toBe('409 grand_total_change')
    expect(orderOf(await buyer.order({}, key)).state).toBe('awaiting_payment')
    await setSale(30_990_000)
  })

  test('another customer with the same key or the quote_id gets nothing of it', async () => {
    const [owner, stranger] = [await checkout.buyer(), await ready(products.cable)]
    const { quote_id } = await owner.prepare(products.phone)
    const key = { 'idempotency-key': 'shared-key-1' }
    const own = orderOf(await owner.order({ payment_method: 'cod', quote_id }, key))
    expect(refusalOf(await stranger.order({ quote_id }))).toBe('404 quote_not_found')
    const other = orderOf(await stranger.order({ payment_method: 'cod' }, key))
    expect(other.code).not.toBe(own.code)
  })
})

describe('GET /v1/order', () => {
  const get = (buyer: Buyer, code?: string) =>
    buyer.call('GET', code === undefined ? path : `${path}?code=${code}`)

  test('returns the newest order, or the order of a code in any spelling', async () => {
    const buyer = await ready()
    const first = orderOf(await buyer.order())
    await buyer.prepare(products.cable)
    const second = orderOf(await buyer.order())
    expect(orderOf(await get(buyer))).toEqual(second)
    expect(orderOf(await get(buyer, first.code.toLowerCase()))).toEqual(first)
  })

  test('a foreign code and an unknown one get the same answer', async () => {
    const owner = await ready()
    const stranger = await checkout.buyer()
    const { code } = orderOf(await owner.order())
    const foreign = await get(stranger, code)
    const absent = await get(stranger, 'DH261120-00000000')
    expect(refusalOf(foreign)).toBe('404 order_not_found')
    expect(foreign.text).toBe(absent.text)
    expect((await get(stranger)).text).toBe(absent.text)
    const pay = (order_code: string) =>
      stranger.call('POST', `${path}/payment`, { order_code, payment_method: 'cod' })
    expect((await pay(code)).text).toBe((await pay('DH261120-00000000')).text)
  })
})
