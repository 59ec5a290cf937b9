import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OrderState } from '#contracts/order.ts'
import { newOrderCode } from '#shop/order/order.ts'
import { codeEnd, judgeMoney, ordersNamedIn, transferPurpose } from '#shop/payment/transfer.ts'

const code = 'DH261120-7K3M9QXZ'
const noon = new Date('2026-11-20T05:00:00Z')

describe('an order code in a transfer text', () => {
  test.each([
    'DH2611207K3M9QXZ',
    'dh2611207k3m9qxz',
    'DH261120-7K3M9QXZ',
    'MBVCB.3278907687.DH2611207K3M9QXZ.CT tu 0123499999 NGUYEN VAN A toi 0987654321',
    'NGUYEN VAN A chuyen tien DH261120 7K3M9QXZ',
    'IBFT DH26112\n07K3M9QXZ-201126-10:02:11 098765',
    'DHDH2611207K3M9QXZ',
    'DH2611207K3M9QXZ DH2611207K3M9QXZ',
  ])('is found in %j', (text) => {
    expect(ordersNamedIn(text)).toContain(code)
  })

  test('a second code is found too', () => {
    expect(ordersNamedIn('DH2611207K3M9QXZ | DH2611200000000A')).toEqual([
      code,
      'DH261120-0000000A',
    ])
  })

  test.each(['', 'Chuyển tiền', 'DH261120', 'DH2611207K3M9QX', 'DH2611207K3M9QIL'])(
    'is not seen in %j',
    (text) => expect(ordersNamedIn(text)).toEqual([]),
  )

  test('every code fits into 25 plain characters and is read back from any bank’s words', () => {
    const words = fc.string({ unit: fc.constantFrom(...'ABCXYZabc .-/|0123456789'), maxLength: 40 })
    fc.assert(
      fc.property(words, words, fc.boolean(), (before, after, is_small) => {
        const own = newOrderCode(noon)
        const purpose = transferPurpose(own)
        expect(purpose).toMatch(/^[A-Z0-9]{1,25}$/)
        const sent = is_small ? purpose.toLowerCase() : purpose
        expect(ordersNamedIn(`${before}${sent}${after}`)).toContain(own)
      }),
    )
  })
})

test('a code is good for 300 s, never longer than its order waits', () => {
  expect(codeEnd(noon, null).getTime() - noon.getTime()).toBe(300_000)
  const soon = new Date(noon.getTime() + 60_000)
  expect(codeEnd(noon, soon)).toEqual(soon)
})

describe('judgeMoney', () => {
  const grand_total = 30_990_000
  const money = { amount: grand_total, is_our_account: true }
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
    fc.assert(
      fc.property(awaited, fc.integer({ min: 0 }), fc.boolean(), (one, amount, is_our_account) => {
        const { outcome } = judgeMoney(one, { amount, is_our_account })
        if (outcome === 'review') return
        expect([amount, one.is_paid, is_our_account]).toEqual([one.grand_total, false, true])
      }),
    )
  })
})
