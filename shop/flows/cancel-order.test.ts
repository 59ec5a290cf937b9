import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { transaction } from '#platform/database/postgres.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import type { MoveName } from '#shop/order/order-states.ts'
import { dataOf, refusalOf, type Buyer, type Order } from '#test/support/buyer.ts'
import { openCounter } from '#test/support/counter.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { goods, piecesLeft } from '#test/support/small-shop.ts'

const counter = openCounter(relay_env)
const path = '/api/cart/v1/order/cancel'

async function placed(payment_method = 'cod'): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await counter.buyer()
  await buyer.prepare(goods.phone)
  return { buyer, order: dataOf<Order>(await buyer.order({ payment_method })) }
}

const cancel = (buyer: Buyer, order_code: string, more: Record<string, unknown> = {}) =>
  buyer.call('POST', path, { order_code, ...more })

async function staffMove(code: string, ...steps: MoveName[]): Promise<void> {
  await transaction(counter.own.db, async (tx) => {
    const { rows } = await sql<{ order_id: number }>`
      select order_id from sales_order where code = ${code}`.execute(tx)
    for (const name of steps) {
      const order = await lockOrderById(tx, rows[0]?.order_id ?? 0)
      if (order) await transition(tx, order, name, { actor: 'staff' }, counter.now)
    }
  })
}

const left = () => piecesLeft(counter.own.db, goods.phone)

async function told(code: string): Promise<string[]> {
  const { rows } = await sql<{ template: string }>`
    select template from outbox join sales_order using (order_id) where code = ${code}
    order by outbox_id`.execute(counter.own.db)
  return rows.map(({ template }) => template)
}

describe('POST /v1/order/cancel', () => {
  test('ends an order that its shopper gives up, and puts its pieces back', async () => {
    const { buyer, order } = await placed()
    expect(await left()).toBe(4)
    expect(order).toMatchObject({ can_cancel: true, history: [{ state: 'pending' }] })
    const cancelled = dataOf<Order>(await cancel(buyer, order.code, { reason: 'Đổi ý' }))
    expect(cancelled).toMatchObject({
      state: 'cancelled',
      can_cancel: false,
      history: [{ state: 'pending' }, { state: 'cancelled', note: 'Bạn đã hủy đơn: Đổi ý' }],
    })
    expect(await left()).toBe(5)
    expect(await told(order.code)).toEqual(['order_placed', 'order_cancelled'])
  })

  test('asked twice, at once or later, gives the same answer and gives back once', async () => {
    const { buyer, order } = await placed('bank_transfer')
    const answers = await Promise.all([1, 2, 3].map(() => cancel(buyer, order.code)))
    answers.push(await cancel(buyer, order.code))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await left()).toBe(5)
    expect(await told(order.code)).toEqual(['order_waiting', 'order_cancelled'])
  })

  test('may be done by whoever holds the link', async () => {
    const { order } = await placed()
    const json = { order_code: order.code.toLowerCase() }
    const bySecret = (secret: string) =>
      counter.door.call('POST', `${path}?${new URLSearchParams({ secret })}`, { json })
    expect(refusalOf(await bySecret('0'.repeat(40)))).toBe('404 order_not_found')
    expect(dataOf<Order>(await bySecret(order.secret)).state).toBe('cancelled')
  })

  test('is nobody else’s: foreign and absent are one answer', async () => {
    const { order } = await placed()
    const stranger = await counter.buyer()
    const foreign = await cancel(stranger, order.code)
    expect(refusalOf(foreign)).toBe('404 order_not_found')
    expect((await cancel(stranger, 'DH000000-00000000')).text).toBe(foreign.text)
    const nobody = await counter.door.call('POST', path, { json: { order_code: order.code } })
    expect(nobody.status).toBe(401)
  })

  test('is over once the order is on its way', async () => {
    const { buyer, order } = await placed()
    await staffMove(order.code, 'confirm')
    await staffMove(order.code, 'ship')
    const refused = await cancel(buyer, order.code)
    expect(refusalOf(refused)).toBe('409 order_not_cancellable')
    expect(refused.body?.error).toMatchObject({ data: { state: 'shipping' } })
    await staffMove(order.code, 'deliver')
    // Without an address only what matters most is told, by short message.
    expect(await told(order.code)).toEqual(['order_placed', 'order_shipped'])
  })

  test('sends money back that was paid', async () => {
    const { buyer, order } = await placed('bank_transfer')
    const amount = order.totals.grand_total
    const raw = sepayBody({ content: order.code.replace('-', ''), amount })
    await postSepay(counter.door, raw, sepayHeaders(raw, counter.now))
    const paid = await buyer.call('GET', `/api/cart/v1/order?code=${order.code}`)
    expect(dataOf<Order>(paid)).toMatchObject({
      state: 'pending',
      payment: { paid_total: amount, refund_due_total: 0 },
      history: [{ state: 'awaiting_payment' }, { state: 'pending' }],
    })
    const cancelled = dataOf<Order>(await cancel(buyer, order.code))
    expect(cancelled.payment).toMatchObject({ refund_due_total: amount, refunded_total: 0 })
    await cancel(buyer, order.code)
    const { rows } = await sql<{ amount: number; state: string }>`
      select amount, refund.state from refund join sales_order using (order_id)
      where code = ${order.code}`.execute(counter.own.db)
    expect(rows).toEqual([{ amount, state: 'due' }])
    expect(await told(order.code)).toEqual([
      'order_waiting',
      'order_paid',
      'order_cancelled',
      'refund_due',
    ])
  })
})

describe('transition', () => {
  test('does not move an order as its state does not allow', async () => {
    const { order } = await placed()
    await expect(staffMove(order.code, 'deliver')).rejects.toThrow(/cannot deliver/)
    await expect(staffMove(order.code, 'expire')).rejects.toThrow(/staff may not expire/)
  })
})
