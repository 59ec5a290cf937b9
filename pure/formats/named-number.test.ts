import { expect, test } from 'vitest'
import type { CustomerId, OrderId, PaymentId } from '#pure/ids.ts'
import { type Dong, formatDong } from '#pure/money.ts'

// The compiler checks this test: a missing expected error is a compile error.
test('a plain number fits every id and amount; an id fits no other id and no amount', () => {
  const order_id: OrderId = 7
  const amount: Dong = 2 * 190_000
  // @ts-expect-error an order id is not a customer id
  const customer_id: CustomerId = order_id
  // @ts-expect-error and not a payment id
  const payment_id: PaymentId = order_id
  // @ts-expect-error an amount is not an id
  const refunded: OrderId = amount
  // @ts-expect-error an id is not an amount
  expect(formatDong(order_id)).toBe('7đ')
  expect([customer_id, payment_id, refunded]).toEqual([7, 7, amount])
})
