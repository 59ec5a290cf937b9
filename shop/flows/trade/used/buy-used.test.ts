import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import { createLog } from '#platform/observe/log.ts'
import type { Cart } from '#contracts/storefront/cart.ts'
import { type Buyer, dataOf, type Order, type Quote, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { phoneOf } from '#test/support/flash-crowd.ts'
import { products, shops } from '#test/support/small-shop.ts'
import { assertStock } from '#test/support/stock-ledger.ts'
import { offerUsed, usedPhone } from '#test/goods/used-devices.ts'

const checkout = openCheckout()
const ways = ['cod', 'bank_transfer', 'vnpay'] as const
let last = 100

async function device(changes: Parameters<typeof usedPhone>[1] = {}) {
  last += 1
  return offerUsed(checkout.own.db, usedPhone(last, changes))
}

async function ready(item_id: number): Promise<Buyer> {
  last += 1
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(item_id))
  dataOf(await buyer.quote({ [item_id]: 1 }))
  dataOf(await buyer.address({ phone: phoneOf(last) }))
  return buyer
}

async function stateOf(imei_id: number): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select state from used_unit where imei_id = ${imei_id}`.execute(checkout.own.db)
  return rows[0]?.state ?? ''
}

describe('a used device in cart and checkout', () => {
  test('is named by meta.imei_id, has quantity 1 and its own price', async () => {
    const [one, other] = [await device(), await device({ price: 11_000_000 })]
    const buyer = await checkout.buyer()
    const add = (item_id: number, imei_id?: number, item_quantity = 1) =>
      buyer.call('POST', '/api/cart/v1/cart', {
        item_id,
        item_quantity,
        ...(imei_id && { meta: { imei_id } }),
      })
    expect(refusalOf(await add(one.product_id, other.imei_id))).toBe('404 item_not_found')
    expect(refusalOf(await add(products.phone, one.imei_id))).toBe('404 item_not_found')
    expect(refusalOf(await add(one.product_id, one.imei_id, 2))).toBe('409 quantity_not_available')
    dataOf(await add(one.product_id, one.imei_id))
    dataOf(await add(one.product_id, one.imei_id))
    const cart = dataOf<Cart>(await add(other.product_id))
    const line = { item_quantity: 1, max_quantity: 1, state: 'available' }
    expect(cart.items).toMatchObject([
      {
        ...line,
        final_price: 12_000_000,
        meta: { imei_id: one.imei_id },
        used: { shop_name: 'Cửa hàng 1' },
      },
      { ...line, final_price: 11_000_000, meta: { imei_id: other.imei_id } },
    ])
    expect(cart.items[0]?.used?.imei_tail).toMatch(/^\d{4}$/)
    const form = new FormData()
    form.set('Quote[type]', '1')
    form.set('QuoteItems[0][item_id]', String(one.product_id))
    form.set('QuoteItems[0][item_quantity]', '1')
    form.set('QuoteItems[0][meta][imei_id]', String(other.imei_id))
    const open = () =>
      checkout.door.call('POST', '/api/cart/v1/quote', { token: buyer.token, form })
    expect(refusalOf(await open())).toBe('404 item_not_found')
    form.set('QuoteItems[0][meta][imei_id]', String(one.imei_id))
    expect(dataOf<Quote>(await open()).items).toMatchObject([
      { item_id: one.product_id, line_total: 12_000_000, meta: { imei_id: one.imei_id } },
    ])
  })

  test('says what became of it: being paid, sold, or at a shop that does not sell', async () => {
    const { db } = checkout.own
    const { product_id } = await device()
    const [first, second] = [await ready(product_id), await ready(product_id)]
    const order = dataOf<Order>(await first.order({ payment_method: 'bank_transfer' }))
    const held = await second.order({ payment_method: 'cod' })
    expect(refusalOf(held)).toBe('409 used_product_online_payment_pending')
    const seconds = (new Date(order.expires_at ?? 0).getTime() - checkout.now.getTime()) / 1_000
    expect(held.body?.error?.data).toMatchObject({ item_id: product_id, seconds_left: seconds })
    const third = await checkout.buyer()
    expect(refusalOf(await third.add(product_id))).toBe('409 used_product_online_payment_pending')
    const { items } = await second.cart()
    expect(items[0]).toMatchObject({
      state: 'sold_out',
      used: { reserved_until: order.expires_at },
    })

    dataOf(await first.call('PUT', '/api/cart/v1/order/payment', { payment_method: 'cod' }))
    expect(refusalOf(await third.add(product_id))).toBe('409 used_product_not_available')
    expect(refusalOf(await second.order({}))).toBe('409 used_product_not_available')
    expect(refusalOf(await second.quote({ [product_id]: 1 }))).toBe(
      '409 used_product_not_available',
    )

    const away = await device()
    const fourth = await ready(away.product_id)
    await sql`update shop set is_active = false where shop_id = ${shops.first}`.execute(db)
    expect(refusalOf(await third.add(away.product_id))).toBe(
      '409 used_product_company_not_available',
    )
    expect(refusalOf(await fourth.quote({ [away.product_id]: 1 }))).toBe(
      '409 used_product_company_not_available',
    )
    await sql`update shop set is_active = true where shop_id = ${shops.first}`.execute(db)
  })

  test('is not part of promotions for new goods', async () => {
    const { db } = checkout.own
    const { product_id } = await device()
    await sql`with added as (insert into promotion (uuid, kind, name, value, starts_at, is_active)
        values (gen_random_uuid(), 'catalogue', 'Giảm mọi thứ', 500000, now() - interval '1 year', true) returning promotion_id)
      insert into promotion_target (promotion_id, category_id) select promotion_id, 1 from added`.execute(
      db,
    )
    const buyer = await checkout.buyer()
    const cart = dataOf<Cart>(await buyer.add(product_id))
    expect(cart.items).toMatchObject([{ final_price: 12_000_000 }])
    await sql`delete from promotion`.execute(db)
  })
})

test('a hundred buyers want one device and pay in three ways: one gets it', async () => {
  const { product_id, imei_id } = await device()
  const buyers: Buyer[] = []
  for (let n = 0; n < 100; n += 20) {
    buyers.push(...(await Promise.all(Array.from({ length: 20 }, () => ready(product_id)))))
  }
  const answers = await Promise.all(
    buyers.map((buyer, n) => buyer.order({ payment_method: ways[n % 3] })),
  )
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  const [state] = won.map((answer) => dataOf<Order>(answer).state)
  const code =
    state === 'pending' ? 'used_product_not_available' : 'used_product_online_payment_pending'
  const lost = answers.filter(({ status }) => status !== 200).map(refusalOf)
  expect(new Set(lost)).toEqual(new Set([`409 ${code}`]))
  expect(await stateOf(imei_id)).toBe('held')
  await assertStock(checkout.own.db)
}, 60_000)

test('a device is never with two orders, whatever happens to them', async () => {
  const { db } = checkout.own
  const log = createLog({ service: 'test', level: 'fatal' })
  const step = fc.record({
    what: fc.constantFrom('order', 'order', 'order', 'cancel', 'expire', 'pay'),
    device: fc.nat(1),
    way: fc.constantFrom(...ways),
    both: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const devices = [await device(), await device()]
      const orders: { buyer: Buyer; order: Order }[] = []
      for (const { what, device: turn, way, both } of steps) {
        const { product_id = 0 } = devices[turn] ?? {}
        if (what === 'order') {
          const buyers = await Promise.all(
            [ready, ready].slice(both ? 0 : 1).map((make) => make(product_id).catch(() => null)),
          )
          const answers = await Promise.all(
            buyers.map(
              async (buyer) =>
                buyer && { buyer, answer: await buyer.order({ payment_method: way }) },
            ),
          )
          for (const one of answers) {
            if (one?.answer.status === 200)
              orders.push({ buyer: one.buyer, order: dataOf<Order>(one.answer) })
          }
        } else if (what === 'expire') {
          checkout.now = new Date(checkout.now.getTime() + 3_600_000)
          await expireOrders({ db, log }, checkout.now)
        } else {
          const { buyer, order } = orders.at(-1) ?? {}
          if (what === 'cancel')
            await buyer?.call('POST', '/api/cart/v1/order/cancel', { order_code: order?.code })
          else await buyer?.call('PUT', '/api/cart/v1/order/payment', { payment_method: 'cod' })
        }
        for (const { product_id: item_id, imei_id } of devices) {
          const { rows } = await sql<{ live: number }>`
            select count(*) as live from reservation
            where product_id = ${item_id} and released_at is null`.execute(db)
          const live = rows[0]?.live ?? 0
          expect(live).toBeLessThanOrEqual(1)
          expect(await stateOf(imei_id)).toBe(live === 1 ? 'held' : 'listed')
        }
      }
    }),
    { numRuns: 12 },
  )
  await assertStock(db)
}, 60_000)
