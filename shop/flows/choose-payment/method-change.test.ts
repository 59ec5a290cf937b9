import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { payment } from '#contracts/storefront/payment.ts'
import type { Service } from '#pure/contract.ts'
import { customerKey } from '#shop/customer/customer-key.ts'
import { returnToCod } from '#shop/flows/choose-payment/return-to-cod.ts'
import { bankTransfer } from '#shop/payment/gateways/bank-transfer.ts'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import type { Gateway } from '#shop/payment/gateways/gateway.ts'
import { type Buyer, dataOf, type Order, refusalOf } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { type FakeProvider, openFakeProvider } from '#test/support/fake-provider.ts'
import { notifyGateway } from '#test/support/payment-messages.ts'
import { testProviders } from '#test/support/providers.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { products } from '#test/support/small-shop.ts'
import { takeInventory } from '#test/support/stock-ledger.ts'

/** Changes of the payment method whose offers change the total: what is asked, told, and taken back. */
const price = 30_990_000
const providers: FakeProvider[] = []
const gateways: Gateway[] = [cashOnDelivery, bankTransfer]
const checkout = openCheckout(relay_env, async () => {
  // One gateway has offers, the other one takes a limited amount.
  providers.push(await openFakeProvider('fake'), await openFakeProvider('limited'))
  const [fake, limited] = providers.map(({ gateway }) => gateway as Gateway)
  if (fake && limited) gateways.push(fake, { ...limited, isOffered: isWithinLimits })
  return gateways
})
afterEach(() => sql`update promotion set is_active = false`.execute(checkout.own.db))
afterAll(() => Promise.all(providers.map((provider) => provider.close())))

const least = 1_000_000
const max = 30_950_000
const isWithinLimits: Gateway['isOffered'] = ({ amount }) => amount >= least && amount <= max

interface Offer {
  method: string
  value: number
  per_customer?: number
}
/** An offer for a payment method; returns its id. */
async function addOffer({ method, value, per_customer }: Offer): Promise<number> {
  const { rows } = await sql<{ promotion_id: number }>`
    insert into promotion (kind, name, payment_method, value, per_customer)
    values ('payment', 'Giảm ' || ${value}::text, ${method}, ${value}, ${per_customer ?? null})
    returning promotion_id`.execute(checkout.own.db)
  return rows[0]?.promotion_id ?? 0
}

let last_phone = 0
async function ordered(payment_method: string, grand_total = price) {
  const buyer = await checkout.buyer()
  last_phone += 1
  await buyer.add(products.phone)
  await buyer.quote({ [products.phone]: 1 })
  await buyer.address({ phone: `0912${400_000 + last_phone}` })
  const order = dataOf<Order>(await buyer.order({ payment_method, grand_total }))
  const ask = (method: string, confirmed?: number) =>
    buyer.call('PUT', '/api/cart/v1/order/payment', {
      ...{ order_code: order.code, payment_method: method, grand_total: confirmed },
    })
  return {
    buyer,
    order,
    ask,
    choose: async (...choice: Parameters<typeof ask>) => {
      return dataOf<{ order: Order; redirect_url: string }>(await ask(...choice))
    },
  }
}
type Ordered = Awaited<ReturnType<typeof ordered>>

/** The attempt that was started last: what its provider was asked for, and its answer that it was paid or failed. */
async function lastAttempt({ order }: Ordered) {
  const { rows } = await sql<{ method: string; reference: string; amount: number }>`
    select method, reference, p.amount from payment p join sales_order using (order_id)
    where code = ${order.code} and reference is not null order by payment_id desc limit 1`.execute(
    checkout.own.db,
  )
  const { method = '', reference = '', amount = 0 } = rows[0] ?? {}
  const report = (status: 'paid' | 'failed') =>
    notifyGateway(checkout.door, method, {
      ...{ message_id: `${reference} ${status}`, reference, amount, status },
      provider_reference: `P${reference}`,
    })
  return { amount, report }
}

const transfer = async ({ order }: Ordered, amount: number) => {
  const raw = sepayBody({ amount, content: order.code.replace('-', '') })
  await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
}
const shown = async (buyer: Buyer) => {
  const {
    state,
    payment_method,
    totals,
    payment: paid,
  } = dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
  return { state, payment_method, grand_total: totals.grand_total, ...paid }
}
/** What is reserved, used or counted without an order that accounts for it. */
const unaccounted = async () =>
  [...(await takeInventory(checkout.own.db))].filter(
    ([what, n]) => what.startsWith('uses of') && n !== 0,
  )
const ask_change = '409 payment_total_change'

describe('an order in progress that loses its offer with the method', () => {
  test('returns to cash on delivery once its shopper confirms the total', async () => {
    await addOffer({ method: 'bank_transfer', value: 90_000 })
    const { buyer, ask, choose } = await ordered('cod')
    expect(refusalOf(await ask('bank_transfer'))).toBe(ask_change)
    await choose('bank_transfer', price - 90_000)
    expect(refusalOf(await ask('cod'))).toBe(ask_change)
    await choose('cod', price)
    expect(await shown(buyer)).toMatchObject({
      ...{ state: 'pending', payment_method: 'cod', grand_total: price },
    })
  })

  test.each(['pending', 'confirmed'])(
    'returns to cash without it when the provider reports no money: %s',
    async (state) => {
      await addOffer({ method: 'fake', value: 90_000, per_customer: 1 })
      const about = await ordered('cod')
      await about.choose('fake', price - 90_000)
      await sql`update sales_order set state = ${state} where code = ${about.order.code}`.execute(
        checkout.own.db,
      )
      const { report } = await lastAttempt(about)
      await report('failed')
      expect(await shown(about.buyer)).toMatchObject({
        ...{ state, payment_method: 'cod', grand_total: price },
      })
      expect(await unaccounted()).toEqual([])
    },
  )

  test('returns to cash by the clock while another order takes the offer of cash', async () => {
    const { buyer, order, choose } = await ordered('cod')
    await choose('bank_transfer')
    const promotion_id = await addOffer({ method: 'cod', value: 90_000, per_customer: 1 })
    checkout.now = new Date(checkout.now.getTime() + 15 * 60_000)
    const other = new Client({ connectionString: checkout.own.url })
    await other.connect()
    await other.query('begin')
    await other.query(
      'insert into customer_use (limit_key, customer_key, taken) values ($1, $2, 1)',
      [`promotion:${promotion_id}`, customerKey(order.recipient)],
    )
    const { db } = checkout.own
    const job = returnToCod(await testProviders({ db, now: () => checkout.now, gateways }))
    const waiting = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    while ((await other.query(waiting)).rowCount === 0) await sleep(20)
    await other.query('commit')
    await other.end()
    expect(await job).toBe(1)
    expect(await shown(buyer)).toMatchObject({ payment_method: 'cod', grand_total: price })
    await sql`delete from customer_use where limit_key = ${`promotion:${promotion_id}`}`.execute(db)
  })
})

describe('an offer whose amount changed', () => {
  test('is told with its new amount when the method comes back, and its first page still counts', async () => {
    const promotion_id = await addOffer({ method: 'fake', value: 90_000, per_customer: 1 })
    const about = await ordered('fake', price - 90_000)
    await about.choose('fake')
    const first = await lastAttempt(about)
    await about.choose('bank_transfer', price)
    await sql`update promotion set value = 20000 where promotion_id = ${promotion_id}`.execute(
      checkout.own.db,
    )
    expect((await about.ask('fake')).body?.error).toMatchObject({
      code: 'payment_total_change',
      data: { previous_total: price, grand_total: price - 20_000, lost: [] },
    })
    await about.choose('fake', price - 20_000)
    expect((await shown(about.buyer)).grand_total).toBe(price - 20_000)
    await first.report('paid')
    expect(await shown(about.buyer)).toMatchObject({
      ...{ state: 'pending', grand_total: price - 90_000, paid_total: price - 90_000 },
    })
    expect(await unaccounted()).toEqual([])
  })
})

describe('a page for the rest of an order, opened with an offer', () => {
  /** An order with a part of one million, whose page was opened with the offer and left for a transfer. */
  async function leftWithPart() {
    await addOffer({ method: 'fake', value: 90_000 })
    const about = await ordered('fake', price - 90_000)
    await transfer(about, 1_000_000)
    await about.choose('fake')
    const page = await lastAttempt(about)
    await about.choose('bank_transfer', price)
    return { about, page }
  }

  test('asks for the rest, and pays the order with the offer', async () => {
    const { about, page } = await leftWithPart()
    expect(page.amount).toBe(price - 1_090_000)
    await page.report('paid')
    expect(await shown(about.buyer)).toMatchObject({
      ...{ state: 'pending', payment_method: 'fake', grand_total: price - 90_000 },
      ...{ paid_total: price - 90_000, refund_due_total: 0 },
    })
  })

  test('pays the order with the offer beside a later part, which goes back', async () => {
    const { about, page } = await leftWithPart()
    await transfer(about, 500_000)
    await page.report('paid')
    expect(await shown(about.buyer)).toMatchObject({
      ...{ state: 'pending', payment_method: 'fake', grand_total: price - 90_000 },
      ...{ paid_total: price - 90_000, refund_due_total: 500_000 },
    })
  })

  test('of another attempt with another part counts on its own terms', async () => {
    const { about, page } = await leftWithPart()
    await transfer(about, 90_000)
    await about.choose('fake', price - 90_000)
    expect((await lastAttempt(about)).amount).toBe(price - 1_180_000)
    await page.report('paid')
    expect(await shown(about.buyer)).toMatchObject({
      ...{ state: 'pending', grand_total: price - 90_000, refund_due_total: 90_000 },
    })
  })
})

type Ways = Awaited<ReturnType<Service<typeof payment>['paymentGateways']>>

describe('the limits of a gateway count what it would be asked for', () => {
  const waysOf = async ({ buyer, order }: Ordered) => {
    const path = `/api/cart/v1/payment-gateway?order_code=${order.code}`
    const { gateways: offered } = dataOf<Ways>(await buyer.call('GET', path))
    return offered.map(({ id }) => id)
  }

  test('an offer that the method does not have does not bring it below the limit', async () => {
    await addOffer({ method: 'fake', value: 90_000 })
    const about = await ordered('fake', price - 90_000)
    expect(await waysOf(about)).not.toContain('limited')
    expect(refusalOf(await about.ask('limited'))).toBe('409 payment_method_not_available')
  })

  test('its own offer does', async () => {
    await addOffer({ method: 'limited', value: 90_000 })
    const about = await ordered('fake')
    expect(await waysOf(about)).toContain('limited')
    expect(refusalOf(await about.ask('limited'))).toBe(ask_change)
    await about.choose('limited', price - 90_000)
    expect((await lastAttempt(about)).amount).toBe(price - 90_000)
  })

  test('a part that came already does, for the upper and the lower limit', async () => {
    const about = await ordered('fake')
    await transfer(about, 1_000_000)
    expect(await waysOf(about)).toContain('limited')
    await transfer(about, price - 1_500_000)
    expect(await waysOf(about)).not.toContain('limited')
    expect(refusalOf(await about.ask('limited'))).toBe('409 payment_method_not_available')
  })
})
