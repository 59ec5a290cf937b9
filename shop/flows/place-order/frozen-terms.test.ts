import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { payment } from '#contracts/storefront/payment.ts'
import type { Service } from '#pure/contract.ts'
import { type Buyer, buyerWith, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { gatherShoppers, openFlashSale, phoneOf } from '#test/support/flash-crowd.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { startPromotion } from '#test/support/baskets/small-offers.ts'
import { products } from '#test/support/small-shop.ts'
import { takeInventory } from '#test/support/stock-ledger.ts'

const checkout = openCheckout(relay_env)

afterEach(async () => {
  const { db } = checkout.own
  await sql`update flash_sale set is_active = false`.execute(db)
  await sql`delete from promotion`.execute(db)
})

type PaymentGateways = Awaited<ReturnType<Service<typeof payment>['paymentGateways']>>

let last = 0
const read = async (buyer: Buyer) => dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
const change = (buyer: Buyer, payment_method: string, grand_total?: number) =>
  buyer.call('PUT', '/api/cart/v1/order/payment', { payment_method, grand_total })
const waysToPay = async (buyer: Buyer) =>
  dataOf<PaymentGateways>(await buyer.call('GET', '/api/cart/v1/payment-gateway')).gateways

async function orderedInFlashSale(is_online_only: boolean): Promise<Buyer> {
  const { db } = checkout.own
  const { now } = checkout
  const setting = { item_id: products.phone, price: 20_000_000, slots: 5, is_online_only, now }
  const sale = await openFlashSale(db, setting)
  last += 1
  const [shopper] = await gatherShoppers(db, { phones: [phoneOf(last)], products: sale, now })
  const buyer = buyerWith(checkout.door, shopper?.token ?? '')
  const order = dataOf<Order>(await buyer.order({}))
  expect(order).toMatchObject({ is_online_only, totals: { grand_total: 20_000_000 } })
  return buyer
}

async function orderedByVnpay(): Promise<{ buyer: Buyer; order: Order }> {
  await startPromotion(checkout.own.db, {
    ...{ kind: 'payment', name: 'VNPAY giảm 50.000đ', payment_method: 'vnpay' },
    ...{ value: 50_000, total: 9, per_customer: 1 },
  })
  const buyer = await checkout.buyer()
  last += 1
  await buyer.add(products.phone)
  await buyer.quote({ [products.phone]: 1 })
  await buyer.address({ phone: phoneOf(last) })
  const input = { payment_method: 'vnpay', grand_total: 30_940_000 }
  const order = dataOf<Order>(await buyer.order(input))
  expect(order.totals.grand_total).toBe(30_940_000)
  return { buyer, order }
}

describe('an order from a flash sale', () => {
  test('is still paid before delivery when the sale no longer asks for it', async () => {
    const buyer = await orderedInFlashSale(true)
    await sql`update flash_sale set is_online_only = false`.execute(checkout.own.db)
    expect((await read(buyer)).is_online_only).toBe(true)
    expect((await waysToPay(buyer)).map(({ id }) => id)).not.toContain('cod')
    expect(refusalOf(await change(buyer, 'cod'))).toBe('409 payment_method_not_available')
  })

  test('is still paid before delivery when the item was taken out of the sale', async () => {
    const buyer = await orderedInFlashSale(true)
    await sql`delete from flash_sale_item`.execute(checkout.own.db)
    expect(await read(buyer)).toMatchObject({
      is_online_only: true,
      items: [{ item_id: products.phone, final_price: 20_000_000 }],
    })
    expect(refusalOf(await change(buyer, 'cod'))).toBe('409 payment_method_not_available')
  })

  test('may still be paid on delivery when the sale asks for money first since then', async () => {
    const buyer = await orderedInFlashSale(false)
    await sql`update flash_sale set is_online_only = true`.execute(checkout.own.db)
    expect((await read(buyer)).is_online_only).toBe(false)
    expect((await waysToPay(buyer)).map(({ id }) => id)).toContain('cod')
    const { order } = dataOf<{ order: Order }>(await change(buyer, 'cod'))
    expect(order).toMatchObject({ state: 'pending', payment_method: 'cod' })
  })
})

describe('an offer for one payment method', () => {
  const totalOf = async (buyer: Buyer) => (await read(buyer)).totals.grand_total
  const claims = async ({ code }: Order) => {
    const { rows } = await sql<{ kind: string }>`
      select kind from reservation join sales_order using (order_id)
      where code = ${code} and released_at is null and kind <> 'stock'`.execute(checkout.own.db)
    return rows.length
  }

  test.each([
    ['speaks for another way now', sql`update promotion set payment_method = 'momo'`],
    ['has another name and worth now', sql`update promotion set name = 'Khác', value = 1000`],
    ['is over', sql`update promotion set is_active = false`],
    ['is deleted', sql`delete from promotion`],
  ])('stays as it was on the order when the promotion %s', async (_what, changed) => {
    const { buyer, order } = await orderedByVnpay()
    await changed.execute(checkout.own.db)
    const offers = new Map((await waysToPay(buyer)).map((way) => [way.id, way]))
    const offer = { name: 'VNPAY giảm 50.000đ', amount: 50_000 }
    expect(offers.get('vnpay')).toMatchObject({ offer, grand_total: 30_940_000 })
    expect(offers.get('bank_transfer')).toMatchObject({ offer: null, grand_total: 30_990_000 })
    expect((await read(buyer)).totals).toEqual(order.totals)
    expect(await claims(order)).toBe(2)
    dataOf(await change(buyer, 'bank_transfer', 30_990_000))
    expect(await totalOf(buyer)).toBe(30_990_000)
    expect(await claims(order)).toBe(0)
    const unreserved = [...(await takeInventory(checkout.own.db))].filter(([what]) =>
      what.startsWith('uses of'),
    )
    expect(unreserved.filter(([, amount]) => amount !== 0)).toEqual([])
  })

  test('does not apply to a transfer, whatever happened to the promotion', async () => {
    const { buyer, order } = await orderedByVnpay()
    await sql`delete from promotion`.execute(checkout.own.db)
    const amount = 30_940_000
    const raw = sepayBody({ amount, content: order.code.replace('-', '') })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
    expect((await read(buyer)).state).toBe('awaiting_payment')
  })
})

test('a gift stays on the order when its promotion is gone', async () => {
  const { db } = checkout.own
  const gift_product_id = products.cable
  await startPromotion(db, { kind: 'gift', gift_product_id, product_id: products.phone })
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  const before = dataOf<Order>(await buyer.order({}))
  expect(before.items).toMatchObject([
    { item_id: products.phone },
    { item_id: products.cable, is_gift: true, line_total: 0, parent_item_id: products.phone },
  ])
  await sql`delete from promotion`.execute(db)
  const { order } = dataOf<{ order: Order }>(await change(buyer, 'cod'))
  expect(order.items).toEqual(before.items)
  expect(order.totals).toEqual(before.totals)
})

test('older orders have the terms of the rows of that day', async () => {
  const { db } = checkout.own
  const { order } = await orderedByVnpay()
  await sql`update promotion set is_active = false`.execute(db)
  const deleted = await orderedByVnpay()
  await sql`delete from promotion where uuid::text in (select reference
    from sales_order_adjustment join sales_order using (order_id)
    where code = ${deleted.order.code})`.execute(db)
  const flash = await read(await orderedInFlashSale(true))
  await sql`update flash_sale set is_active = false`.execute(db)
  const plain = await read(await orderedInFlashSale(false))
  const terms = async () => {
    const { rows } = await sql`
      select code, o.is_online_only, part.payment_method, part.quota_id is not null as has_quota,
        part.limit_key is not null as has_limit
      from sales_order o left join sales_order_adjustment part
        on part.order_id = o.order_id and rule = 'payment'
      where code = any(${[order, deleted.order, flash, plain].map(({ code }) => code)}::text[])
      order by o.order_id`.execute(db)
    return rows
  }
  const before = await terms()
  await sql`alter table sales_order drop column is_online_only`.execute(db)
  await sql`alter table sales_order_adjustment drop column payment_method, drop column quota_id,
    drop column limit_key`.execute(db)
  await sql.raw(await readFile('db/migrations/023-terms-on-the-order.sql', 'utf8')).execute(db)
  // The claim of a deleted promotion is no longer known, but its payment method is.
  const [first, second, ...others] = before
  const unclaimed = { ...(second as object), has_quota: false, has_limit: false }
  expect(await terms()).toEqual([first, unclaimed, ...others])
})
