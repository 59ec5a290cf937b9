import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { CodRuleSet } from '#contracts/staff/cod.ts'
import { sweep } from '#shop/flows/sweep/sweep-job.ts'
import { releaseUnconfirmed } from '#shop/flows/release-unconfirmed.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import { dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { staffOffice, testProviders } from '#test/support/providers.ts'
import { freeStock, products, restock, shops } from '#test/support/small-shop.ts'
import { test_staff } from '#test/support/staff.ts'
import { findStockErrors } from '#shop/views/stock/stock-proof-store.ts'
import { setFreeStock } from '#test/support/stock-ledger.ts'
import { emptyTables } from '#test/support/database-templates.ts'

const checkout = openCheckout({ TRUST_PROXY: '127.0.0.1' })
let providers: ProviderDeps
let services: StaffServices
const hour_ms = 3_600_000

beforeAll(async () => {
  const { db } = checkout.own
  providers = await testProviders({ db, now: () => checkout.now, gateways: [cashOnDelivery] })
  services = staffOffice(providers).services
})
beforeEach(async () => {
  await emptyTables(checkout.own.db, 'sales_order')
  await restock(checkout.own.db)
})

const unlimited: CodRuleSet = {
  ...{ max_total: null, max_quantity: null, max_open_orders: null },
  ...{ max_came_back: null, max_per_network: null, call_from: null, release_after_h: null },
}

async function rule(changed: Partial<CodRuleSet>): Promise<void> {
  const { version } = await services.cod.codRules(test_staff, {})
  const rules = { ...unlimited, ...changed, version }
  await services.cod.setCodRules(test_staff, rules)
}

async function buyerOf(quantity = 1, phone = '0912 345 678') {
  const buyer = await checkout.buyer()
  dataOf(await buyer.add(products.cable, quantity))
  dataOf(await buyer.quote({ [products.cable]: quantity }))
  dataOf(await buyer.address({ phone }))
  return buyer
}

async function placed(quantity = 1, phone?: string): Promise<Order> {
  const buyer = await buyerOf(quantity, phone)
  return dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
}

async function refused(quantity = 1, phone?: string) {
  const buyer = await buyerOf(quantity, phone)
  return buyer.order({ payment_method: 'cod' })
}

describe('cash on delivery is refused with its rule', () => {
  test('above a total, and above a quantity', async () => {
    await rule({ max_quantity: 2 })
    expect((await placed(2)).state).toBe('pending')
    const free = await freeStock(checkout.own.db, products.cable)
    const answer = await refused(3)
    expect(refusalOf(answer)).toBe('409 cod_refused')
    expect(answer.body).toMatchObject({ error: { data: { rule: 'quantity', limit: 2 } } })
    expect(await freeStock(checkout.own.db, products.cable)).toBe(free)
    await rule({ max_total: 1 })
    expect(refusalOf(await refused())).toBe('409 cod_refused')
  })

  test('for more unconfirmed orders of a phone, however it is spelled, and of two at once', async () => {
    await rule({ max_open_orders: 2 })
    await placed()
    const two = await Promise.all([refused(1, '0912.345.678'), refused(1, '+84 912 345 678')])
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await placed(1, '0987 654 178')).state).toBe('pending')
    const { code } = await firstOrder()
    await services.orders.confirmOrder(test_staff, { order_code: code, version: 1 })
    expect((await placed()).state).toBe('pending')
  })

  test('for a phone whose parcels came back', async () => {
    await rule({ max_came_back: 1 })
    const { code: order_code } = await placed()
    await services.orders.confirmOrder(test_staff, { order_code, version: 1 })
    for (const [n, move] of (['ship', 'come_back'] as const).entries()) {
      await services.orders.shipOrder(test_staff, { order_code, version: n + 2, move })
    }
    expect(refusalOf(await refused())).toBe('409 cod_refused')
  })

  test('also when it is chosen after the order was placed; the order stays payable otherwise', async () => {
    await rule({ max_quantity: 1 })
    const buyer = await buyerOf(2)
    const { code } = dataOf<Order>(await buyer.order({ payment_method: undefined }))
    const { refuse_code, state } = await chooseCod(buyer, code)
    expect([refuse_code, state]).toEqual(['409 cod_refused', 'awaiting_payment'])
  })
})

describe('the orders of a network and day', () => {
  let n = 0
  /** Orders with another phone each time. */
  async function orderFrom(
    ip: string,
    changes: Record<string, unknown> = { payment_method: 'cod' },
  ) {
    n += 1
    const buyer = await buyerOf(1, `0933 000 ${String(n).padStart(3, '0')}`)
    const answer = await buyer.order(changes, { 'x-forwarded-for': ip })
    return { buyer, answer, said: answer.status === 200 ? 'placed' : refusalOf(answer) }
  }
  const no = '409 cod_refused'

  test('are counted under /24 and /48, of two at once too, and anew the next day', async () => {
    await rule({ max_per_network: 2 })
    expect((await orderFrom('203.0.113.7')).said).toBe('placed')
    const two = await Promise.all([orderFrom('203.0.113.8'), orderFrom('203.0.113.250')])
    expect(two.map(({ said }) => said).toSorted()).toEqual([no, 'placed'])
    const { answer } = await orderFrom('203.0.113.9')
    expect(answer.body).toMatchObject({ error: { data: { rule: 'network', limit: 2 } } })
    expect((await orderFrom('203.0.114.9')).said).toBe('placed')
    for (const said of ['placed', 'placed', no]) {
      expect((await orderFrom(`2001:db8:7:${n}::1`)).said).toBe(said)
    }
    // Addresses of the shop's own network say nothing about shoppers.
    for (let times = 0; times < 3; times++)
      expect((await orderFrom('10.0.0.9')).said).toBe('placed')
    checkout.now = new Date(checkout.now.getTime() + 24 * hour_ms)
    expect((await orderFrom('203.0.113.9')).said).toBe('placed')
  })

  test('are counted when cash is chosen later; the hash is no address, and is swept', async () => {
    await rule({ max_per_network: 1 })
    const { buyer, answer } = await orderFrom('203.0.113.7', { payment_method: undefined })
    const { code } = dataOf<Order>(answer)
    expect((await orderFrom('203.0.113.7')).said).toBe('placed')
    expect((await chooseCod(buyer, code)).refuse_code).toBe(no)
    const { db } = checkout.own
    const hashes = () =>
      sql<{ hash: string }>`select distinct network_hash as hash
      from sales_order where network_hash is not null`.execute(db)
    expect((await hashes()).rows).toEqual([{ hash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    const sweepAfter = (days: number) =>
      sweep({ ...providers, now: () => new Date(checkout.now.getTime() + days * 24 * hour_ms) })
    expect(await sweepAfter(1)).toMatchObject({ order_networks: 0 })
    expect(await sweepAfter(2)).toMatchObject({ order_networks: 2 })
    expect((await hashes()).rows).toEqual([])
  })
})

async function chooseCod(buyer: Awaited<ReturnType<typeof buyerOf>>, order_code: string) {
  const answer = await buyer.call('POST', '/api/cart/v1/order/payment', {
    ...{ order_code, payment_method: 'cod' },
  })
  const { state } = await services.orders.order(test_staff, { order_code })
  return { refuse_code: refusalOf(answer), state }
}

async function firstOrder(): Promise<{ code: string }> {
  const { rows } = await sql<{ code: string }>`
    select code from sales_order order by order_id limit 1`.execute(checkout.own.db)
  return rows[0] ?? { code: '' }
}

describe('an unconfirmed order', () => {
  test('gives its units back after its time, with the reason, and only once', async () => {
    await rule({ release_after_h: 2 })
    const errors = await findStockErrors(checkout.own.db)
    const free = await freeStock(checkout.own.db, products.cable)
    const { code: order_code } = await placed(5)
    checkout.now = new Date(checkout.now.getTime() + 1.9 * hour_ms)
    expect(await releaseUnconfirmed(providers)).toBe(0)
    checkout.now = new Date(checkout.now.getTime() + 0.2 * hour_ms)
    const runs = await Promise.all([releaseUnconfirmed(providers), releaseUnconfirmed(providers)])
    expect(runs.reduce((sum, one) => sum + one, 0)).toBe(1)
    expect(await freeStock(checkout.own.db, products.cable)).toBe(free)
    const { state, timeline } = await services.orders.order(test_staff, { order_code })
    expect(state).toBe('cancelled')
    expect(timeline).toContainEqual(expect.objectContaining({ what: 'lapse', actor: 'clock' }))
    expect(await findStockErrors(checkout.own.db)).toEqual(errors)
  })

  test('stays while it is paid, confirmed or to be called later', async () => {
    await rule({ release_after_h: 1 })
    const [paid, confirmed, later] = [await placed(), await placed(), await placed()]
    const { db } = checkout.own
    await sql`update sales_order set is_paid = true where code = ${paid.code}`.execute(db)
    await services.orders.confirmOrder(test_staff, { order_code: confirmed.code, version: 1 })
    await sql`insert into order_call (order_id, due_at) select order_id, ${new Date(checkout.now.getTime() + 5 * hour_ms)}
      from sales_order where code = ${later.code}`.execute(db)
    checkout.now = new Date(checkout.now.getTime() + 2 * hour_ms)
    expect(await releaseUnconfirmed(providers)).toBe(0)
  })
})

test('six anonymous orders with random phones do not hold the stock for good', async () => {
  await rule({ max_quantity: 50, release_after_h: 72 })
  const { db } = checkout.own
  await setFreeStock(db, 0, sql`product_id = ${products.cable}`)
  await setFreeStock(db, 300, sql`product_id = ${products.cable} and shop_id = ${shops.first}`)
  const errors = await findStockErrors(db)
  const phones = [1, 2, 3, 4, 5, 6].map((n) => `0912 000 00${n}`)
  for (const phone of phones) expect(refusalOf(await refused(99, phone))).toBe('409 cod_refused')
  expect(await freeStock(db, products.cable)).toBe(300)
  for (const phone of phones) await placed(50, phone)
  expect(await freeStock(db, products.cable)).toBe(0)
  checkout.now = new Date(checkout.now.getTime() + 73 * hour_ms)
  expect(await releaseUnconfirmed(providers)).toBe(6)
  expect(await freeStock(db, products.cable)).toBe(300)
  expect(await findStockErrors(db)).toEqual(errors)
})

test('of two changes of the rules from the same view, one is refused with what is in force', async () => {
  const { version } = await services.cod.codRules(test_staff, {})
  const change = (max_quantity: number) =>
    services.cod.setCodRules(test_staff, {
      ...unlimited,
      max_quantity,
      version,
    })
  const outcomes = await Promise.allSettled([change(7), change(8)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const failed = outcomes.find((one) => one.status === 'rejected')
  const { rules } = await services.cod.codRules(test_staff, {})
  expect(failed?.reason).toMatchObject({ code: 'rules_changed', data: { rules } })
})
