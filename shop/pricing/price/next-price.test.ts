import { expect, test } from 'vitest'
import { nextPrice } from '#shop/pricing/price/next-price.ts'
import type { FlashOffer } from '#shop/pricing/promotion/offers.ts'
import { aPromotion } from '#test/support/baskets/any-basket.ts'

const now = new Date('2026-11-20T08:00:00Z')
const hours = (count: number) => now.getTime() + count * 3_600_000
const question = { province_id: 30, now }
const rows = [
  {
    product_id: 1,
    province_id: null,
    customer_group_id: null,
    list_price: 100_000,
    sale_price: 90_000,
  },
]
const flash: FlashOffer = {
  flash_sale_item_id: 1,
  flash_sale_id: 1,
  name: 'Flash sale',
  price: 70_000,
  starts_at: hours(-1),
  ends_at: hours(2),
  per_customer: 1,
  kind_id: 1,
  is_online_only: false,
  needs_member: false,
  excludes: [],
  quota_id: 1,
  slots: 5,
  slots_left: 5,
  slots_reserved: 0,
}
const promotion = aPromotion({
  name: 'Giảm thêm',
  starts_at: hours(5),
  ends_at: hours(50),
  value: 20_000,
})
const at = (count: number) => new Date(hours(count)).toISOString()

test('the end of a flash sale is the next change', () => {
  expect(nextPrice(rows, { promotions: [], flash: [flash] }, question, 70_000)).toEqual({
    at: at(2),
    amount: 90_000,
  })
})

test('a planned promotion is, when nothing runs', () => {
  expect(nextPrice(rows, { promotions: [promotion], flash: [] }, question, 90_000)).toEqual({
    at: at(5),
    amount: 70_000,
  })
})

test('what changes nothing for a guest, or comes too late, is not told', () => {
  const late = { ...promotion, starts_at: hours(24 * 40), ends_at: null }
  const members = { ...promotion, kind: 'member' as const, customer_group_id: 2 }
  expect(nextPrice(rows, { promotions: [late, members], flash: [] }, question, 90_000)).toBeNull()
})
