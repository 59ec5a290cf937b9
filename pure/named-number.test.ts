import { expect, test } from 'vitest'
import type { CustomerId, OrderId, PaymentId } from '#pure/ids.ts'
import { type Dong, formatDong } from '#pure/money.ts'

// Checked by the compiler: an expected error that is none is an error.
test('a plain number is an id or an amount; an id is no other id and no amount', () => {
  const order_id: OrderId = 7
  const amount: Dong = 2 * 190_000
  // @ts-expect-error an order's id is no customer's
  const customer_id: CustomerId = order_id
  // @ts-expect-error nor a payment's
  const payment_id: PaymentId = order_id
  // @ts-expect-error an amount is no id
  const refunded: OrderId = amount
  // @ts-expect-error and an id is no amount
  expect(formatDong(order_id)).toBe('7đ')
  expect([customer_id, payment_id, refunded]).toEqual([7, 7, amount])
})
