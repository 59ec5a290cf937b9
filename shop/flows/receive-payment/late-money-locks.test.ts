import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { startPromotion } from '#test/support/baskets/small-offers.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { deadlocksOf } from '#test/support/database.ts'
import { type FakeProvider, openFakeProvider } from '#test/support/fake-provider.ts'
import { openFlashSale } from '#test/support/flash-crowd.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { notifyGateway } from '#test/support/payment-messages.ts'
import { products } from '#test/support/small-shop.ts'
import { assertStock } from '#test/support/stock-ledger.ts'

let fake: FakeProvider
let other: FakeProvider
const checkout = openCheckout({}, async () => {
  fake = await openFakeProvider('fake')
  other = await openFakeProvider('other')
  return [cashOnDelivery, fake.gateway, other.gateway]
})
afterAll(async () => {
  await fake.close()
  await other.close()
})

const phone = '0912 345 000'

async function ordered(item_id: number) {
  const buyer = await checkout.buyer()
  await buyer.prepare(item_id, 1, { phone })
  const { code, totals } = dataOf<Order>(await buyer.order({ payment_method: 'fake' }))
  const choose = async (payment_method: string, grand_total: number) => {
    const json = { order_code: code, payment_method, grand_total }
    const answer = await buyer.call('PUT', '/api/cart/v1/order/payment', json)
    const { redirect_url } = dataOf<{ redirect_url: string }>(answer)
    return redirect_url.split('/').at(-1) ?? ''
  }
  const cancel = () => buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: code })
  return { code, total: totals.grand_total, choose, cancel }
}

const waiting = `select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

/** Waits until so many statements wait for a lock. */
async function untilWaiting(own: Client, number: number): Promise<void> {
  while ((await own.query(waiting)).rowCount !== number) await sleep(20)
}

test('late money that brings an offer back never waits in a circle with a cancel of the same person', async () => {
  const { db, url } = checkout.own
  const sale = { price: 100_000, slots: 50, per_customer: 50, now: checkout.now }
  const { flash_sale_item_id } = await openFlashSale(db, { ...sale, item_id: products.cable })
  // Two colours of one version share the limit of the sale, and have slots of their own.
  await sql`update product set parent_id = ${products.cable - 1}, color_slug = 'khac'
    where product_id = ${products.phone}`.execute(db)
  await sql`with slots as (insert into quota (total) values (50) returning quota_id)
    insert into flash_sale_item (flash_sale_id, product_id, price, quota_id)
    select flash_sale_id, ${products.phone}, 20000000, slots.quota_id from flash_sale_item, slots
    where flash_sale_item_id = ${flash_sale_item_id}`.execute(db)
  await startPromotion(db, {
    kind: 'payment',
    payment_method: 'fake',
    value: 10_000,
    per_customer: 50,
  })
  const late = await ordered(products.cable)
  const reference = await late.choose('fake', late.total)
  await late.choose('other', late.total + 10_000)
  checkout.now = new Date(checkout.now.getTime() + 60_000)
  dataOf(await late.cancel())
  const ended = await ordered(products.phone)
  // The cancel waits for the limit of the sale first, the money behind it.
  const gate = new Client({ connectionString: url })
  await gate.connect()
  await gate.query('begin')
  await gate.query(`select from customer_use where limit_key like 'flash%' for update`)
  const cancelled = ended.cancel()
  await untilWaiting(gate, 1)
  const message = { message_id: 'M1', reference, status: 'paid', provider_reference: 'M1' } as const
  const paid = notifyGateway(checkout.door, 'fake', { ...message, amount: late.total })
  await untilWaiting(gate, 2)
  await gate.query('commit')
  await gate.end()
  dataOf(await cancelled)
  expect(await paid).toBe('taken')
  const { rows } = await sql<{ state: string; grand_total: number }>`select state, grand_total
    from sales_order where code = ${late.code}`.execute(db)
  expect(rows).toEqual([{ state: 'pending', grand_total: late.total }])
  const uses = await sql`select split_part(limit_key, ':', 1) as of, taken from customer_use
    order by 1`.execute(db)
  expect(uses.rows).toEqual([
    { of: 'flash', taken: 1 },
    { of: 'promotion', taken: 1 },
  ])
  expect(await moneyErrors(db)).toEqual([])
  await assertStock(db)
  expect(await deadlocksOf(checkout.own)).toBe(0)
})
