import { expect, test } from 'vitest'
import type { PaymentResult } from '#contracts/storefront/payment.ts'
import { clockTime, moneyNote } from '#storefront/commerce/checkout/transfer-texts.ts'

const waiting: PaymentResult = {
  order_code: 'DH261120-7K3M9QXZ',
  order_state: 'awaiting_payment',
  status: 'waiting',
  method: 'bank_transfer',
  failure: null,
  refunded: 0,
  refunds: [],
  amount: 30_990_000,
  received: 0,
  reviews: [],
  expires_at: null,
  missing: 30_990_000,
  held_since: null,
}
type Review = PaymentResult['reviews'][number]
const withReview = (
  reason: Review['reason'],
  amount: number,
  state: Review['state'] = 'open',
  refund_amount: number | null = null,
) => ({
  received: amount,
  missing: reason === 'under' ? waiting.amount - amount : waiting.amount,
  reviews: [{ reason, state, amount, refund_amount }],
})

test.each([
  [300, '05:00'],
  [299, '04:59'],
  [60, '01:00'],
  [9, '00:09'],
  [0, '00:00'],
])('%d seconds are %s', (seconds, shown) => expect(clockTime(seconds)).toBe(shown))

test('there is no note while nothing is wrong', () => {
  expect(moneyNote(waiting)).toBeNull()
  expect(moneyNote({ ...waiting, status: 'paid', received: 30_990_000 })).toBeNull()
})

test.each([
  ['review', withReview('under', 30_000_000), /đã nhận 30\.000\.000đ, còn thiếu 990\.000đ/],
  ['review', withReview('over', 31_000_000), /đã nhận 31\.000\.000đ cho đơn hàng này\. Nhân viên/],
  ['paid', withReview('over', 31_000_000, 'open', 10_000), /nhận thừa 10\.000đ/],
  ['review', withReview('wrong_account', 30_990_000), /tài khoản khác/],
  ['refund_due', withReview('late_no_stock', 30_990_000), /đã hết hạn này và sẽ hoàn lại/],
  ['refund_due', withReview('too_late', 30_990_000), /đã hết hạn này quá nhiều ngày sau đó và/],
  ['paid', withReview('double', 30_990_000), /nhận thừa 30\.990\.000đ/],
  ['closed', withReview('under', 1_000, 'refunded'), /đã được hoàn lại/],
] as const)('%s %o', (status, money, expected) => {
  const order_state = status === 'refund_due' ? 'expired' : waiting.order_state
  const result = { ...waiting, ...money, reviews: [...money.reviews], status, order_state }
  expect(moneyNote(result)).toMatch(expected)
})

test('what a finance company leaves is paid at the hand-over, and nobody is looking for money', () => {
  const part = { ...waiting, ...withReview('under', 26_541_900), missing: 0 }
  expect(moneyNote({ ...part, method: 'installment', status: 'review' })).toBe(
    'Cửa hàng đã nhận 26.541.900đ cho đơn này, gồm tiền của công ty tài chính. Bạn trả 4.448.100đ còn lại khi nhận hàng.',
  )
})

test('who pays all of an order before its loan is signed reads what becomes of it', () => {
  const all = { ...waiting, ...withReview('under', 30_990_000), missing: 0 }
  const note = moneyNote({ ...all, method: 'installment', status: 'review' })
  expect(note).toMatch(/đã nhận 30\.990\.000đ .* phần thừa được hoàn lại .* cả khoản được hoàn lại/)
})

test('what a part leaves of an order on delivery is paid then', () => {
  const part = { ...waiting, ...withReview('under', 150_000), order_state: 'confirmed', missing: 0 }
  const note = moneyNote({ ...part, method: 'cod', status: 'review' } as PaymentResult)
  expect(note).toMatch(/đã nhận 150\.000đ .* trả phần còn lại khi nhận hàng/)
})
