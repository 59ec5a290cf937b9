import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { payment } from '#contracts/storefront/payment.ts'
import type { Service } from '#pure/contract.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { goods } from '#test/support/small-shop.ts'
import { takeInventory } from '#test/support/stock-ledger.ts'

const counter = openCounter(relay_env)

beforeAll(async () => {
  await sql`with slots as (insert into quota (total) values (9) returning quota_id)
    insert into promotion (kind, name, payment_method, value, quota_id, per_customer)
    select 'payment', 'VNPAY giảm 50.500đ', 'vnpay', 50500, quota_id, 1 from slots`.execute(
    counter.own.db,
  )
})
afterAll(() => sql`delete from promotion`.execute(counter.own.db))

let last = 0
async function paidBy(payment_method: string) {
  const buyer = await counter.buyer()
  last += 1
  await buyer.add(goods.phone)
  await buyer.quote({ [goods.phone]: 1 })
  await buyer.address({ phone: `0912${300_000 + last}` })
  const order = dataOf<Order>(await buyer.order({ payment_method, grand_total: 30_939_000 }))
  const choose = async (other: string) => {
    const json = { order_code: order.code, payment_method: other }
    return dataOf<{ order: Order }>(await buyer.call('PUT', '/api/cart/v1/order/payment', json))
      .order
  }
  return { buyer, order, choose }
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

describe('what is offered for one way to pay', () => {
  test('goes when the order is paid in another, and every sum with it', async () => {
    const { order, choose } = await paidBy('vnpay')
    const parts = ['payment 50500', 'rounding 500']
    expect(sums(order)).toEqual({ parts, grand_total: 30_939_000, is_sum: true })
    const by_transfer = await choose('bank_transfer')
    expect(sums(by_transfer)).toEqual({ parts: [], grand_total: 30_990_000, is_sum: true })
    expect(sums(await choose('vnpay')).grand_total).toBe(30_990_000)
    const { rows } = await sql<{ amount: number }>`
      select p.amount from payment p join sales_order using (order_id)
      where code = ${order.code} order by payment_id`.execute(counter.own.db)
    expect(rows.map(({ amount }) => amount)).toEqual([30_939_000, 30_990_000, 30_990_000])
  })

  test('is had by somebody else when the order lets it go', async () => {
    const { choose } = await paidBy('vnpay')
    const taken = async () => {
      const { rows } = await sql<{ taken: number; used: number }>`
        select taken, (select sum(u.taken) from customer_use u)::int as used
        from quota join promotion using (quota_id)`.execute(counter.own.db)
      return rows[0]
    }
    const before = await taken()
    await choose('bank_transfer')
    const after = await taken()
    expect([before?.taken, before?.used]).toEqual([(after?.taken ?? 0) + 1, (after?.used ?? 0) + 1])
    const unheld = [...(await takeInventory(counter.own.db))].filter(([what]) =>
      what.startsWith('uses of'),
    )
    expect(unheld.filter(([, amount]) => amount !== 0)).toEqual([])
  })

  test('is told for each way of an order that waits', async () => {
    const { buyer, order } = await paidBy('vnpay')
    const path = `/api/cart/v1/payment-gateway?order_code=${order.code}`
    const { gateways } = dataOf<PaymentGateways>(await buyer.call('GET', path))
    const said = (id: string) => gateways.find((one) => one.id === id)
    const offer = { name: 'VNPAY giảm 50.500đ', amount: 50_500 }
    expect(said('vnpay')).toMatchObject({ offer, grand_total: 30_939_000 })
    expect(said('momo')).toMatchObject({ offer: null, grand_total: 30_990_000 })
  })

  test('is not had by a transfer that names the order', async () => {
    const tell = async (code: string, amount: number) => {
      const raw = sepayBody({ amount, content: code.replace('-', '') })
      await postSepay(counter.door, raw, sepayHeaders(raw, counter.now))
    }
    const cheap = await paidBy('vnpay')
    await tell(cheap.order.code, 30_939_000)
    const whole = await paidBy('vnpay')
    await tell(whole.order.code, 30_990_000)
    const now = async ({ buyer }: typeof cheap) =>
      dataOf<Order>(await buyer.call('GET', '/api/cart/v1/order'))
    expect((await now(cheap)).state).toBe('awaiting_payment')
    const paid = await now(whole)
    expect(paid).toMatchObject({ state: 'pending', payment_method: 'bank_transfer' })
    expect(sums(paid)).toEqual({ parts: [], grand_total: 30_990_000, is_sum: true })
  })

  test('stays when the order is paid once more in the same', async () => {
    const { order, choose } = await paidBy('vnpay')
    await sql`update payment set state = 'failed' from sales_order o
      where o.order_id = payment.order_id and o.code = ${order.code}`.execute(counter.own.db)
    expect(sums(await choose('vnpay')).grand_total).toBe(30_939_000)
  })
})
