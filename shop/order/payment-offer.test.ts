import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import { goods } from '#test/support/small-shop.ts'

const counter = openCounter()

beforeAll(async () => {
  await sql`insert into promotion (kind, name, payment_method, value)
    values ('payment', 'VNPAY giảm 50.500đ', 'vnpay', 50500)`.execute(counter.own.db)
})
afterAll(() => sql`delete from promotion`.execute(counter.own.db))

async function paidBy(payment_method: string) {
  const buyer = await counter.buyer()
  await buyer.prepare(goods.phone)
  const order = dataOf<Order>(await buyer.order({ payment_method, grand_total: 30_939_000 }))
  const choose = async (other: string) => {
    const json = { order_code: order.code, payment_method: other }
    return dataOf<{ order: Order }>(await buyer.call('PUT', '/api/cart/v1/order/payment', json))
      .order
  }
  return { order, choose }
}

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

  test('stays when the order is paid once more in the same', async () => {
    const { order, choose } = await paidBy('vnpay')
    await sql`update payment set state = 'failed' from sales_order o
      where o.order_id = payment.order_id and o.code = ${order.code}`.execute(counter.own.db)
    expect(sums(await choose('vnpay')).grand_total).toBe(30_939_000)
  })
})
