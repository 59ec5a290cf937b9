import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OrderState } from '#contracts/storefront/order.ts'
import { reconcile, sharesOf } from '#shop/payment/ledger/reconcile.ts'

describe('reconcile', () => {
  const grand_total = 30_990_000
  const money = {
    amount: grand_total,
    is_our_account: true,
    may_reopen_cancelled: false,
    is_of_live_attempt: false,
  }
  const order = {
    state: 'awaiting_payment' as const,
    grand_total,
    is_paid: false,
    partial_total: 0,
    is_too_late: false,
    is_loan_examined: false,
  }

  test.each([
    ['exact', order, money, 'paid'],
    ['exact for a cash on delivery order', { ...order, state: 'pending' }, money, 'paid'],
    ['exact and late', { ...order, state: 'expired' }, money, 'reopened'],
    ['short', order, { ...money, amount: grand_total - 1 }, 'under'],
    ['too much', order, { ...money, amount: grand_total + 1 }, 'paid'],
    [
      'the rest of a part',
      { ...order, partial_total: 1_000 },
      { ...money, amount: grand_total - 1_000 },
      'paid',
    ],
    [
      'a second part, still short',
      { ...order, partial_total: 1_000 },
      { ...money, amount: 1_000 },
      'under',
    ],
    [
      'the rest of a part, late',
      { ...order, state: 'expired', partial_total: 1_000 },
      { ...money, amount: grand_total - 1_000 },
      'reopened',
    ],
    ['a second time', { ...order, state: 'pending', is_paid: true }, money, 'double'],
    ['after a cancel', { ...order, state: 'cancelled' }, money, 'after_cancel'],
    ['too late', { ...order, state: 'expired', is_too_late: true }, money, 'too_late'],
    ['before a contract', { ...order, is_loan_examined: true }, money, 'under'],
    ['into another account', order, { ...money, is_our_account: false }, 'wrong_account'],
    [
      'after a cancel, at a gateway',
      { ...order, state: 'cancelled' },
      { ...money, may_reopen_cancelled: true },
      'reopened',
    ],
    [
      'awaited, for an order in delivery',
      { ...order, state: 'shipping' },
      { ...money, is_of_live_attempt: true },
      'paid',
    ],
    ['for an order in delivery', { ...order, state: 'shipping' }, money, 'not_awaited'],
  ] as const)('money that is %s', (_name, awaiting, arrived, expected) => {
    const reconciliation = reconcile(awaiting, arrived)
    const { outcome } = reconciliation
    expect(outcome === 'review' ? reconciliation.reason : outcome).toBe(expected)
  })

  test('only enough money in our account settles an unpaid order', () => {
    const anyOrder = fc.record({
      state: fc.constantFrom(...OrderState.options),
      grand_total: fc.integer({ min: 1, max: 499_999_999 }),
      is_paid: fc.boolean(),
      partial_total: fc.integer({ min: 0, max: 499_999_999 }),
      is_too_late: fc.boolean(),
      is_loan_examined: fc.boolean(),
    })
    const anyMoney = fc.record({
      amount: fc.integer({ min: 0 }),
      is_our_account: fc.boolean(),
      may_reopen_cancelled: fc.boolean(),
      is_of_live_attempt: fc.boolean(),
    })
    fc.assert(
      fc.property(anyOrder, anyMoney, (awaiting, arrived) => {
        if (reconcile(awaiting, arrived).outcome === 'review') return
        const { amount, is_our_account } = arrived
        expect([awaiting.is_paid, is_our_account]).toEqual([false, true])
        expect(amount + awaiting.partial_total).toBeGreaterThanOrEqual(awaiting.grand_total)
      }),
    )
  })
})

test('shares never exceed the total or the received amounts, and the first amount counts first', () => {
  expect(sharesOf(30, [30, 10])).toEqual([30, 0])
  expect(sharesOf(30, [25, 10, 2])).toEqual([25, 5, 0])
  expect(sharesOf(30, [31])).toEqual([30])
  const amount = fc.integer({ min: 0, max: 499_999_999 })
  fc.assert(
    fc.property(amount, fc.array(amount, { maxLength: 5 }), (total, amounts) => {
      const shares = sharesOf(total, amounts)
      const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0)
      expect(sum(shares)).toBe(Math.min(total, sum(amounts)))
      for (const [index, share] of shares.entries()) {
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(amounts[index] ?? 0)
      }
    }),
  )
})
