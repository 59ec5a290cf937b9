import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceBasket } from '#shop/pricing/basket/basket.ts'
import {
  type FinalLine,
  offerForLines,
  offerProblem,
} from '#shop/pricing/payment-offer/offer-for-lines.ts'
import type { Rule } from '#shop/pricing/price/rule.ts'
import { anyBasket, aPaymentOffer, asker } from '#test/support/baskets/any-basket.ts'
import { anItem } from '#test/support/small-shop.ts'

const line = (line_total: number, rule: Rule['rule'] = 'list'): FinalLine => ({
  item: anItem(),
  line_total,
  rules: [{ rule, reference: null, excludes: [], choice_group: null }],
})
const voucher = (amount: number, excludes: string[] = []) => ({
  rule: { rule: 'voucher' as const, reference: 'TIEM', excludes, choice_group: null },
  amount,
})

test('an offer counts on what the vouchers left, and the strongest one applies', () => {
  const offers = [
    aPaymentOffer({ uuid: 'a', value: 40_000, min_total: 500_000 }),
    aPaymentOffer({ uuid: 'b', value: null, percent: 10 }),
  ]
  const applied = (...vouchers: ReturnType<typeof voucher>[]) => {
    const best = offerForLines(offers, [line(500_000)], vouchers)
    return best && [best.offer.uuid, best.amount]
  }
  expect(applied()).toEqual(['b', 50_000])
  expect(applied(voucher(200_000))).toEqual(['b', 30_000])
  expect(applied(voucher(500_000))).toBeNull()
  expect(applied(voucher(1_000, ['payment']))).toBeNull()
})

test.each([
  [{ min_total: 5_000_000 }, [line(2_990_000)], [], 'Cho đơn từ 5.000.000đ, còn thiếu 2.010.000đ.'],
  [{ min_total: 100_000, excludes: ['flash'] }, [line(200_000, 'flash')], [], 'Flash Sale'],
  [{ excludes: ['catalogue'] }, [line(200_000, 'catalogue')], [], 'ưu đãi khác'],
  [{ excludes: ['voucher'] }, [line(200_000)], [voucher(5_000)], 'mã giảm giá'],
  [
    { min_total: 200_000, excludes: ['voucher'] },
    [line(150_000)],
    [voucher(5_000)],
    'thiếu 50.000đ',
  ],
  [{ min_total: 200_000 }, [line(200_000)], [voucher(5_000)], 'còn thiếu 5.000đ.'],
])('says why an offer does not apply: %j', (terms, lines, vouchers, text) => {
  const offer = aPaymentOffer({ value: 10_000, ...terms })
  expect(offerForLines([offer], lines, vouchers)).toBeNull()
  expect(offerProblem(offer, lines, vouchers)).toContain(text)
})

test('an offer for other products has no reason: it is not shown', () => {
  const offer = aPaymentOffer({ value: 10_000, product_ids: [999] })
  expect(offerProblem(offer, [line(200_000)], [])).toBeNull()
})

test('for any order an offer applies or has a reason, and never takes off more than there is', () => {
  fc.assert(
    fc.property(anyBasket, (basket) => {
      const priced = priceBasket({ ...basket, payment_offers: [] }, asker)
      const lines = priced.lines.map(({ item, item_quantity, price }) => ({
        item,
        line_total: price.final_price * item_quantity,
        rules: price.trace.map((step) => ({ ...step, choice_group: null })),
      }))
      const sum = lines.reduce((total, { line_total }) => total + line_total, 0)
      const vouchers = priced.adjustments
        .filter(({ rule }) => rule === 'voucher')
        .map((part) => ({ rule: { ...part, choice_group: null }, amount: part.amount }))
      const left = vouchers.reduce((total, { amount }) => total - amount, sum)
      for (const offer of basket.payment_offers) {
        const amount = offerForLines([offer], lines, vouchers)?.amount ?? 0
        expect(amount).toBeLessThanOrEqual(left)
        expect(amount > 0 && offerProblem(offer, lines, vouchers) !== null).toBe(false)
      }
    }),
  )
})
