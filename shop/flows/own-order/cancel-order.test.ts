import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { transaction } from '#platform/database/postgres.ts'
import { transition } from '#shop/flows/transition-order.ts'
import { lockOrderById } from '#shop/order/order-store.ts'
import type { MoveName } from '#shop/order/order-states.ts'
import { dataOf, refusalOf, type Buyer, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { products, freeStock } from '#test/support/small-shop.ts'

const checkout = openCheckout(relay_env)
const path = '/api/cart/v1/order/cancel'

async function placed(payment_method = 'cod'): Promise<{ buyer: Buyer; order: Order }> {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.phone)
  return { buyer, order: dataOf<Order>(await buyer.order({ payment_method })) }
}

const cancel = (buyer: Buyer, order_code: string, more: Record<string, unknown> = {}) =>
  buyer.call('POST', path, { order_code, ...more })

async function staffMove(code: string, ...steps: MoveName[]): Promise<void> {
  await transaction(checkout.own.db, async (tx) => {
    const { rows } = await sql<{ order_id: number }>`
      select order_id from sales_order where code = ${code}`.execute(tx)
    for (const name of steps) {
      const order = await lockOrderById(tx, rows[0]?.order_id ?? 0)
      if (order) await transition(tx, order, name, { actor: 'staff' }, checkout.now)
    }
  })
}

const left = () => freeStock(checkout.own.db, products.phone)

async function sentTemplates(code: string): Promise<string[]> {
  const { rows } = await sql<{ template: string }>`
    select template from outbox join sales_order using (order_id) where code = ${code}
    order by outbox_id`.execute(checkout.own.db)
  return rows.map(({ template }) => template)
}

describe('POST /v1/order/cancel', () => {
  test('cancels an order for its shopper and releases its stock', async () => {
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
    expect(await sentTemplates(order.code)).toEqual(['order_placed', 'order_cancelled'])
  })

  test('repeated, at once or later, gives the same answer and releases once', async () => {
    const { buyer, order } = await placed('bank_transfer')
    const answers = await Promise.all([1, 2, 3].map(() => cancel(buyer, order.code)))
    answers.push(await cancel(buyer, order.code))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await left()).toBe(5)
    expect(await sentTemplates(order.code)).toEqual(['order_waiting', 'order_cancelled'])
  })

  test('is allowed with the link of the order', async () => {
    const { order } = await placed()
    const json = { order_code: order.code.toLowerCase() }
    const bySecret = (secret: string) =>
      checkout.door.call('POST', `${path}?${new URLSearchParams({ secret })}`, { json })
    expect(refusalOf(await bySecret('0'.repeat(40)))).toBe('404 order_not_found')
    expect(dataOf<Order>(await bySecret(order.secret)).state).toBe('cancelled')
  })

  test('is refused to others: a foreign and an absent order get the same answer', async () => {
    const { order } = await placed()
    const stranger = await checkout.buyer()
    const foreign = await cancel(stranger, order.code)
    expect(refusalOf(foreign)).toBe('404 order_not_found')
    expect((await cancel(stranger, 'DH000000-00000000')).text).toBe(foreign.text)
    const nobody = await checkout.door.call('POST', path, { json: { order_code: order.code } })
    expect(nobody.status).toBe(401)
  })

  test('is refused once the order is shipped', async () => {
    const { buyer, order } = await placed()
    await staffMove(order.code, 'confirm')
    await staffMove(order.code, 'ship')
    const refused = await cancel(buyer, order.code)
    expect(refusalOf(refused)).toBe('409 order_not_cancellable')
    expect(refused.body?.error).toMatchObject({ data: { state: 'shipping' } })
    await staffMove(order.code, 'deliver')
    // Without an e-mail address only the most important notifications are sent, by SMS.
    expect(await sentTemplates(order.code)).toEqual(['order_placed', 'order_shipped'])
  })

  test('refunds paid money', async () => {
    const { buyer, order } = await placed('bank_transfer')
    const amount = order.totals.grand_total
    const raw = sepayBody({ content: order.code.replace('-', ''), amount })
    await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
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
      where code = ${order.code}`.execute(checkout.own.db)
    expect(rows).toEqual([{ amount, state: 'due' }])
    expect(await sentTemplates(order.code)).toEqual([
      'order_waiting',
      'order_paid',
      'order_cancelled',
      'refund_due',
    ])
  })
})

describe('transition', () => {
  test('refuses a move that the order’s state does not allow', async () => {
    const { order } = await placed()
    await expect(staffMove(order.code, 'deliver')).rejects.toThrow(/cannot deliver/)
    await expect(staffMove(order.code, 'expire')).rejects.toThrow(/staff may not expire/)
  })
})
