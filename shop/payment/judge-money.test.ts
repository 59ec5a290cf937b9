import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OrderState } from '#contracts/order.ts'
import { judgeMoney } from '#shop/payment/judge-money.ts'

describe('judgeMoney', () => {
  const grand_total = 30_990_000
  const money = {
    amount: grand_total,
    is_our_account: true,
    may_reopen_cancelled: false,
    is_of_live_try: false,
  }
  const order = { state: 'awaiting_payment' as const, grand_total, is_paid: false }

  test.each([
    ['exact', order, money, 'paid'],
    ['exact for an order that pays at the door', { ...order, state: 'pending' }, money, 'paid'],
    ['exact and late', { ...order, state: 'expired' }, money, 'reopened'],
    ['short', order, { ...money, amount: grand_total - 1 }, 'under'],
    ['too much', order, { ...money, amount: grand_total + 1 }, 'over'],
    ['a second time', { ...order, state: 'pending', is_paid: true }, money, 'double'],
    ['after a cancel', { ...order, state: 'cancelled' }, money, 'after_cancel'],
    ['into another account', order, { ...money, is_our_account: false }, 'wrong_account'],
    [
      'after a cancel, at a gateway',
      { ...order, state: 'cancelled' },
      { ...money, may_reopen_cancelled: true },
      'reopened',
    ],
    [
      'awaited, for goods on their way',
      { ...order, state: 'shipping' },
      { ...money, is_of_live_try: true },
      'paid',
    ],
    ['for goods on their way', { ...order, state: 'shipping' }, money, 'not_awaited'],
  ] as const)('money that is %s', (_name, awaited, came, expected) => {
    const verdict = judgeMoney(awaited, came)
    expect(verdict.outcome === 'review' ? verdict.reason : verdict.outcome).toBe(expected)
  })

  test('only the exact amount into our account settles an unpaid order', () => {
    const awaited = fc.record({
      state: fc.constantFrom(...OrderState.options),
      grand_total: fc.integer({ min: 1, max: 499_999_999 }),
      is_paid: fc.boolean(),
    })
    const came = fc.record({
      amount: fc.integer({ min: 0 }),
      is_our_account: fc.boolean(),
      may_reopen_cancelled: fc.boolean(),
      is_of_live_try: fc.boolean(),
    })
    fc.assert(
      fc.property(awaited, came, (one, arrived) => {
        if (judgeMoney(one, arrived).outcome === 'review') return
        const { amount, is_our_account } = arrived
        expect([amount, one.is_paid, is_our_account]).toEqual([one.grand_total, false, true])
      }),
    )
  })
})
