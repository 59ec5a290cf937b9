import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { products, putInStock, shops } from '#test/support/small-shop.ts'
import { assertStock } from '#test/support/stock-ledger.ts'
import { staffWith, test_staff } from '#test/support/staff.ts'

const checkout = openCheckout()
const lan = { ...test_staff, name: 'Lan' }
let office: StaffServices

beforeAll(async () => {
  const { db } = checkout.own
  office = staffOffice(
    await testProviders({ db, now: () => checkout.now, gateways: [cashOnDelivery] }),
  ).services
})
afterEach(() => assertStock(checkout.own.db))

const refused = (code: string, data?: unknown) =>
  expect.objectContaining(data === undefined ? { code } : { code, data })

/** An order of two cables, reserved at the first shop. */
async function placed(quantity = 2) {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable, quantity)
  const { code: order_code } = dataOf<Order>(await buyer.order())
  return { order_code, version: 1 }
}

const change = (input: object, actor = lan) =>
  office.orderShop.changeShop(actor, {
    shop_id: shops.hanoi,
    reason: 'Hết hàng',
    ...input,
  } as never)

async function reservedAt(order_code: string) {
  const { reservations } = await office.orders.order(lan, { order_code })
  return reservations
    .filter(({ is_active }) => is_active)
    .map(({ shop_id, quantity }) => [shop_id, quantity])
}

async function freeAt(shop_id: number) {
  const { rows } = await sql<{ quantity: number }>`select quantity from stock
    where product_id = ${products.cable} and shop_id = ${shop_id}`.execute(checkout.own.db)
  return rows[0]?.quantity
}

describe('another shop ships an order', () => {
  test('all of it is reserved there; the history says from where to where', async () => {
    const seen = await placed()
    const before = [await freeAt(shops.first), await freeAt(shops.hanoi)]
    const { from, shops: shown } = await office.orderShop.shops(lan, seen)
    expect(from).toMatchObject([{ shop_id: shops.first, quantity: 2 }])
    expect(shown.map(({ shop_id, missing }) => [shop_id, missing.length])).toEqual([
      [shops.first, 0],
      [shops.hanoi, 0],
      [shops.second, 1],
    ])
    expect(await change(seen)).toEqual({ version: 2 })
    expect(await reservedAt(seen.order_code)).toEqual([[shops.hanoi, 2]])
    expect([await freeAt(shops.first), await freeAt(shops.hanoi)]).toEqual([
      (before[0] ?? 0) + 2,
      (before[1] ?? 0) - 2,
    ])
    const { shop, timeline } = await office.orders.order(lan, seen)
    expect(shop).toBe('Cửa hàng 3')
    expect(timeline.find(({ what }) => what === 'move_shop')?.note).toContain('Hết hàng')
  })

  test('is refused where the shop lacks something, is no shop, or has all of it already', async () => {
    const seen = await placed()
    await expect(change({ ...seen, shop_id: shops.second })).rejects.toEqual(
      refused('not_in_stock', {
        missing: [expect.objectContaining({ item_id: products.cable, wanted: 2, left: 0 })],
      }),
    )
    for (const shop_id of [shops.repairs, 9_999]) {
      await expect(change({ ...seen, shop_id })).rejects.toEqual(refused('shop_not_found'))
    }
    await expect(change({ ...seen, shop_id: shops.first })).rejects.toEqual(refused('same_shop'))
    await expect(change({ ...seen, version: 9 })).rejects.toEqual(refused('order_changed'))
    expect(await reservedAt(seen.order_code)).toEqual([[shops.first, 2]])
  })

  test('needs the reach of both shops', async () => {
    const seen = await placed()
    const grant = { 'orders.change': { scope: 'shops', max_amount: null } } as const
    const actor = (own: number[]) => ({ ...staffWith(grant, own), name: 'Lan' })
    await expect(change(seen, actor([shops.hanoi]))).rejects.toEqual(refused('order_not_found'))
    await expect(change(seen, actor([shops.first]))).rejects.toEqual(refused('shop_not_found'))
    const { shops: shown } = await office.orderShop.shops(actor([shops.first]), seen)
    expect(shown.map(({ shop_id }) => shop_id)).toEqual([shops.first])
    await change(seen, actor([shops.first, shops.hanoi]))
    expect(await reservedAt(seen.order_code)).toEqual([[shops.hanoi, 2]])
  })

  test('has an order collected elsewhere once its shopper agrees, and tells them where', async () => {
    const { db } = checkout.own
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    dataOf(await buyer.address({ shipping_method: 'store_pickup', erp_shop_id: shops.first }))
    const { code: order_code } = dataOf<Order>(await buyer.order())
    const seen = { order_code, version: 1 }
    await expect(change(seen)).rejects.toEqual(refused('is_pickup'))
    await change({ ...seen, is_agreed: true })
    expect(await reservedAt(order_code)).toEqual([[shops.hanoi, 1]])
    const { rows } = await sql<{ shop_id: number; at: string; texts: number; reason: string }>`
      select o.shop_id, o.recipient->>'erp_shop_id' as at, count(*)::integer as texts, min(facts->>'reason') as reason
      from sales_order o join outbox using (order_id)
      where code = ${order_code} and template = 'pickup_moved' group by o.order_id`.execute(db)
    expect(rows).toEqual([
      { shop_id: shops.hanoi, at: String(shops.hanoi), texts: 1, reason: expect.any(String) },
    ])
    const moved = await office.orders.order(lan, { order_code })
    expect(rows[0]?.reason).toBe(moved.recipient.address_text)
    // The shop of before does not answer for it any more.
    const grant = { 'orders.change': { scope: 'shops', max_amount: null } } as const
    await expect(
      change({ order_code, version: 2, is_agreed: true }, staffWith(grant, [shops.first]) as never),
    ).rejects.toEqual(refused('order_not_found'))
  })

  test('two orders that change places at once both arrive, and two people move one order once', async () => {
    await putInStock(checkout.own.db, [
      { item_id: products.cable, free: { [shops.first]: 500, [shops.hanoi]: 500 } },
    ])
    const one = await placed(5)
    const other = await placed(7)
    await change({ ...other, shop_id: shops.hanoi })
    for (let round = 0; round < 10; round++) {
      const there = round % 2 === 0
      const to = (is_there: boolean) => (is_there ? shops.hanoi : shops.first)
      const version = round + 1
      await Promise.all([
        change({ ...one, version, shop_id: to(there) }),
        change({ ...other, version: version + 1, shop_id: to(!there) }),
      ])
    }
    const outcomes = await Promise.allSettled([
      change({ ...one, version: 11 }),
      change({ ...one, version: 11 }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})
