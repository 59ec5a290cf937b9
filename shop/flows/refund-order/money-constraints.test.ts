import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cashOnDelivery } from '#shop/payment/gateways/cash-on-delivery.ts'
import { dataOf, type Order } from '#test/support/buyer.ts'
import { openCheckout } from '#test/support/checkout.ts'
import { type FakeProvider, openFakeProvider } from '#test/support/fake-provider.ts'
import { notifyGateway } from '#test/support/payment-messages.ts'
import { postSepay, relay_env, sepayBody, sepayHeaders } from '#test/support/relay.ts'
import { products } from '#test/support/small-shop.ts'

/** The database refuses wrong sums, whatever code or hand writes them. */
let provider: FakeProvider
const checkout = openCheckout(relay_env, async () => {
  provider = await openFakeProvider()
  return [cashOnDelivery, provider.gateway]
})
afterAll(() => provider.close())

let order_id: number
let total: number
/** An order that was paid through a gateway, after a transfer of 1,000đ that waits for the rest. */
beforeAll(async () => {
  const buyer = await checkout.buyer()
  await buyer.prepare(products.cable)
  const fake = { payment_method: 'fake' }
  const order = dataOf<Order>(await buyer.order(fake))
  const page = await buyer.call('POST', '/api/cart/v1/order/payment', fake)
  const reference = dataOf<{ redirect_url: string }>(page).redirect_url.split('/').at(-1) ?? ''
  const raw = sepayBody({ amount: 1_000, content: order.code })
  await postSepay(checkout.door, raw, sepayHeaders(raw, checkout.now))
  total = order.totals.grand_total
  const paid = { message_id: 'M', reference, status: 'paid' as const, amount: total }
  await notifyGateway(checkout.door, 'fake', { ...paid, provider_reference: 'P' })
  const { rows } = await sql<{ order_id: number }>`select order_id from sales_order`.execute(
    checkout.own.db,
  )
  order_id = rows[0]?.order_id ?? 0
})

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: checkout.own.url })
  await client.connect()
  return client
}

/** Runs statements in one transaction, each of which rolls back; the name of the broken constraint, else null. */
async function broken(...statements: string[]): Promise<string | null> {
  const client = await connected()
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    await client.query('set constraints all immediate')
    return null
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? String(error)
  } finally {
    await client.end()
  }
}

const refund = (amount: number, { state = 'due', review = 'null' } = {}) => `
  insert into refund (number, order_id, payment_review_id, gateway, amount, reason, state, created_at, updated_at)
  values (gen_random_uuid(), ${order_id}, ${review}, 'fake', ${amount}, 'x', '${state}', now(), now())`
const some_review = '(select payment_review_id from payment_review limit 1)'

describe('a refund', () => {
  test('never exceeds what came: the 1,000đ that go back already count', async () => {
    expect(await broken(refund(total))).toBeNull()
    expect(await broken(refund(total + 1))).toBe('refund_within_received')
    expect(await broken(refund(total), refund(1))).toBe('refund_within_received')
    expect(await broken(refund(total, { state: 'dropped' }), refund(total))).toBeNull()
    const raise = 'update refund set amount = amount + 1'
    expect(await broken(refund(total), raise)).toBe('refund_within_received')
  })

  test('of two at once, each of which would be right alone: one is refused', async () => {
    const two = [await connected(), await connected()]
    for (const client of two) await client.query('begin')
    for (const client of two) await client.query(refund(total - 1))
    const ends = await Promise.allSettled(two.map((client) => client.query('commit')))
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const client of two) await client.end()
    await sql`delete from refund where amount = ${total - 1}`.execute(checkout.own.db)
  })

  test('of one payment never exceeds that payment', async () => {
    const own = refund(500, { review: some_review })
    expect(await broken(own)).toBe('refund_within_payment')
    expect(
      await broken('update refund set amount = 1', refund(999, { review: some_review })),
    ).toBeNull()
  })

  test('that is done counts in the order, and nothing else does', async () => {
    const count = `update sales_order set refunded_total = refunded_total + 9`
    expect(await broken(refund(9, { state: 'done' }), count)).toBeNull()
    expect(await broken(refund(9, { state: 'done' }))).toBe('refunded_total_is_sum')
    expect(await broken(count)).toBe('refunded_total_is_sum')
  })

  test('that is done leaves no order that still counts it', async () => {
    const buyer = await checkout.buyer()
    await buyer.prepare(products.cable)
    dataOf<Order>(await buyer.order({ payment_method: 'cod' }))
    const count = 'update sales_order set refunded_total = 9'
    const done = [refund(9, { state: 'done' }), `${count} where order_id = ${order_id}`]
    // The other order counts the refund, and has got the money for it.
    const move = `with taken as (update bank_message set order_id = (select max(order_id) from sales_order)),
      counted as (${count} where order_id > ${order_id})
      update refund set order_id = (select max(order_id) from sales_order) where state = 'done'`
    const take_back = `update sales_order set refunded_total = 0 where order_id = ${order_id}`
    expect(await broken(...done, 'set constraints all immediate', move)).toBe(
      'refunded_total_is_sum',
    )
    const all = 'set constraints all deferred'
    expect(await broken(...done, all, `${take_back}; ${move}`)).toBeNull()
    const remove = `delete from refund where state = 'done'`
    expect(await broken(...done, 'set constraints all immediate', remove)).toBe(
      'refunded_total_is_sum',
    )
    expect(await broken(...done, all, `${take_back}; ${remove}`)).toBeNull()
  })
})

test.each([
  'update payment_message set amount = amount - 1',
  `update payment_message set outcome = 'ignored'`,
  'update payment_message set payment_id = null',
  'update bank_message set order_id = null',
  'delete from payment_review; delete from bank_message',
])('money that came does not become less than what goes back: %s', async (statement) => {
  const without_review = 'update refund set payment_review_id = null'
  const named = await broken(
    without_review,
    refund(total),
    'set constraints all immediate',
    statement,
  )
  expect(named).toBe('refund_within_received')
})

test.each([
  'update sales_order set subtotal = subtotal + 1000, list_total = list_total + 1000, grand_total = grand_total + 1000',
  'update sales_order set adjustment_total = adjustment_total + 1000, grand_total = grand_total - 1000',
])('the totals of an order are the sums of its lines and adjustments: %s', async (statement) => {
  expect(await broken(statement)).toBe('order_totals_are_sums')
})
