import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { payment } from '#contracts/storefront/payment.ts'
import type { Service } from '#pure/contract.ts'
import { dataOf, refusalOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { products } from '#test/support/small-shop.ts'
import { takeInventory } from '#test/support/stock-ledger.ts'
import type { PaymentResult, TransferCode } from '#contracts/storefront/payment.ts'
import { createLog } from '#platform/observe/log.ts'
import { expireOrders } from '#shop/flows/expire-orders.ts'
import type { Entry } from '#shop/payment/gateways/sandbox-provider.ts'
import { vnpayProvider } from '#shop/payment/sandbox/vnpay-provider.ts'

const checkout = openCheckout(relay_env)

beforeAll(async () => {
  await sql`with slots as (insert into quota (total) values (9) returning quota_id)
    insert into promotion (kind, name, payment_method, value, quota_id, per_customer)
    select 'payment', 'VNPAY giảm 50.500đ', 'vnpay', 50500, quota_id, 1 from slots`.execute(
    checkout.own.db,
  )
  await sql`insert into promotion (kind, name, payment_method, percent, max_discount, per_customer, min_total)
    values ('payment', 'ZaloPay giảm 1%', 'zalopay', 1, 200000, 1, 5000000)`.execute(
    checkout.own.db,
  )
})
afterAll(() => sql`delete from promotion`.execute(checkout.own.db))

let last = 0
async function paidBy(payment_method: string) {
  const buyer = await checkout.buyer()
  last += 1
  await buyer.add(products.phone)
  await buyer.quote({ [products.phone]: 1 })
  await buyer.address({ phone: `0912${300_000 + last}` })
  const grand_total = payment_method === 'vnpay' ? 30_939_000 : 30_990_000
  const order = dataOf<Order>(await buyer.order({ payment_method, grand_total }))
  const ask = (other: string, grand_total?: number) => {
    const json = { order_code: order.code, payment_method: other, grand_total }
    return buyer.call('PUT', '/api/cart/v1/order/payment', json)
  }
  /** Chooses another method and confirms the new total if asked. */
  const choose = async (other: string) => {
    const first = await ask(other)
    if (first.status === 200) return dataOf<{ order: Order }>(first).order
    const { grand_total } = changeOf(first)
    return dataOf<{ order: Order }>(await ask(other, grand_total)).order
  }
  return { buyer, order, ask, choose }
}

interface TotalChange {
  previous_total: number
  grand_total: number
}
function changeOf(answer: { body: unknown }): TotalChange {
  return (answer.body as { error: { data: TotalChange } }).error.data
}

type PaymentGateways = Awaited<ReturnType<Service<typeof payment>['paymentGateways']>>

const sums = ({ totals }: Order) => ({
  parts: totals.adjustments.map(({ rule, amount }) => `${rule} ${amount}`),
  grand_total: totals.grand_total,
  is_sum:
    totals.subtotal -
      totals.adjustments.reduce((sum, { amount }) => sum + amount, 0) +
      totals.shipping_fee ===
    totals.grand_total,
})

describe('an offer for one payment method', () => {
  test('is dropped when the order is paid by another method, and every sum changes', async () => {
    const { order, choose } = await paidBy('vnpay')
    const parts = ['payment 50500', 'rounding 500']
    expect(sums(order)).toEqual({ parts, grand_total: 30_939_000, is_sum: true })
    const by_transfer = await choose('bank_transfer')
    expect(sums(by_transfer)).toEqual({ parts: [], grand_total: 30_990_000, is_sum: true })
    expect(sums(await choose('vnpay'))).toEqual({ parts, grand_total: 30_939_000, is_sum: true })
    const { rows } = await sql<{ amount: number }>`
      select p.amount from payment p join sales_order using (order_id)
      where code = ${order.code} order by payment_id`.execute(checkout.own.db)
    expect(rows.map(({ amount }) => amount)).toEqual([30_939_000, 30_990_000, 30_939_000])
  })

  test('of a percentage takes up the rounding, as at the checkout', async () => {
    const { db } = checkout.own
    await sql`insert into promotion (kind, name, payment_method, percent)
      values ('payment', 'MoMo giảm 0,55%', 'momo', 0.55)`.execute(db)
    const { choose } = await paidBy('vnpay')
    const parts = ['payment 171000']
    expect(sums(await choose('momo'))).toEqual({ parts, grand_total: 30_819_000, is_sum: true })
    await sql`delete from promotion where payment_method = 'momo'`.execute(db)
  })

  test('is gained with another method, once the shopper confirms the new total', async () => {
    const { buyer, order, ask } = await paidBy('vnpay')
    const asked = await ask('zalopay')
    expect(refusalOf(asked)).toBe('409 payment_total_change')
    expect(changeOf(asked)).toEqual({
      previous_total: 30_939_000,
      grand_total: 30_790_000,
      lost: [{ name: 'VNPAY giảm 50.500đ', amount: 50_500 }],
      gained: [{ name: 'ZaloPay giảm 1%', amount: 200_000 }],
    })
    const unchanged = dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
    expect(unchanged).toMatchObject({ payment_method: 'vnpay', totals: order.totals })
    expect(refusalOf(await ask('zalopay', 30_939_000))).toBe('409 payment_total_change')
    const changed = dataOf<{ order: Order }>(await ask('zalopay', 30_790_000)).order
    expect(changed.payment_method).toBe('zalopay')
    const parts = ['payment 200000']
    expect(sums(changed)).toEqual({ parts, grand_total: 30_790_000, is_sum: true })
    expect(dataOf<{ order: Order }>(await ask('zalopay')).order.totals).toEqual(changed.totals)
    expect(dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order')).totals).toEqual(
      changed.totals,
    )
    const used = await sql<{ taken: number }>`select sum(taken)::int as taken from customer_use
      join promotion on limit_key = 'promotion:' || promotion_id
      where payment_method = 'zalopay'`.execute(checkout.own.db)
    expect(used.rows[0]?.taken).toBe(1)
    const unreserved = [...(await takeInventory(checkout.own.db))]
    expect(unreserved.filter(([what, n]) => what.startsWith('uses of') && n !== 0)).toEqual([])
  })

  test('that leaves less than was paid in part is not gained: nobody pays the whole total again', async () => {
    const { buyer, order, ask, choose } = await paidBy('bank_transfer')
    const raw = sepayBody({ amount: 30_950_000, content: order.code.replace('-', '') })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
    const path = `/api/cart/v1/payment-gateway?order_code=${order.code}`
    const { gateways } = dataOf<PaymentGateways>(await buyer.call('GET', path))
    const asked_by = new Map(gateways.map(({ id, amount }) => [id, amount]))
    expect(asked_by.get('momo')).toBe(40_000)
    expect(asked_by.has('vnpay')).toBe(false)
    expect(refusalOf(await ask('vnpay', 30_939_000))).toBe('409 payment_method_not_available')
    expect(sums(await choose('momo'))).toEqual({ parts: [], grand_total: 30_990_000, is_sum: true })
  })

  test('that the customer has used up is not gained', async () => {
    const first = await paidBy('momo')
    await first.choose('zalopay')
    const second = await paidBy('momo')
    await sql`update sales_order set recipient = jsonb_set(recipient, '{phone}', ${JSON.stringify(
      first.order.recipient.phone,
    )}::jsonb) where code = ${second.order.code}`.execute(checkout.own.db)
    const { order } = dataOf<{ order: Order }>(await second.ask('zalopay'))
    expect(sums(order)).toEqual({ parts: [], grand_total: 30_990_000, is_sum: true })
  })

  test('is not gained below its minimum total', async () => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    const order = dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
    const json = { order_code: order.code, payment_method: 'zalopay' }
    const changed = await buyer.call('PUT', '/api/cart/v1/order/payment', json)
    expect(dataOf<{ order: Order }>(changed).order.totals).toEqual(order.totals)
  })

  test('becomes available to another customer when the order drops it', async () => {
    const { choose } = await paidBy('vnpay')
    const taken = async () => {
      const { rows } = await sql<{ taken: number; used: number }>`
        select taken, (select sum(u.taken) from customer_use u)::int as used
        from quota join promotion using (quota_id)`.execute(checkout.own.db)
      return rows[0]
    }
    const before = await taken()
    await choose('bank_transfer')
    const after = await taken()
    expect([before?.taken, before?.used]).toEqual([(after?.taken ?? 0) + 1, (after?.used ?? 0) + 1])
    const unreserved = [...(await takeInventory(checkout.own.db))].filter(([what]) =>
      what.startsWith('uses of'),
    )
    expect(unreserved.filter(([, amount]) => amount !== 0)).toEqual([])
  })

  test('is exchanged for another in the sequence in which orders lock quotas', async () => {
    await sql`with slots as (insert into quota (total) values (9) returning quota_id)
      insert into promotion (kind, name, payment_method, value, quota_id)
      select 'payment', 'MoMo giảm 70.000đ', 'momo', 70000, quota_id from slots`.execute(
      checkout.own.db,
    )
    const { choose } = await paidBy('vnpay')
    const other = new Client({ connectionString: checkout.own.url })
    await other.connect()
    const lock = `select from quota join promotion using (quota_id) where payment_method = $1
      for no key update of quota nowait`
    await other.query('begin')
    await other.query(lock, ['vnpay'])
    const choice = choose('momo')
    const waiting = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    while ((await other.query(waiting)).rowCount === 0) await sleep(20)
    const locked = await other.query(lock, ['momo']).then(
      ({ rowCount }) => rowCount,
      (error: unknown) => String(error),
    )
    await other.end()
    expect((await choice).totals.grand_total).toBe(30_920_000)
    expect(locked).toBe(1)
    await sql`delete from promotion where payment_method = 'momo'`.execute(checkout.own.db)
  })

  test('is listed for each payment method of a waiting order', async () => {
    const { buyer, order } = await paidBy('vnpay')
    const path = `/api/cart/v1/payment-gateway?order_code=${order.code}`
    const { gateways } = dataOf<PaymentGateways>(await buyer.call('GET', path))
    const gatewayOf = (id: string) => gateways.find((one) => one.id === id)
    const offer = { name: 'VNPAY giảm 50.500đ', amount: 50_500 }
    expect(gatewayOf('vnpay')).toMatchObject({ offer, grand_total: 30_939_000 })
    expect(gatewayOf('momo')).toMatchObject({ offer: null, grand_total: 30_990_000 })
    const gained = { name: 'ZaloPay giảm 1%', amount: 200_000 }
    expect(gatewayOf('zalopay')).toMatchObject({ offer: gained, grand_total: 30_790_000 })
  })

  test('does not apply to a transfer that names the order', async () => {
    const sendTransfer = async (code: string, amount: number) => {
      const raw = sepayBody({ amount, content: code.replace('-', '') })
      await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
    }
    const cheap = await paidBy('vnpay')
    await sendTransfer(cheap.order.code, 30_939_000)
    const whole = await paidBy('vnpay')
    await sendTransfer(whole.order.code, 30_990_000)
    const now = async ({ buyer }: typeof cheap) =>
      dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
    expect((await now(cheap)).state).toBe('awaiting_payment')
    const paid = await now(whole)
    expect(paid).toMatchObject({ state: 'pending', payment_method: 'bank_transfer' })
    expect(sums(paid)).toEqual({ parts: [], grand_total: 30_990_000, is_sum: true })
  })

  test('that others have taken does not keep late money of another method from its order', async () => {
    const { buyer, order } = await paidBy('vnpay')
    checkout.now = new Date(checkout.now.getTime() + 16 * 60_000)
    const log = createLog({ service: 'test', level: 'silent' })
    await expireOrders({ db: checkout.own.db, log }, checkout.now)
    await sql`update quota set total = taken`.execute(checkout.own.db)
    const raw = sepayBody({ amount: 30_990_000, content: order.code.replace('-', '') })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
    await sql`update quota set total = 9`.execute(checkout.own.db)
    const late = dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
    expect(late).toMatchObject({ state: 'pending', payment_method: 'bank_transfer' })
    expect(sums(late)).toEqual({ parts: [], grand_total: 30_990_000, is_sum: true })
    const unreserved = [...(await takeInventory(checkout.own.db))]
    expect(unreserved.filter(([what, n]) => what.startsWith('uses of') && n !== 0)).toEqual([])
  })

  test('that begins after the order is not gained by another attempt with the same method', async () => {
    const { order, ask } = await paidBy('momo')
    await sql`insert into promotion (kind, name, payment_method, value)
      values ('payment', 'MoMo giảm 70.000đ', 'momo', 70000)`.execute(checkout.own.db)
    await sql`update payment set state = 'failed' from sales_order o
      where o.order_id = payment.order_id and o.code = ${order.code}`.execute(checkout.own.db)
    const again = dataOf<{ order: Order }>(await ask('momo')).order
    expect(again.totals).toEqual(order.totals)
    await sql`delete from promotion where payment_method = 'momo'`.execute(checkout.own.db)
  })

  test('stays when the same method is chosen again', async () => {
    const { order, choose } = await paidBy('vnpay')
    await sql`update payment set state = 'failed' from sales_order o
      where o.order_id = payment.order_id and o.code = ${order.code}`.execute(checkout.own.db)
    expect(sums(await choose('vnpay')).grand_total).toBe(30_939_000)
  })
})

describe('a page that was opened with an offer', () => {
  /** Opens VNPAY's page, and returns how its payment is reported. */
  async function openedPage(about: Awaited<ReturnType<typeof paidBy>>) {
    const json = { order_code: about.order.code, payment_method: 'vnpay' }
    const answer = await about.buyer.call('POST', '/api/cart/v1/order/payment', json)
    const asked = new URL(dataOf<{ redirect_url: string }>(answer).redirect_url, checkout.door.url)
    const reference = asked.searchParams.get('vnp_TxnRef') ?? ''
    const amount = Number(asked.searchParams.get('vnp_Amount')) / 100
    last_number += 1
    const entry = { reference, amount, request: {}, number: last_number } as unknown as Entry
    const report = async () => {
      const outcome = { status: 'paid' as const, amount, at: checkout.now }
      const message = vnpayProvider.createMessage(entry, outcome, vnpayProvider.settings)
      const { body } = await checkout.door.call('GET', message?.url ?? '')
      return (body as unknown as { RspCode: string }).RspCode
    }
    return { amount, report }
  }
  let last_number = 0
  const shown = async ({ buyer, order }: Awaited<ReturnType<typeof paidBy>>) => {
    const code = `order_id_web=${order.code}`
    const path = `/api/cart/v1/payment-gateway/vnpay/result?${code}`
    const { status, reviews, refunds } = dataOf<PaymentResult>(await buyer.call('GET', path))
    const now = dataOf<Order>(
      await buyer.call('GET', `/api/cart/v1/order?order_code=${order.code}`),
    )
    const { state, payment_method } = now
    return { status, reviews, refunds, state, payment_method, ...sums(now) }
  }
  const restored = {
    ...{ status: 'paid', reviews: [], refunds: [], state: 'pending', payment_method: 'vnpay' },
    ...{ parts: ['payment 50500', 'rounding 500'], grand_total: 30_939_000, is_sum: true },
  }
  const uses = async () => {
    const { rows } = await sql<{ taken: number; settled: number; used: number }>`
      select taken, settled, (select sum(u.taken) from customer_use u)::int as used
      from quota join promotion using (quota_id) where payment_method = 'vnpay'`.execute(
      checkout.own.db,
    )
    return rows[0]
  }

  test.each(['bank_transfer', 'cod'])(
    'and is paid as asked after a change to %s: the offer returns',
    async (other) => {
      const about = await paidBy('vnpay')
      const { amount, report } = await openedPage(about)
      expect(amount).toBe(30_939_000)
      const before = await uses()
      expect((await about.choose(other)).totals.grand_total).toBe(30_990_000)
      expect(await report()).toBe('00')
      expect(await report()).toBe('02')
      expect(await shown(about)).toEqual(restored)
      const { taken = 0, settled = 0, used = 0 } = before ?? {}
      expect(await uses()).toEqual({ taken, used, settled: settled + 1 })
    },
  )

  test('and is paid as asked after the order expired: the order is reopened with the offer', async () => {
    const about = await paidBy('vnpay')
    const { report } = await openedPage(about)
    await about.choose('bank_transfer')
    checkout.now = new Date(checkout.now.getTime() + 16 * 60_000)
    const log = createLog({ service: 'test', level: 'silent' })
    expect(await expireOrders({ db: checkout.own.db, log }, checkout.now)).toBeGreaterThan(0)
    expect(await report()).toBe('00')
    expect(await shown(about)).toEqual(restored)
  })

  test('and is paid as asked beside a part by transfer: the offer returns, and the part goes back', async () => {
    const about = await paidBy('vnpay')
    const { report } = await openedPage(about)
    await about.choose('bank_transfer')
    const raw = sepayBody({ amount: 100_000, content: about.order.code.replace('-', '') })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
    expect(await report()).toBe('00')
    const { refunds, reviews: _parts, ...paid } = await shown(about)
    const { refunds: _none, reviews: _no, ...expected } = restored
    expect(paid).toEqual(expected)
    expect(refunds.map(({ amount }) => amount)).toEqual([100_000])
  })

  test('and is paid as asked after the method came back with another offer: the first one returns', async () => {
    const about = await paidBy('vnpay')
    const { report } = await openedPage(about)
    await about.choose('bank_transfer')
    const only = (name: string) =>
      sql`update promotion set is_active = (name = ${name}) where payment_method = 'vnpay'`.execute(
        checkout.own.db,
      )
    await sql`insert into promotion (kind, name, payment_method, value)
      values ('payment', 'VNPAY giảm 20.000đ', 'vnpay', 20000)`.execute(checkout.own.db)
    await only('VNPAY giảm 20.000đ')
    expect((await about.choose('vnpay')).totals.grand_total).toBe(30_970_000)
    await only('VNPAY giảm 50.500đ')
    expect(await report()).toBe('00')
    expect(await shown(about)).toEqual(restored)
  })

  test('for the rest of an order: a repeated report is known, not a wrong amount', async () => {
    const about = await paidBy('vnpay')
    await about.choose('bank_transfer')
    const raw = sepayBody({ amount: 1_000_000, content: about.order.code.replace('-', '') })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
    await about.choose('vnpay')
    const { amount, report } = await openedPage(about)
    expect(amount).toBe(29_939_000)
    expect([await report(), await report()]).toEqual(['00', '02'])
    expect(await shown(about)).toMatchObject({ status: 'paid', grand_total: 30_939_000 })
  })

  test('that others have taken meanwhile: the money is a part, and nobody says that it is wrong', async () => {
    const about = await paidBy('vnpay')
    const { report } = await openedPage(about)
    await about.choose('bank_transfer')
    await sql`update quota set total = taken`.execute(checkout.own.db)
    expect(await report()).toBe('00')
    expect(await shown(about)).toMatchObject({
      state: 'awaiting_payment',
      grand_total: 30_990_000,
      reviews: [{ reason: 'under', amount: 30_939_000 }],
    })
    await sql`update quota set total = 9`.execute(checkout.own.db)
  })

  test('of a transfer is paid as asked after a change: the offer returns too', async () => {
    await sql`insert into promotion (kind, name, payment_method, value)
      values ('payment', 'Chuyển khoản giảm 50.500đ', 'bank_transfer', 50500)`.execute(
      checkout.own.db,
    )
    const about = await paidBy('bank_transfer')
    const path = `/api/cart/v1/payment-gateway/qrcode?order_code=${about.order.code}`
    const { amount, content } = dataOf<TransferCode>(await about.buyer.call('GET', path))
    // VNPAY brings an offer of its own, which the order loses again.
    expect((await about.choose('vnpay')).totals.grand_total).toBe(30_939_000)
    const raw = sepayBody({ amount, content })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
    expect(await shown(about)).toEqual({ ...restored, payment_method: 'bank_transfer' })
  })

  test('is paid as asked after a change to a method with an offer of its own', async () => {
    const about = await paidBy('vnpay')
    const { report } = await openedPage(about)
    const { totals } = await about.choose('bank_transfer')
    expect(totals.grand_total).toBe(30_939_000)
    expect(await report()).toBe('00')
    expect(await shown(about)).toEqual(restored)
  })
})
