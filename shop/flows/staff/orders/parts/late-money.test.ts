import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { type Buyer, dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { deadlocksOf } from '#test/support/database.ts'
import { type FakeProvider, openFakeProvider, signed } from '#test/support/fake-provider.ts'
import { closeOffers, openFlashSale } from '#test/support/flash-crowd.ts'
import { moneyErrors } from '#test/support/money-errors.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { repeats } from '#test/support/repeats.ts'
import { products, putInStock, shops } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'
import { assertStock } from '#test/support/stock-ledger.ts'

let provider: FakeProvider
const checkout = openCheckout({}, async () => {
  provider = await openFakeProvider()
  return [cashOnDelivery, provider.gateway]
})
let office: StaffServices
let lan = { ...test_staff, name: 'Lan' }
let orders = 0
let messages = 0
const { cable } = products

beforeAll(async () => {
  const { db } = checkout.own
  const gateways = [cashOnDelivery, provider.gateway]
  office = staffOffice(await testProviders({ db, now: () => checkout.now, gateways })).services
  const { rows } = await sql<{ staff_id: number }>`insert into staff (name, login_name, created_at)
    values ('Lan', 'lan', now()) returning staff_id`.execute(db)
  lan = { ...lan, staff_id: rows[0]?.staff_id ?? 0 }
  await putInStock(db, [{ item_id: cable, free: { [shops.first]: 400 } }])
})
afterEach(async () => {
  await assertStock(checkout.own.db)
  const errors = await moneyErrors(checkout.own.db)
  if (errors.length > 0) throw new RangeError(errors.join('\n'))
})
afterAll(() => provider.close())

/** A part of an order: its code, and the number of a payment that its shopper has begun and not finished. */
interface Part {
  code: string
  reference: string
  amount: number
}

/** The last voucher and the last flash slots, taken by an order in two parts that are being paid. */
async function twoParts() {
  const { buyer, first, second, ...offers } = await inTwo()
  return {
    ...offers,
    buyer,
    parts: [await begun(buyer, first), await begun(buyer, second)] as const,
  }
}

/** The same, while both parts are paid on delivery; `older` is an order of the phone from before, of one cable. */
async function inTwo() {
  const { db } = checkout.own
  await closeOffers(db)
  orders += 1
  const phone = `09340${String(orders).padStart(5, '0')}`
  const before = await checkout.buyer()
  await before.prepare(cable, 1, { phone, ward_id: 26_737 })
  const older = dataOf<Order>(await before.order({ payment_method: 'cod' })).code
  const sale = { item_id: cable, price: 100_000, slots: 3, per_customer: 3 }
  const open = { ...sale, is_online_only: false, now: checkout.now }
  const { quota_id } = await openFlashSale(db, open)
  const code = `MOTLAN${orders}`
  await sql`with one as (insert into quota (total) values (1) returning quota_id)
    insert into voucher (code, name, value, quota_id, per_customer)
    select ${code}, 'Một lần', 30000, quota_id, 1 from one`.execute(db)
  const buyer = await checkout.buyer()
  const first = await ordered(buyer, phone, code)
  const moved = { 1: 1 }
  const { version, totals } = await office.orderParts.split(lan, { order_code: first, moved })
  const input = { order_code: first, version, moved, total: totals?.stays ?? 0, reason: 'x' }
  const { order_code: second } = await office.orderParts.splitOrder(lan, input)
  const taken = async () => {
    const { rows } = await sql<{ vouchers: number; slots: number; uses: number }>`
      select voucher.taken as vouchers, sale.taken as slots,
        (select coalesce(sum(taken), 0)::int from customer_use
          where customer_key = ${`+84${phone.slice(1)}`}) as uses
      from quota voucher, quota sale where sale.quota_id = ${quota_id}
        and voucher.quota_id = (select quota_id from voucher where code = ${code})`.execute(db)
    return rows[0]
  }
  return { buyer, phone, code, older, first, second, taken }
}

/** Three cables, with a voucher, paid on delivery. */
async function ordered(buyer: Buyer, phone: string, code: string): Promise<string> {
  dataOf(await buyer.add(cable, 3))
  dataOf(await buyer.quote({ [cable]: 3 }))
  dataOf(await buyer.address({ phone, ward_id: 26_737 }))
  dataOf(await buyer.call('POST', '/api/cart/v1/quote/voucher', { code }))
  return dataOf<Order>(await buyer.order({ payment_method: 'cod' })).code
}

async function begun(buyer: Buyer, order_code: string): Promise<Part> {
  const chosen = { order_code, payment_method: 'fake' }
  const answer = await buyer.call('PUT', '/api/cart/v1/order/payment', chosen)
  const { redirect_url, order } = dataOf<{ redirect_url: string; order: Order }>(answer)
  const reference = redirect_url.replace('https://fake.example/pay/', '')
  return { code: order_code, reference, amount: order.totals.grand_total }
}

async function pays({ reference, amount }: Part): Promise<string> {
  messages += 1
  const message_id = `M${messages}`
  const { body, signature } = signed({
    ...{ message_id, reference, status: 'paid', amount, provider_reference: message_id },
  })
  const headers = { 'x-signature': signature }
  const notify = `${checkout.door.url}/api/payment/notify/fake`
  return (await fetch(notify, { method: 'POST', headers, body })).text()
}

/** Waits until so many statements wait for a lock. A transaction would only see the connections of its begin. */
async function untilWaiting(number: number): Promise<void> {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(checkout.own.db)).rows.length !== number) await sleep(20)
}

async function stateOf(order_code: string): Promise<string> {
  return (await office.orders.order(lan, { order_code })).state
}

/** Puts an order into another one of its phone. */
async function joined(order_code: string, other_code: string): Promise<void> {
  const kept = await office.orders.order(lan, { order_code })
  const ended = await office.orders.order(lan, { order_code: other_code })
  const total = kept.totals.grand_total + ended.totals.grand_total - ended.totals.shipping_fee
  const versions = { version: kept.version, other_version: ended.version }
  await office.orderParts.joinOrders(lan, { order_code, other_code, ...versions, total })
}

async function cancelled(order_code: string): Promise<void> {
  const { version } = await office.orders.order(lan, { order_code })
  await office.orders.cancelOrder(lan, { order_code, version, reason: 'other' })
}

const all = { vouchers: 1, slots: 3, uses: 4 }
const none = { vouchers: 0, slots: 0, uses: 0 }

/** Every fourth of the 24 orderings. */
const step = repeats({ verify: 4, soak: 1 })

const events = ['cancel 0', 'cancel 1', 'money 0', 'money 1'] as const
type Event = (typeof events)[number]

function orderings(rest: readonly Event[]): Event[][] {
  if (rest.length === 0) return [[]]
  return rest.flatMap((one) =>
    orderings(rest.filter((other) => other !== one)).map((others) => [one, ...others]),
  )
}

test('what an order in two took is taken once while a part lives, whatever ends and is paid late', async () => {
  const wrong: string[] = []
  for (const [number, ordering] of orderings(events).entries()) {
    if (number % step !== 0) continue
    const { buyer, parts, taken } = await twoParts()
    for (const event of ordering) {
      const part = parts[event.endsWith('0') ? 0 : 1]
      if (event.startsWith('money')) await pays(part)
      else await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: part.code })
      const states = await Promise.all(parts.map(({ code }) => stateOf(code)))
      const wanted = states.every((state) => state === 'cancelled') ? none : all
      const is = JSON.stringify(await taken())
      if (is !== JSON.stringify(wanted)) {
        wrong.push(`${ordering.join(', ')}: after ${event} parts are ${states.join(', ')}: ${is}`)
        break
      }
    }
  }
  expect(wrong).toEqual([])
}, 120_000)

test('money for a part goes back when somebody else has the last voucher by then', async () => {
  const { buyer, phone, code, parts } = await twoParts()
  for (const { code: order_code } of parts) {
    dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code }))
  }
  await ordered(await checkout.buyer(), phone.replace('0934', '0935'), code)
  expect(await pays(parts[0])).toBe('taken')
  expect(await office.orders.order(lan, { order_code: parts[0].code })).toMatchObject({
    ...{ state: 'cancelled', refunds: [{ amount: parts[0].amount }] },
  })
})

test('money for an order whose goods are in another one is not accepted for it', async () => {
  const { buyer, first, older } = await inTwo()
  const page = await begun(buyer, first)
  const on_delivery = { order_code: first, payment_method: 'cod' }
  dataOf(await buyer.call('PUT', '/api/cart/v1/order/payment', on_delivery))
  await joined(older, first)
  expect(await pays(page)).toBe('taken')
  const reviews = await office.reconciliation.reviews(lan, {})
  const { payment_review_id = 0 } = reviews.find(({ order_code }) => order_code === first) ?? {}
  const accepted = { payment_review_id, decision: 'accepted' } as const
  await expect(office.reconciliation.settleReview(lan, accepted)).rejects.toMatchObject({
    code: 'order_joined',
  })
  expect(await stateOf(first)).toBe('cancelled')
})

test('two parts that money reaches at once take the voucher once', async () => {
  const { buyer, parts, taken } = await twoParts()
  for (const { code: order_code } of parts) {
    dataOf(await buyer.call('POST', '/api/cart/v1/order/cancel', { order_code }))
  }
  expect(await Promise.all(parts.map(pays))).toEqual(['taken', 'taken'])
  expect(await Promise.all(parts.map(({ code }) => stateOf(code)))).toEqual(['pending', 'pending'])
  expect(await taken()).toEqual(all)
})

test('a part that its shopper cancels while staff join it into the other never waits in a circle', async () => {
  const deadlocks = await deadlocksOf(checkout.own)
  let order = await inTwo()
  // The join locks the first part before the second one.
  while (order.first > order.second) order = await inTwo()
  const { buyer, first, second, taken } = order
  const gate = new Client({ connectionString: checkout.own.url })
  await gate.connect()
  await gate.query('begin')
  await gate.query(`select from sales_order where code = '${second}' for update`)
  const ending = buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: second })
  await untilWaiting(1)
  const joining = Promise.allSettled([joined(first, second)])
  await untilWaiting(2)
  await gate.query('commit')
  await gate.end()
  expect((await ending).status).toBe(200)
  expect(await joining).toMatchObject([{ status: 'rejected', reason: { code: 'order_changed' } }])
  expect([await stateOf(first), await stateOf(second)]).toEqual(['pending', 'cancelled'])
  expect(await taken()).toEqual(all)
  expect(await deadlocksOf(checkout.own)).toBe(deadlocks)
})

test('two parts that are joined into one older order at once never wait in a circle', async () => {
  const deadlocks = await deadlocksOf(checkout.own)
  const { first, second, older, taken } = await inTwo()
  const tries = await Promise.allSettled([joined(older, first), joined(older, second)])
  const codes = tries.flatMap((one) =>
    one.status === 'rejected' ? [(one.reason as { code?: string }).code] : [],
  )
  expect(codes.filter((code) => code !== 'order_changed')).toEqual([])
  expect(await taken()).toEqual(all)
  for (const code of [older, first, second]) {
    if ((await stateOf(code)) !== 'cancelled') await cancelled(code)
  }
  expect(await taken()).toEqual(none)
  expect(await deadlocksOf(checkout.own)).toBe(deadlocks)
})

test('a part that ends while another one is joined leaves what both took with the order that stays', async () => {
  const deadlocks = await deadlocksOf(checkout.own)
  const { buyer, first, second, older, taken } = await inTwo()
  const ending = buyer.call('POST', '/api/cart/v1/order/cancel', { order_code: second })
  const [ended] = await Promise.all([ending, joined(older, first)])
  expect(ended.status).toBe(200)
  expect(await taken()).toEqual(all)
  await cancelled(older)
  expect(await taken()).toEqual(none)
  expect(await deadlocksOf(checkout.own)).toBe(deadlocks)
})

test.each([
  ['first', 'older'],
  ['first', 'second'],
  ['second', 'older'],
  ['second', 'first'],
] as const)(
  'when the %s part is in another order, what both took comes back with the last of them: %s ends first',
  async (moved, ends) => {
    const { taken, ...order } = await inTwo()
    await joined(order.older, order[moved])
    expect(await taken()).toEqual(all)
    await cancelled(order[ends])
    expect(await taken()).toEqual(all)
    const other = moved === 'first' ? order.second : order.first
    await cancelled(ends === 'older' ? other : order.older)
    expect(await taken()).toEqual(none)
  },
)
